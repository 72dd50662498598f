"""The numbers with a name that C takes from Python, each from the module that owns it.

``python -m zwang.runtime.constants`` writes them into ``c/constants.h``.
"""

from __future__ import annotations

import math
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from zwang.base.arrays import eps
from zwang.consistency import adrift
from zwang.equation import friction
from zwang.integrate import loop, projection, rank_watch, start, step
from zwang.integrate.course import Halt
from zwang.integrate.method import runge_kutta, step_size
from zwang.integrate.singular import collocation, crossing, drives, laid, passage, place
from zwang.ir.text import constants, together
from zwang.library import operations
from zwang.solvers import rank as rules
from zwang.solvers.sparse import metric

Numbers = dict[str, float | int]
HEADER = Path(__file__).parent / "c" / "constants.h"
EPS = float(eps(np.float64))

# Of motions with sparse linear algebra alone.
# LEAST_PROXIMAL: rounding in YᵀY, below which cut² has no meaning; where it is too little it is
# tried up to MOST_PROXIMAL. PATIENT: of the former, cut² below which √μ is not below σ. SOLVED: the
# last change of an answer, in parts of it, that may be left.
# SPARSE_ENOUGH: of what a step tolerates; so far accelerations need not be corrected, nor beyond
# OF_RTOL: of rtol, in parts of them. OF_SIGMA: √μ in the steps, of σ. ON_ROWS: √μ on the
# constraints, where σ is looked at. APART_FROM: of √μ; what is farther from the rows before it is
# independent of them. SPARSE_ROUNDED: a correction of q that is rounding, in parts of it. FORESEEN:
# of sigma, over which the next correction is the square of the last. LOST: of the cut; σ below it
# counts as lost. NEXT_TO: of σ; a change of q in parts of it after which factors still serve to
# correct what is left. GLANCES, LOOKS: rounds of iteration for σ, with and without a guess.
# SURVEYS: steps after which the reach of coordinates is looked up anew. MIXED: of any direction in
# that guess. FOLLOWED: how many singular values; SOON: steps within which one behind the smallest
# must come to zero to be looked at; SWEEPS: of rotations among them. OVER: the cosine below whose
# negative a vector turned over. CLOSE_BY: of q, what two iterates of a step across differ by where
# it is close to the constraints. FORETOLD: of the step before, the length of one across for which
# that predicts how accelerations change. RUBBED: of the multipliers that act, what they may be off;
# SPARSE_ROUGHLY: of that, what one step of Newton's method may leave; KRYLOV: vectors it is of.
SPARSE: Numbers = {
    "LEAST_PROXIMAL": 2e-15,
    "MOST_PROXIMAL": 1e-2,
    "PATIENT": 3e-3,
    "SOLVED": 1e-8,
    "SPARSE_ENOUGH": 1e-3,
    "OF_RTOL": 1e-2,
    "OF_SIGMA": 0.03,
    "ON_ROWS": 1e-6,
    "APART_FROM": 30.0,
    "SPARSE_ROUNDED": 1e-12,
    "FORESEEN": 1e-2,
    "NEXT_TO": 1e-4,
    "LOST": 3.0,
    "GLANCES": 2,
    "LOOKS": 60,
    "SURVEYS": 64,
    "MIXED": 0.1,
    "FOLLOWED": 4,
    "SOON": 1.0,
    "SWEEPS": 6,
    "OVER": 0.25,
    "CLOSE_BY": 1e-8,
    "RUBBED": 1e-13,
    "SPARSE_ROUGHLY": 1e-2,
    "KRYLOV": 30,
    "FORETOLD": 4.0,
}


def of_friction() -> Numbers:
    """The numbers of friction that asks for the reaction that acts under it."""
    return {
        "NEWTON": friction.STEPS,
        "BALANCED": friction.TOLERANCE,
        "DIFFERENT": friction.DIFFERENT,
    }


def of_crossing() -> Numbers:
    """The numbers of the crossing of singular configurations."""
    places = len(place.PLACES)
    halves = (place.ZOOM - 1) * np.ceil(np.log2(places - 1))
    own = {
        "GAUSS": max(collocation.STAGES),
        "WHERE": len(crossing.WHERE),
        "LONGER": len(crossing.LONGER),
        "PLACES": places,
        "HALVES": int(halves),
    }
    return together(
        _named(collocation, "PICARD PROJECTIONS ENDS"),
        _named(laid, "AGREE ENOUGH"),
        _named(place, "ZOOM MOST SAME TOGETHER"),
        _named(drives, "DRIVEN"),
        _named(passage, "REDUNDANT"),
        _named(crossing, "AGAIN CLOSE PAST NEAREST CLEAR BACK RISES MULTIPLES IN_A_ROW ON_TIME"),
        own,
    )


def of_steps() -> Numbers:
    """The numbers of the length of steps and of what rounding leaves open, of ``c/judge.h``."""
    return {
        "RETRY": step_size.RETRY,
        "SHARE": step_size.SHARE,
        "SAFETY": step_size.SAFETY,
        "SHRINKS": step_size.LEAST,
        "GROWS": step_size.MOST,
        "SOONEST": rank_watch.SOONEST,
        "ROUNDINGS": rank_watch.ROUNDINGS,
        "SEEN_ROUNDING": rank_watch.SEEN,
        "LEAST_CUT": projection.least_of(projection.NARROW, np.float64),
    }


def of_motion() -> Numbers:
    """The numbers of a motion that depend neither on the system nor on its tolerances."""
    own = {
        "EPS": EPS,
        "SETTLED": runge_kutta.SETTLED,
        "SMALLEST_STEP": step.SMALLEST,
        "LATER_ONE": start.LATER[0],
        "LATER_TWO": start.LATER[1],
        "RISES_THERE": start.RISES,
        "OFF_ROUNDING": start.ROUNDING,
        "SMALL": crossing.SMALL,
        "QUADRATIC": rules.QUADRATIC,
    }
    return together(
        constants(),
        of_crossing(),
        of_friction(),
        of_steps(),
        _named(projection, "WIDE NARROW OF_SMALLEST INDEPENDENT ROUGHLY CONVERGED ROUNDED"),
        _named(projection, "TWICE SMALLEST"),
        _named(adrift, "BEYOND FLOOR UNFELT"),
        _named(start, "AROUND OFF NOISE"),
        _named(rank_watch, "SHORT LEFT VANISHED"),
        _named(loop, "STRETCH PROGRESS"),
        _named(step, "AHEAD FEW LITTLE TURNS NEAR"),
        {f"HALT_{halt.name}": int(halt) for halt in Halt},
        own,
    )


def of_library() -> Numbers:
    """All numbers that do not depend on the system."""
    of_metric = {"NEAREST_METRIC": metric.NEAREST, "DIGITS": metric.DIGITS}
    return together(of_motion(), SPARSE, of_metric, operations.codes())


def _named(module: ModuleType, names: str) -> Numbers:
    return {name: getattr(module, name) for name in names.split()}


def crossing_tables(kind: str = "ZW_CONSTANT") -> str:
    """The rules of collocation, and where on a step the rank should be lost, as tables in C."""
    gauss = collocation.RULES
    tables = {
        "zw_gauss_stages": ("int", [int(np.sum(rule.used)) for rule in gauss]),
        "zw_gauss_node": ("double", [rule.c for rule in gauss]),
        "zw_gauss_once": ("double", [rule.once for rule in gauss]),
        "zw_gauss_twice": ("double", [rule.twice for rule in gauss]),
        "zw_gauss_between": ("double", collocation.between()),
        "zw_where": ("double", crossing.WHERE),
        "zw_longer": ("double", crossing.LONGER),
        "zw_gauss_behind": ("double", crossing.BEHIND),
    }
    return "\n".join(_table(f"{kind} {of}", name, x) for name, (of, x) in tables.items())


def _table(kind: str, name: str, values: Any) -> str:
    x = np.asarray(values)
    sizes = "".join(f"[{size}]" for size in x.shape)
    items = ", ".join(map(_braces, x))
    lines = textwrap.wrap(items, 92, break_long_words=False, break_on_hyphens=False)
    return "\n    ".join([f"{kind} {name}{sizes} = {{", *lines]) + "\n};"


def _braces(x: np.ndarray) -> str:
    """Numbers in nested braces, such that reading them gives the same numbers again."""
    return f"{{{', '.join(map(_braces, x))}}}" if x.ndim else repr(x.item())


def written(x: float | int) -> str:
    """A number in C that is read as the same number."""
    x = x.item() if isinstance(x, np.generic) else x
    return "INFINITY" if x == math.inf else repr(x)


def header() -> str:
    """The text of ``c/constants.h``."""
    lines = ["/* The numbers that C takes from Python. Written by 'make header'. */", ""]
    lines += [f"#define ZW_{name} {written(x)}" for name, x in sorted(of_library().items())]
    return "\n".join([*lines, "", crossing_tables("static const")])


if __name__ == "__main__":
    HEADER.write_text(header(), encoding="utf-8")
