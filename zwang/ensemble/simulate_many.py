"""zw.simulate_many: a system, many starts and parameters, and times give an Ensemble."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.process.interruption import heard
from zwang.base.process.progress import bar, compiling
from zwang.base.status import Status
from zwang.ensemble import executor as executors
from zwang.ensemble.arguments import plan_for
from zwang.ensemble.ensemble import Ensemble
from zwang.ensemble.plan import Plan
from zwang.ensemble.reduce.stream import Stream, checked_reductions, reduced
from zwang.ensemble.store import archive
from zwang.ensemble.store.opening import open_or_create
from zwang.integrate.options import Options
from zwang.motion.store import TIME
from zwang.system.origin import AbstractSource, required_system
from zwang.system.system import System


def simulate_many(
    system: System | AbstractSource,
    q0: Any,
    qd0: Any,
    t: Any,
    p: Any = None,
    *,
    keep: Any = "auto",
    observables: Mapping[str, Any] | None = None,
    reduce: Any = (),
    store: Any = None,
    executor: Any = None,
    chunk: int | None = None,
    dtype: Any = None,
    assemble: bool = False,
    rtol: Any = None,
    atol: Any = None,
    step: Any = Options.step,
    method: Any = Options.method,
    drift: Any = Options.drift,
    solver: Any = Options.solver,
    events: Any = Options.events,
    max_steps: int | None = Options.max_steps,
    engine: str = Options.engine,
    threads: int | None = None,
    progress: bool = False,
    max_step: Any = Options.max_step,
    breaks: Any = Options.breaks,
) -> Ensemble:
    r"""The motions of a system from many starts, with many parameters.

    Each member moves as by ``zw.simulate``, and has a status of its own: one that fails spoils no
    other. Batched are ``q0`` and ``qd0`` with an axis more, and arrays in ``p``, all along their
    first axis; all else is shared, and so is ``zw.shared(x)``.

    Parameters
    ----------
    system : a ``zw.System``, a ``zw.Mechanism``, or a ``zw.Controller`` for its closed loop
    q0, qd0 : (N, n), or (n,) for a start that all share
    t : a pair (start, end), of which the end is kept; or a list or array of times, which are kept,
        the first of them being the start
    p : parameters; arrays in it are batched
    keep : "end" for the last of the times; "times" for all of them; "motion" for all fields of a
        ``Motion`` at them; names of fields and observables, such as ["q", "energy"]; or functions
        of (q, qd, t, p) by name, such as {"height": lambda q: q[1]}. By default "end" for a span,
        and "times" for times. Names and functions are kept at the same times
    observables : functions of (q, qd, t, p) by name, kept besides
    reduce : any of "mean", "covariance", "quantiles", "histogram", ``zw.Quantiles(...)``,
        ``zw.Histogram(...)``: computed on the fly from what is kept, which then is not kept for
        each member, unless in a store
    store : folder on disk for the results, written chunk by chunk; what is there already is not
        computed again
    executor : a ``distributed.Client``, on whose workers the chunks are computed
    chunk : members in a chunk; by default as many as fit the memory. It changes no result
    dtype : ``float32`` for less memory and fewer digits; by default ``float64``
    assemble : whether starts are put onto the constraints, each to the nearest place; of a closed
        loop onto the path too, where no gains bring them there
    rtol, atol : tolerated error, as for ``zw.simulate``; by default 1e-9 and 1e-12, in float32
        1e-4 and 1e-6
    step, method, drift, solver, events, max_steps, max_step, breaks : as for ``zw.simulate``
    engine : "native" for C on all cores; "cuda" for GPUs; "jax"; "auto" for a GPU where there are
        one and thousands of members, else for C where that can be, else for JAX:
        ``ensemble.engine`` says which, and why
    threads : of the native engine; by default as many as there are cores. It changes no result
    progress : whether to show a bar, with the rate and the time left

    Returns
    -------
    Ensemble
        Interrupted from the keyboard, the members so far; the others have the status
        ``INTERRUPTED``. With a store the interruption is passed on: what is finished is on disk.

    Examples
    --------
    >>> import numpy as np
    >>> import zwang as zw
    >>> spring = zw.System(1.0, lambda q, p: -p["k"] * q, coordinates=["x"])
    >>> k = np.array([1.0, 4.0, 9.0])
    >>> many = zw.simulate_many(spring, [1.0], [0.0], (0.0, np.pi), {"k": k})
    >>> many.q[:, 0, 0].round(6).tolist()
    [-1.0, 1.0, -1.0]
    """
    arguments.flag("progress", progress)
    reductions = checked_reductions(reduce)
    if store is not None:
        arguments.path("store", store)
    settings = {"step": step, "method": method, "drift": drift, "solver": solver}
    settings |= {"events": events, "max_steps": max_steps, "rtol": rtol, "atol": atol}
    settings |= {"max_step": max_step, "breaks": breaks}
    plan = plan_for(
        required_system(system),
        q0,
        qd0,
        t,
        p,
        settings,
        keep=keep,
        observables=observables,
        chunk=chunk,
        dtype=dtype,
        assemble=assemble,
        engine=engine,
        threads=threads,
    )
    with heard(), compiling(progress):
        if store is not None:
            return _stored(plan, store, executor, progress, reductions)
        return _here(plan, executor, progress, reductions)


# -- running -------------------------------------------------------------------------------------


def _here(plan: Plan, executor: Any, progress: bool, reductions: tuple) -> Ensemble:
    """All chunks into the memory; of what is reduced nothing is kept for each member."""
    template = plan.template()
    variables = [name for name, dims in plan.dims.items() if TIME in dims]
    kept = [name for name in template if not reductions or name not in variables]
    data = {name: _nothing(len(plan), *template[name]) for name in kept}
    data["status"][:] = Status.INTERRUPTED  # until it was computed
    stream = Stream(reductions, {name: template[name][0] for name in variables})
    with bar(progress, len(plan)) as report:
        try:
            for k, arrays in _in_order(executors.run(plan, range(len(plan.bounds)), executor)):
                first, last = plan.bounds[k]
                for name in kept:
                    data[name][first:last] = arrays[name]
                if reductions:
                    stream.feed(arrays)
                report(last - first)
        except KeyboardInterrupt:
            pass
    found = stream.result() if reductions else {}
    return ensemble_of(plan, data, found)


def _nothing(count: int, shape: tuple[int, ...], kind: np.dtype) -> np.ndarray:
    return np.full((count, *shape), np.nan if kind.kind == "f" else 0, kind)


def _in_order(chunks: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Chunks in the order of the members, as the reductions want them."""
    early, wanted = {}, 0
    for k, arrays in chunks:
        early[k] = arrays
        while wanted in early:
            yield wanted, early.pop(wanted)
            wanted += 1


def _stored(plan: Plan, path: Any, executor: Any, progress: bool, reductions: tuple) -> Ensemble:
    """The chunks that are missing onto the disk; the ensemble reads from there."""
    with open_or_create(plan, path) as store:
        plan = store.plan  # whose chunks are those on the disk
        missing = archive.missing(store)
        left = sum(last - first for first, last in (plan.bounds[k] for k in missing))
        with bar(progress, len(plan), len(plan) - left) as report:
            for k, arrays in executors.run(plan, missing, executor):
                archive.write(store, k, arrays)
                report(len(arrays["status"]))
        dataset = archive.read(store)
    template = plan.template()
    data = {name: dataset[name] for name in template}
    variables = {name: template[name][0] for name, dims in plan.dims.items() if TIME in dims}

    def parts() -> Iterator[dict[str, np.ndarray]]:
        for first, last in plan.bounds:
            yield {name: data[name][first:last].values for name in (*variables, "status")}

    found = reduced(reductions, variables, parts()) if reductions else {}
    return ensemble_of(plan, data, found)


def ensemble_of(plan: Plan, data: Mapping[str, Any], found: Any) -> Ensemble:
    """The ensemble of a plan."""
    asked = plan.task.request()
    told = dict(asked.options.told) | {"dtype": plan.dtype.name, "assemble": plan.assemble}
    labels = plan.dims, plan.coords(), plan.constants()
    return Ensemble(data, *labels, plan=plan, reduced=found, told=told)
