"""The structs that C and Python share: one table, from which both have theirs.

A struct is a list of fields: a name, a kind, and how many of it. ``text`` writes the typedefs,
``structure`` makes the ctypes class. Sizes and places as the compiler laid them are asked of the
library when it is loaded, and compared: a field that moved in one place is an error, not a number.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any

REAL, WHOLE = "double", "long long"
KINDS = {REAL: ctypes.c_double, WHOLE: ctypes.c_longlong}
Field = tuple[str, str, str]  # name, kind, how many: a product of sizes by name

STRUCTS: dict[str, tuple[Field, ...]] = {
    # What is seen of the constraints; see ``zwang.integrate.rank_watch.Sight``.
    "zw_sight": (
        ("sizes", REAL, "rows"),
        ("values", REAL, "seen"),
        ("U", REAL, "rows seen"),
        ("polar", REAL, "rows n"),
        ("reach", REAL, "n"),
        ("weight", REAL, "n"),
        ("shrunk", REAL, ""),
    ),
    # What is seen of independent constraints without much work: their rows in the metric, made
    # orthonormal one after the other, their lengths, and the volume that rows of length one span.
    "zw_glance": (
        ("Z", REAL, "rows n"),
        ("lengths", REAL, "rows"),
        ("volume", REAL, ""),
        ("known", WHOLE, ""),
    ),
    "zw_settings": (
        ("rtol", REAL, ""),
        ("atol", REAL, ""),
        ("step", REAL, ""),
        ("every", WHOLE, ""),
        ("longest", REAL, ""),  # of the steps
        ("gaps", WHOLE, ""),  # where numbers lie, one for each target; zero if none is a break
    ),
    # ``zwang.integrate.course.Course``; from the glance on, what only C knows.
    "zw_course": (
        ("t", REAL, ""),
        ("q", REAL, "n"),
        ("qd", REAL, "n"),
        ("t_before", REAL, ""),
        ("q_before", REAL, "n"),
        ("qd_before", REAL, "n"),
        ("h", REAL, ""),
        ("error", REAL, ""),
        ("cut", REAL, ""),
        ("sight", "zw_sight", ""),
        ("times", REAL, "three"),
        ("sigmas", REAL, "three"),
        ("quiet", REAL, ""),
        ("values", REAL, "events"),
        ("former", REAL, "events"),
        ("smallest", REAL, ""),
        ("largest", REAL, ""),
        ("rank", WHOLE, ""),
        ("turns", WHOLE, ""),
        ("index", WHOLE, ""),
        ("accepted", WHOLE, ""),
        ("rejected", WHOLE, ""),
        ("glance", "zw_glance", ""),  # of the state now
        ("per_volume", REAL, ""),  # sigma over the volume when both were looked at; zero if never
        ("sighted", WHOLE, ""),  # whether the sight is of the state now
    ),
    # A step across a singular configuration; see ``zwang.integrate.singular.crossing``.
    "zw_passage": (
        ("t", REAL, ""),  # it begins at t, has the length H, ends at `end`
        ("H", REAL, ""),
        ("end", REAL, ""),
        ("q", REAL, "n"),  # the state at its end
        ("qd", REAL, "n"),
        ("K", REAL, "gauss n"),  # accelerations at the nodes of the first rule
        ("theta", REAL, "places"),  # where in [0, 1] the singular configurations are
        ("distance", REAL, ""),  # how far the first of them is, in time
        ("taken", WHOLE, ""),
        ("slow", WHOLE, ""),
        ("nothing", WHOLE, ""),
        ("may_come_nearer", WHOLE, ""),
        ("met", WHOLE, ""),  # how many of them there are
        ("flips", WHOLE, "places"),
        ("rows", WHOLE, "places rows"),  # which take part in what is lost
    ),
    # What all members of an ensemble have in common.
    "zw_common": (
        ("t0", REAL, ""),
        ("rank", REAL, ""),  # tolerances of the solver at the start
        ("consistency", REAL, ""),
        ("last", WHOLE, ""),  # of the times
        ("max_steps", WHOLE, ""),  # zero for no limit
        ("settings", "zw_settings", ""),
    ),
}


def dimensions(n: int, m: int, events: int, gauss: int, places: int) -> tuple[tuple[str, int], ...]:
    """What the names of sizes stand for; no array is empty in C."""
    seen = max(min(m, n), 1)
    sizes = {"n": n, "rows": max(m, 1), "seen": seen, "events": max(events, 1)}
    return tuple((sizes | {"gauss": gauss, "places": places, "three": 3}).items())


def text(sizes: tuple[tuple[str, int], ...]) -> str:
    """The typedefs, and a function that tells how the compiler laid them."""
    lines = []
    for struct, fields in STRUCTS.items():
        lines.append("typedef struct {")
        for name, kind, many in fields:
            lines.append(f"    {kind} {name}{f'[{_count(many, dict(sizes))}]' if many else ''};")
        lines.append(f"}} {struct};")
    places = [f"sizeof({struct})" for struct in STRUCTS]
    places += [f"offsetof({s}, {name})" for s, fields in STRUCTS.items() for name, *_ in fields]
    # On a GPU nothing of Python's reads them but what the host has checked.
    lines += ["#ifndef __CUDACC_RTC__", "#include <stddef.h>"]
    lines += ["ZW_PUBLIC void zw_layout(long long *out)", "{"]
    lines += [f"    out[{i}] = (long long){place};" for i, place in enumerate(places)]
    lines += ["}", "ZW_PUBLIC const char *zw_layout_names(void)", "{"]
    return "\n".join([*lines, f'    return "{_names()}";', "}", "#endif", ""])


@cache  # for good: another class of the same struct does not fit into it
def structure(struct: str, sizes: tuple[tuple[str, int], ...]) -> type[ctypes.Structure]:
    """The ctypes class of a struct."""
    fields: list[tuple[str, Any]] = []
    for name, kind, many in STRUCTS[struct]:
        one: Any = KINDS[kind] if kind in KINDS else structure(kind, sizes)
        fields.append((name, one * _count(many, dict(sizes)) if many else one))
    return type(struct, (ctypes.Structure,), {"_fields_": fields})


def require_same_layout(library: Any, sizes: tuple[tuple[str, int], ...]) -> None:
    """Refuse a library that laid a struct otherwise than ctypes does."""
    library.zw_layout_names.restype = ctypes.c_char_p
    there = library.zw_layout_names().decode()
    if there != _names():
        raise RuntimeError(f"C has the fields {there}, and Python {_names()}.")
    made = {struct: structure(struct, sizes) for struct in STRUCTS}
    names = [*STRUCTS, *_names().split()]
    wanted = [ctypes.sizeof(x) for x in made.values()]
    for struct, fields in STRUCTS.items():
        wanted += [getattr(made[struct], name).offset for name, *_ in fields]
    found = (ctypes.c_longlong * len(wanted))()
    library.zw_layout(found)
    for name, a, b in zip(names, found, wanted, strict=True):
        if a != b:
            raise RuntimeError(f"C has `{name}` at {a}, and Python at {b}.")


def _names() -> str:
    return " ".join(f"{s}.{name}" for s, fields in STRUCTS.items() for name, *_ in fields)


def _count(many: str, sizes: Mapping[str, int]) -> int:
    found = 1
    for name in many.split():
        found *= sizes[name]
    return found
