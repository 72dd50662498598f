"""What is imported when it is needed, and where JAX cannot compute.

JAX computes in threads, and a fork leaves them behind: the child has JAX's memory and nobody who
works. What is computed by NumPy or in C goes on there; what needs JAX is refused.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

BEGUN = time.time_ns()  # when the first module of this package was imported
# Objects at the head of a script: Python's own, NumPy's and some more; and JAX's, if it came first.
LITTLE, MUCH = 30_000, 120_000
_frozen = False
_first = True  # whether JAX, or we after it, come only now


@contextmanager
def undisturbed() -> Iterator[None]:
    """Modules imported in here are not searched for garbage.

    JAX is 10⁵ objects, all of which stay. Python would go through them several times while they are
    made, soon after, and twice at its end: a third of the time of a script that runs one motion.
    Where there is little else, which is so at the head of a script, all that is there when JAX and
    the first of ours have come is frozen: no search goes through it again. Elsewhere it counts as
    old, and only full searches do.
    """
    ours, most = gc.isenabled(), MUCH if "jax" in sys.modules else LITTLE
    little = _first and len(gc.get_objects()) < most
    gc.disable()
    try:
        yield
    finally:
        if ours:
            _set_aside(little)
            gc.enable()


def _set_aside(little: bool) -> None:
    """Freeze what there is, if it was little before JAX came, or call it old."""
    global _first, _frozen
    _frozen = _frozen or gc.get_freeze_count() > 0  # which counts them one by one
    if little and "jax" in sys.modules:
        _frozen = True
        gc.freeze()
    elif not _frozen:  # else what is frozen would thaw
        gc.freeze()
        gc.unfreeze()  # which puts all into the oldest generation
    _first = _first and "jax" not in sys.modules


def exported(package: str, **places: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package whose names are imported when they are asked for."""

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = f"{package}.{places[name]}"
        with nullcontext() if module in sys.modules else undisturbed():
            return getattr(importlib.import_module(module), name)

    return find


# -- forked processes ----------------------------------------------------------------------------

_threads_lost = False


def _note() -> None:
    global _threads_lost
    begun = sys.modules.get("jax._src.xla_bridge")  # JAX has no public word for whether it has
    _threads_lost = _threads_lost or (begun is not None and begun.backends_are_initialized())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note)


def require_threads(what: str) -> None:
    """Raise where JAX cannot compute, or not in float64. Raises RuntimeError."""
    if _threads_lost:
        raise RuntimeError(
            f"{what} needs JAX, and this process was forked from one that had begun with it: JAX "
            "would wait for ever. Start processes by multiprocessing.get_context('spawn'); motions "
            "by engine='native' can be computed here."
        )
    require_double()
    _require_device(what)


_SINGLE: ContextVar[bool] = ContextVar("float32 is wanted", default=False)


@contextmanager
def single() -> Iterator[None]:
    """While this lasts, JAX computes in float32."""
    token = _SINGLE.set(True)
    try:
        with importlib.import_module("jax").enable_x64(False):
            yield
    finally:
        _SINGLE.reset(token)


def require_double() -> None:
    """Raise if JAX rounds to float32 and nobody here asked for it."""
    jax = sys.modules.get("jax")
    if jax is not None and not jax.config.jax_enable_x64 and not _SINGLE.get():
        raise RuntimeError(
            "`jax_enable_x64` is False, so that JAX rounds all numbers to float32; wanted what "
            'importing zwang sets: jax.config.update("jax_enable_x64", True).'
        )


def _require_device(what: str) -> None:
    """Raise if the platforms that were chosen for JAX have no device."""
    named = os.environ.get("JAX_PLATFORMS", "")
    if not named or "cpu" in named:
        return
    try:
        importlib.import_module("jax").devices()
    except (RuntimeError, AssertionError) as error:
        raise RuntimeError(
            f"{what} needs JAX, and the variable `JAX_PLATFORMS` is {named!r}, of which JAX finds "
            "no device here; unset it, or set it to 'cpu'."
        ) from error
