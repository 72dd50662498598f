"""Pendulums to swing, for the tests of what becomes of an ensemble; and arrays in their place."""

from typing import Any

import numpy as np

import zwang as zw
from zwang.ensemble.arguments import plan_for
from zwang.ensemble.plan import Plan

ROD = zw.Holonomic(lambda q, p: q @ q - p["length"] ** 2, name="rod")


def pendulum(force=None, observables=None):
    given = (lambda p: [0.0, -p["g"]]) if force is None else force
    return zw.System(1.0, given, [ROD], coordinates=["x", "y"], observables=observables or {})


PENDULUM = pendulum()
TIMES = [0.0, 0.25, 0.5]


def starts(count):
    """On the rod, at rest, all around."""
    angle = np.linspace(-3.0, 3.0, count)
    return np.stack([np.sin(angle), -np.cos(angle)], axis=1)


def plan(
    system=PENDULUM, count=23, chunk=5, t=TIMES, g=9.81, keep: Any = "times", dtype=None, **settings
) -> Plan:
    """Pendulums of one length, each with a gravity of its own."""
    p = {"length": 1.0, "g": g + np.linspace(0.0, 1.0, count)}
    given = {"step": None, "method": None, "drift": zw.Projection(), "solver": None, "events": ()}
    given |= {"max_steps": None, "rtol": None, "atol": None}
    chosen = {"observables": None, "chunk": chunk, "dtype": dtype, "threads": None}
    chosen |= {
        "engine": settings.pop("engine", "auto"),
        "assemble": settings.pop("assemble", False),
    }
    return plan_for(system, starts(count), np.zeros(2), t, p, given | settings, keep=keep, **chosen)


def made_up(plan: Plan, k: int) -> dict[str, np.ndarray]:
    """What a chunk might leave, in no time: random bits, with odd numbers among them."""
    rng, (first, last) = np.random.default_rng(k), plan.bounds[k]
    found = {}
    for name, (shape, kind) in plan.template().items():
        x = rng.integers(0, 9, (last - first, *shape)).astype(kind)
        if kind.kind == "f" and x.size:
            x = np.ldexp(rng.normal(size=x.shape), rng.integers(-90, 90, x.shape)).astype(kind)
            x.reshape(-1)[:4] = [-np.nan, -0.0, np.inf, 1e-40][: x.size]
        found[name] = x
    return found
