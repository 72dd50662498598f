"""A second call of the same shape traces nothing."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import jax.numpy as jnp

import zwang as zw

TRACES = []
NEW = itertools.count(1)  # solvers that nobody has asked for in this process


@dataclass(frozen=True)
class Counting(zw.AbstractSolver):
    """The orthogonal solver, which counts how often it is traced."""

    consistency: float | None = None

    def find(self, M, A, F, b):
        TRACES.append(M.shape)
        return zw.Orthogonal().find(M, A, F, b)


def test_new_values_trace_nothing_new_shapes_do():
    TRACES.clear()
    counting = Counting(consistency=1e-6 * next(NEW))
    for seed in range(3):
        system = zw.random_system(4, 2, seed=seed)
        zw.solve(*(jnp.asarray(x) for x in list(system)[:4]), solver=counting)
    assert TRACES == [(4, 4)]
    system = zw.random_system(5, 2, seed=0)
    zw.solve(*(jnp.asarray(x) for x in list(system)[:4]), solver=counting)
    assert TRACES == [(4, 4), (5, 5)]
