"""Dense algebra of ours on one thread of BLAS.

NumPy's and SciPy's wheels each bring an OpenBLAS of their own, each with threads that go on
counting for a while after their work, in case there is more. Where both are asked in turn, those of
the one take the cores from those of the other: on two cores a solve of 200 × 200 took 150 times as
long on two threads as on one. So what zwang computes itself has one, and what its caller had set is
set again afterwards, in errors too::

    @one_thread
    def equilibrium(...):

The setting is the process's. While several threads are inside, the last to leave sets it back;
who changes it meanwhile has the last word.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import threading
from contextlib import AbstractContextManager, ContextDecorator, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

SMALL, LARGE = 32, 2000  # coordinates: below BLAS takes one thread by itself; above more may help
# In whose libraries; wheels add a prefix, and a suffix where integers have 64 bits.
WITHIN = "numpy.linalg._umath_linalg", "scipy.linalg._flapack"
NAMES = [
    (f"{before}openblas_get_num_threads{after}", f"{before}openblas_set_num_threads{after}")
    for before in ("scipy_", "")
    for after in ("64_", "")
]


class _Blas(NamedTuple):
    """How a library tells the number of its threads, and how it is told."""

    get: Any
    set: Any


class _OneThread(ContextDecorator):
    """One thread for BLAS within; open more than once, it does nothing more."""

    def __init__(self):
        self._inside, self._before = 0, []
        self._renew()
        if hasattr(os, "register_at_fork"):  # a fork may come while another thread holds it
            os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside > 1:
                return
            self._before = [(blas, blas.get()) for blas in _libraries()]
            for blas, count in self._before:
                if count > 1:
                    blas.set(1)

    def __exit__(self, *_: Any) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside:
                return
            for blas, count in self._before:
                if count > 1 and blas.get() == 1:
                    blas.set(count)


one_thread = _OneThread()
_as_it_is = nullcontext()


def at_size(M: Any) -> AbstractContextManager:
    """``one_thread`` for dense algebra of a size at which more would only wait for each other.

    Shapes: M (n, n).
    """
    return one_thread if type(M) is np.ndarray and SMALL <= len(M) <= LARGE else _as_it_is


@cache
def _libraries() -> tuple[_Blas, ...]:
    """Those of NumPy and SciPy that are OpenBLAS, each once."""
    found = {}
    for name in WITHIN:
        for file in _files(name):
            for get, set in NAMES:
                try:
                    library = ctypes.PyDLL(file)  # which keeps Python's lock: calls are short
                    blas = _Blas(getattr(library, get), getattr(library, set))
                except (OSError, AttributeError):
                    continue
                found[ctypes.cast(blas.set, ctypes.c_void_p).value] = blas
    return tuple(found.values())


def _files(name: str) -> list[str]:
    """Where its BLAS may be: the module itself, which knows what it needs, or beside its
    package.
    """
    try:
        module = importlib.import_module(name)
    except ImportError:
        return []
    own = str(module.__file__)
    package = next(x for x in Path(own).parents if x.name == name.partition(".")[0])
    beside = package.with_name(f"{package.name}.libs").glob("*openblas*.dll")  # of Windows alone
    return [own, *map(str, beside)]
