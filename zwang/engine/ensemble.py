"""Many motions in C, in threads: each member adapts its own steps and waits for nobody."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import Any

import numpy as np

from zwang.engine.dense.layout import observed, parts_of, size_of
from zwang.engine.dense.native import (
    LONG,
    NO_MEMORY,
    POINTER,
    REAL,
    Native,
    compiled,
    settings_in_c,
)
from zwang.engine.dense.native import tolerances as of_solver
from zwang.engine.program.fixed import Fixed, write_fixed
from zwang.engine.program.sizes import Sizes, sizes_of
from zwang.equation.observe import Observed
from zwang.files import build
from zwang.integrate.backend import AbstractCrowd, Members, Outcome
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.problem import Request
from zwang.library import worker
from zwang.runtime.structs import Common

SHARES = 8  # in which the members of a thread are dealt out, so that no thread waits long
# Numbers of M, A and A Aᵀ up to which a program gains by sizes that the compiler knows; and seconds
# of the processor in members, after which that is worth its compiler's time.
LITTLE, WORTH = 600, 1.0
SIGNATURES = {
    "zw_many": ([LONG] + [POINTER] * 9, LONG),
    "zw_observe_many": ([LONG, LONG] + [POINTER] * 4 + [REAL, REAL] + [POINTER] * 2, None),
}


@functools.lru_cache(maxsize=64)
def written(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Fixed:
    """The program that does whole motions by itself."""
    return write_fixed(program, sizes_of(program, n, shapes))


class Known:
    """The same motions by a program whose sizes the compiler knows, compiled beside; same bits."""

    def __init__(self, native: Native, text: Callable[[], str]):
        n, m = native.sizes.n, native.sizes.m
        self._text, self._begun = text, n * n + m * n + m * m > LITTLE
        self._spent, self.library = 0.0, None

    def ran(self, seconds: float) -> None:
        """Take note that members took so long; once that is much, have it compiled."""
        self._spent += seconds
        if self._spent > WORTH and not self._begun:
            self._begun = True
            worker.begin(self, Known._compile)

    def _compile(self) -> None:
        library = build.beside(self._text(), build.OFTEN)
        for name, (arguments, returned) in SIGNATURES.items():
            function = getattr(library, name)
            function.argtypes, function.restype = arguments, returned
        self.library = library


@functools.lru_cache(maxsize=64)
def _known(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> Known:
    native = compiled(program, n, shapes)
    return Known(native, lambda: written(program, n, shapes).text)


def native_crowd(asked: Request, n: int, threads: int | None = None) -> NativeCrowd:
    """Many motions in C, in threads. Raises Unsupported."""
    system = asked.program, n, tuple(map(np.shape, asked.numbers))
    return NativeCrowd(asked, compiled(*system), _known(*system), threads or cores())


def cores() -> int:
    """How many cores this process may use."""
    told = getattr(os, "sched_getaffinity", None)
    return len(told(0)) if told else os.cpu_count() or 1


def common(asked: Request) -> ctypes.Structure:
    """What all members share, as C has it."""
    settings = settings_in_c(asked.settings._replace(every=np.asarray(False)))
    return Common(
        float(asked.times[0]),
        *tolerances(asked),
        len(asked.times) - 2,
        asked.max_steps or 0,
        settings,
    )


def tolerances(asked: Request) -> tuple[float, float]:
    """Of the solver in rows: for the rank, and for contradictions."""
    return of_solver(asked.row_solver, None)


def outcome(sizes: Sizes, states: Any, ends: Any, told: Any) -> Outcome:
    """What C left, by name."""
    n = sizes.n
    return Outcome(
        q=states[:, :, :n],
        qd=states[:, :, n:],
        t_end=ends[:, 0],
        q_end=ends[:, 1 : 1 + n],
        qd_end=ends[:, 1 + n : 1 + 2 * n],
        status=told[:, 0],
        accepted=told[:, 1],
        rejected=told[:, 2],
        crossings=told[:, 3],
        event_count=told[:, 5:],
        event_time=ends[:, 1 + 2 * n :],
        stuck=told[:, 4] > 0,
    )


def rows_of(numbers: tuple[np.ndarray, ...], count: int) -> np.ndarray:
    """All numbers of the parameters (count, ·), a row for each member."""
    pieces = [np.asarray(x, float).reshape(count, -1) for x in numbers]
    return np.ascontiguousarray(np.concatenate(pieces or [np.zeros((count, 0))], axis=1))


class NativeCrowd(AbstractCrowd):
    """Members in threads; Python's lock is not held while C computes."""

    def __init__(self, asked: Request, native: Native, known: Known, threads: int):
        self.name = f"native, {threads} thread{'s' if threads > 1 else ''}"
        self.asked, self.sizes, self.threads = asked, native.sizes, threads
        self.native, self.known = native, known
        self.common, self.energy = common(asked), native.sizes.energy
        self.targets = np.ascontiguousarray(asked.times[1:], float)

    def run(self, members: Members) -> Outcome:
        n, events, count = self.sizes.n, self.sizes.events, len(members.q0)
        q0, qd0 = (np.ascontiguousarray(x, float) for x in members[:2])
        p = rows_of(members.numbers, count)
        states = np.empty((count, len(self.targets), 2 * n))
        ends, counts = (
            np.empty((count, 1 + 2 * n + events)),
            np.empty((count, 5 + events), np.int64),
        )
        stop = ctypes.c_int(0)

        def work(share: slice) -> None:
            starts = [x[share].ctypes.data for x in (q0, qd0, p)]
            out = [x[share].ctypes.data for x in (states, ends, counts)]
            shared = self.targets.ctypes.data, ctypes.byref(self.common)
            size = share.stop - share.start
            self._call("many", size, *starts, *shared, *out, ctypes.byref(stop))

        self._deal(work, count, stop)
        states = states if self.asked.stops is None else states[:, self.asked.stops.places]
        return outcome(self.sizes, states, ends, counts)

    def observe(
        self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, numbers: tuple[np.ndarray, ...]
    ) -> Observed:
        count, parts = len(t), parts_of(self.sizes, self.energy)
        t, q, qd = (np.ascontiguousarray(x, float) for x in (t, q, qd))
        p, size = rows_of(numbers, count), size_of(parts)
        rows, whole = np.empty((count, size)), np.empty((count, 2), np.int64)

        def work(share: slice) -> None:
            states = [x[share].ctypes.data for x in (t, q, qd, p)]
            out = [x[share].ctypes.data for x in (rows, whole)]
            sizes = share.stop - share.start, size
            self._call("observe_many", *sizes, *states, *tolerances(self.asked), *out)

        self._deal(work, count, ctypes.c_int(0))
        return observed(self.sizes, parts, rows, whole)

    def _call(self, name: str, *arguments: Any) -> None:
        """By the program that knows its sizes, once there is one; else by the library."""
        begin, library = thread_time(), self.known.library
        if library is None:
            if getattr(self.native, name)(*arguments) < 0:
                raise MemoryError(NO_MEMORY)
            self.native.functions.ran(thread_time() - begin)
        else:
            getattr(library, f"zw_{name}")(*arguments)
        self.known.ran(thread_time() - begin)

    def _deal(self, work: Any, count: int, stop: ctypes.c_int) -> None:
        """Do shares of the work in threads; from the keyboard they are told to stop."""
        size = max(1, -(-count // (SHARES * self.threads)))
        shares = [slice(i, min(i + size, count)) for i in range(0, count, size)]
        if self.threads == 1 or len(shares) == 1:
            for share in shares:
                work(share)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                list(pool.map(work, shares))
            except BaseException:
                stop.value = 1
                pool.shutdown(cancel_futures=True)
                raise
