"""The plan of an ensemble from the arguments of ``zw.simulate_many``, checked."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import kept
from zwang.ensemble.inputs import batch
from zwang.ensemble.outputs import checked_keep, with_observables
from zwang.ensemble.plan import Plan
from zwang.ensemble.run.choose import gpu
from zwang.equation.observe import Observed
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.integrate.start import excess
from zwang.system.lagrangian import lagrangian_of, require_quadratic
from zwang.system.system import System

ENGINES = ("auto", "native", "cuda", "jax")
# rtol and atol by the precision: eight digits of float32 leave four or five for a motion.
TOLERANCES = {"float64": (Options.rtol, Options.atol), "float32": (1e-4, 1e-6)}
BYTES, MEMBERS = 1 << 27, 1 << 14  # of a chunk, at most
CROWD = 4096  # members from which on a GPU is worth its while
CHUNKS, FEWEST = 64, 1 << 10  # as many chunks as this, where they have this many members
BYTES_ON_GPU, MEMBERS_ON_GPU = 1 << 30, 1 << 20
WIDTH, WIDTH_ON_GPU, NARROWEST = 256, 1 << 15, 8  # members that JAX advances together


def plan_for(
    system: System,
    q0: Any,
    qd0: Any,
    t: Any,
    p: Any,
    settings: dict[str, Any],
    *,
    keep: Any,
    observables: Any,
    chunk: Any,
    dtype: Any,
    assemble: bool,
    engine: str,
    threads: int | None,
) -> Plan:
    """Check the arguments of ``zw.simulate_many``."""
    arguments.one_of("engine", engine, ENGINES)
    arguments.flag("assemble", assemble)
    kind = _checked_dtype(dtype)
    inputs = batch(system, q0, qd0, p)
    defaults: dict[str, Any] = dict(zip(("rtol", "atol"), TOLERANCES[kind.name], strict=True))
    settings = {name: defaults.get(name) if x is None else x for name, x in settings.items()}
    options = Options(**settings)
    system = with_observables(system, keep, observables)
    first = inputs.finite_start(0)
    asked = request(system, *first, t, inputs.parameters(0), options)
    span = isinstance(t, tuple) and len(t) == 2
    plan = Plan(
        system=system,
        batch=inputs,
        times=kept(np.asarray(asked.wanted, float)),
        options=options,
        keep=checked_keep(keep, system, span, observables),
        dtype=kind,
        engine=engine,
        assemble=assemble,
        bounds=[],
        width=_width(inputs.size),
        threads=_whole("threads", threads),
        crowded=inputs.size >= CROWD,
    )
    _require_quadratic(plan)
    size = _whole("chunk", chunk) or _chunk_size(plan)
    firsts = range(0, len(plan), size)
    plan.bounds.extend((first, min(first + size, len(plan))) for first in firsts)
    return plan


def _checked_dtype(dtype: Any) -> np.dtype:
    try:
        found = np.dtype(np.float64 if dtype is None else dtype)
    except TypeError:
        found = None
    if found is None or found.name not in TOLERANCES:
        raise ValueError(f"`dtype` is {dtype!r}; wanted np.float64 or np.float32.")
    return found


def _whole(name: str, x: Any) -> int | None:
    return None if x is None else arguments.whole(name, x)


def _width(count: int) -> int:
    """How many members JAX advances together: a power of two, so that few sizes are compiled."""
    most = WIDTH if jax.default_backend() == "cpu" else WIDTH_ON_GPU
    return min(most, max(NARROWEST, 1 << (count - 1).bit_length()))


def _chunk_size(plan: Plan) -> int:
    """Members whose inputs and results fit the bytes that a chunk may have.

    Fewer, where there are many: a chunk is what a bar shows, a worker takes, and a crash costs.
    """
    kept = sum(int(np.prod(shape)) * kind.itemsize for shape, kind in plan.template().values())
    numbers = 2 * plan.batch.n * len(plan.times) + plan.batch.numbers_of_each
    if plan.keep.follows:
        numbers += len(plan.reported) * _numbers_in(plan.seen)
    large = plan.engine == "cuda" or (plan.engine == "auto" and plan.crowded and gpu())
    size, most = (BYTES_ON_GPU, MEMBERS_ON_GPU) if large else (BYTES, MEMBERS)
    if not large:
        most = min(most, max(FEWEST, -(-len(plan) // CHUNKS)))
    return int(np.clip(size // (kept + 8 * numbers), 1, most))


def _numbers_in(seen: Observed) -> int:
    return sum(int(np.prod(x.shape)) for x in jax.tree.leaves(seen))


def _require_quadratic(plan: Plan) -> None:
    """A Lagrangian must be quadratic in q̇: seen at the first start that is finite."""
    lagrangian = lagrangian_of(plan.system)
    if lagrangian is None:
        return
    asked = plan.task.request()
    found = float(excess(asked.program, asked.numbers, asked.start))
    if np.isfinite(found):
        require_quadratic(found, lagrangian.kinetic.what)
