"""Friction that asks for the reaction that acts under it, or for its multipliers, for C."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from zwang.base.functions import AbstractStaged
from zwang.equation import friction as reaction
from zwang.ir.text import text_of
from zwang.system.system import System

UNKNOWN = ("lam", "reaction")


def is_sought(system: System) -> bool:
    """Whether the friction of a system asks for what must be found by iteration."""
    friction = system.nonideal
    return friction is not None and any(map(friction.asks_for, UNKNOWN))


def of_lam(system: System) -> bool:
    """Whether that are the multipliers."""
    return is_sought(system) and system.nonideal.asks_for("lam")


def constants(system: System) -> dict[str, Any]:
    """Which unknown is sought, and the numbers of ``zwang.equation.friction``."""
    return {
        "RUBS": int(is_sought(system)),
        "OF_LAM": int(of_lam(system)),
        "NEWTON": reaction.STEPS,
        "BALANCED": reaction.TOLERANCE,
        "DIFFERENT": reaction.DIFFERENT,
    }


def reach(system: System, n: int, m: int) -> reaction.Reach:
    """The unknowns that are sought, and the coordinates that are loaded."""
    return reaction.reach_of(system, m if of_lam(system) else n, n)


def text(system: System, n: int, m: int) -> str:
    """The same for C: how many, and which."""
    lines = []
    for name, places in zip(("looked", "loaded"), reach(system, n, m), strict=True):
        some = ", ".join(map(str, places)) or "0"
        lines.append(f"#define ZW_{name.upper()} {len(places)}")
        lines.append(f"ZW_CONSTANT int zw_{name}[{max(len(places), 1)}] = {{{some}}};")
    return "\n".join([*lines, text_of("eliminate.h", "friction.h")])


def law(system: System) -> Callable:
    """The function of (q, qd, t, p, ideal, A, x) that returns the load C (n,) and its slope by x.

    The slope is that of the coordinates that are loaded, by what is looked at of x.
    """
    multipliers, function = of_lam(system), getattr(system.nonideal, "function", None)

    def both(q, qd, t, p, ideal, A, x):
        def C(x):
            acting = A.T @ x if multipliers else x
            return system.C(q, qd, t, p, Qc_ideal=ideal, reaction=acting, lam=x)

        load = function.prepare(q, qd, t, p) if isinstance(function, AbstractStaged) else C
        looked, loaded = reach(system, len(q), len(A))
        some = lambda own: load(x.at[looked].set(own))[loaded]
        return {"C": load(x), "slope": jax.jacfwd(some)(x[looked])}

    return both
