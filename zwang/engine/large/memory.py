"""What C and Python share of a large motion: one table, from which both have theirs; and what C
leaves of a state."""

from __future__ import annotations

import ctypes
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

WHOLE, REAL = "long long", "double"

# Parts of one kind: coordinates, rows, where their entries of M and A belong, their numbers.
PART = {
    WHOLE: ("count",),
    "int *": ("columns", "rows", "M_at", "A_at"),
    "double *": ("c",),
}
# A motion. n, m: coordinates and rows, of which h restrict positions and k also velocities; kinds;
# masses and entries: of M and of A; projects: corrections of positions after a step; curved:
# whether some rows are nonlinear in the velocities; events. looked: whether the watch has begun;
# anew: whether the lengths of rows are to be found anew; alone: whether those of one state count;
# in_step: whether a correction belongs to a step, where sigma is not about to vanish; unready:
# whether there are no factors of the rows at its end; summed: how often parts that are the same in
# all states were, less than zero if they are to be; fixed: whether M is a sum of these alone.
# helping: where M has no inverse, the weights of rows of A that help it, zero of others; help:
# where their products stand in M, in the order of elimination; NULL where M needs none.
# rubs: kinds of friction, listed in rubbing; rubbed: the status of friction in a row.
# most: what accelerations of a step may be wrong by in the metric, zero for nothing.
# longest: of the steps; gaps: one for each target, see ``Settings``; NULL if none is a break.
MOTION = {
    WHOLE: tuple("n m h k kinds masses entries projects curved events rubs".split()),
    "void *": ("sparse", "lanes", "list", "watch", "rubbing"),
    "int *": ("direction", "help"),
    "const double *": ("p", "helping", "gaps"),
    # Of a state: M, A, Q, b, phi, velocity; lengths of rows, multipliers; M and Q of steady parts.
    "double *": tuple(
        "M A Q b phi velocity lengths lam M_steady Q_steady "
        # The course: see ``zwang.integrate.course.Course``.
        "q qd q_before qd_before values former times sigmas "
        # A step that is tried: its stages, its end before and after projection, its error.
        "stages x v q1 qd1 trial_q trial_qd error change "
        # The watch: reach of coordinates for σ = 1, their weight; singular vectors, now and before;
        # the largest lengths that rows have had; singular values, now and at the last three times.
        "lone weight right left right_before left_before sizes small "
        # Friction: loads, multipliers, Newton's method; see ``rub.h``.
        "load loaded rising aside ideal sought acting other turned gap none krylov".split()
    ),
    REAL: tuple(
        "t t_before h_next norm cut quiet smallest largest last mu "
        "rtol atol step longest most".split()
    ),
    f"{WHOLE} ": tuple(
        "rank turns index accepted rejected every looked anew alone in_step unready "
        "summed fixed rubbed".split()
    ),
}
# A motion and its derivative: twice its coordinates; its kinds as they vary; the direction; room
# for stages, errors, and the equations of the derivative; for friction, see ``pair_rub.h``.
PAIR = {
    WHOLE: ("n",),
    "void *": ("list", "rubbing"),
    "zw_motion *": ("motion",),
    "const double *": ("dp",),
    "double *": tuple("stages x v error f g mu answer beside dM dA dLx dLd".split()),
}
TYPES = {WHOLE: ctypes.c_longlong, REAL: ctypes.c_double, f"{WHOLE} ": ctypes.c_longlong}


def _structure(name: str, table: dict[str, tuple[str, ...]]) -> Any:
    fields = [
        (field, TYPES.get(kind, ctypes.c_void_p))
        for kind, names in table.items()
        for field in names
    ]
    return type(name, (ctypes.Structure,), {"_fields_": fields})


def _text(name: str, table: dict[str, tuple[str, ...]]) -> str:
    lines = [f"    {kind.strip()} {field};" for kind, names in table.items() for field in names]
    return "\n".join(["typedef struct {", *lines, f"}} {name};", ""])


# What friction works on.
RUBBING = MOTION["double *"][MOTION["double *"].index("load") :]

Part = _structure("zw_part", PART)
Motion = _structure("zw_motion", MOTION)
Pair = _structure("zw_pair", PAIR)


class Listed(ctypes.Structure):
    """A kind with its parts and its functions, ``zw_kind`` of C."""

    _fields_ = [
        ("parts", Part),
        *((name, ctypes.c_void_p) for name in ("evaluate", "hold", "seen")),
        ("steady", ctypes.c_longlong),
    ]


class Rubbing(ctypes.Structure):
    """A kind of friction, ``zw_rubbing`` of C."""

    _fields_ = [("parts", Part), ("rub", ctypes.c_void_p)]


class Varying(ctypes.Structure):
    """How a kind varies, ``zw_varied`` of C."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("dc", "vary", "lean", "turn")]


class RubVarying(ctypes.Structure):
    """How a kind of friction varies, ``zw_rub_varied`` of C."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("dc", "vary")]


class Friction(NamedTuple):
    """Friction in a state."""

    C: np.ndarray  # (n,) what it exerts
    lam: np.ndarray  # (m,) the multipliers that act under it
    status: int  # whether these were found


class Answer(NamedTuple):
    """What follows from the equations in a state."""

    qdd: np.ndarray  # (n,), lam : (m,)
    lam: np.ndarray
    change: float  # the last correction, as a part of it
    left: float  # what redundancy may have left in lam, as a part of it
    rank: float  # how many rows are independent
    remains: float  # how far it is from the rows, the largest ``relative_residual``
    rubbing: Friction | None = None  # None without friction


class Row(NamedTuple):
    """The equations in a state."""

    # M, A: sparse
    M: Any
    A: Any
    Q: np.ndarray  # (n,), b : (m,), phi : (h,), velocity : (m,)
    b: np.ndarray
    phi: np.ndarray
    velocity: np.ndarray
    lengths: np.ndarray  # (m,) of the rows in the metric M
    seen: dict[str, float]  # by name, the energies
    answer: Answer | None  # what follows; None if that could not be computed


STATE = "const zw_part *, const double *, const double *, double, const double *"


def rubbing_text() -> str:
    """``zw_rubbing`` in C."""
    two = ", ".join(2 * ["const double *"])
    lines = ["typedef struct {", "    zw_part parts;"]
    return "\n".join([*lines, f"    void (*rub)({STATE}, {two}, double *);", "} zw_rubbing;"])


def part_text() -> str:
    """``zw_part`` in C."""
    return _text("zw_part", PART)


def motion_text() -> str:
    """``zw_motion`` in C, and what it lists."""
    four = ", ".join(4 * ["double *"])
    lines = [part_text(), "typedef struct {", "    zw_part parts;"]
    lines += [f"    void (*{name})({STATE}, {four});" for name in ("evaluate", "hold")]
    lines += [f"    void (*seen)({STATE}, double *);", "    long long steady;", "} zw_kind;"]
    lines += [rubbing_text(), _text("zw_motion", MOTION)]
    sizes = [f"sizeof({name})" for name in ("zw_part", "zw_kind", "zw_rubbing", "zw_motion")]
    lines += ["void zw_large_sizes(long long *out)", "{"]
    lines += [f"    out[{i}] = (long long){x};" for i, x in enumerate(sizes)]
    return "\n".join([*lines, "}", ""])


def pair_text() -> str:
    """``zw_pair`` in C, and what it lists."""
    given = "const zw_part *, const double *, const double *, const double *, double"
    given += ", " + ", ".join(4 * ["const double *"])
    lines = ["typedef struct {", "    const double *dc;"]
    lines += [
        f"    void (*vary)({given}, const double *, const double *, double, double *, double *);"
    ]
    lines += [f"    void (*{name})({given}, double *, double *);" for name in ("lean", "turn")]
    lines += ["} zw_varied;", "typedef struct {", "    const double *dc;"]
    lines += [f"    void (*vary)({given}, const double *, double *);", "} zw_rub_varied;"]
    names = "zw_varied", "zw_rub_varied", "zw_pair"
    sizes = [f"    out[{i}] = (long long)sizeof({x});" for i, x in enumerate(names)]
    lines += [_text("zw_pair", PAIR), "void zw_pair_sizes(long long *out)", "{", *sizes, "}", ""]
    return "\n".join(lines)


PAIR_SIZES = [ctypes.sizeof(x) for x in (Varying, RubVarying, Pair)]
SIZES = [ctypes.sizeof(x) for x in (Part, Listed, Rubbing, Motion)]


def text_of(*names: str) -> str:
    """The text of files in the folder of C."""
    folder = resources.files("zwang.engine.large") / "c"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
