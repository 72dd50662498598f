"""Processes that were forked, in which JAX waits for ever.

JAX computes in threads, and a fork leaves them behind: the child has JAX's memory and nobody who
works. What is computed by NumPy or in C goes on there; what needs JAX is refused.
"""

from __future__ import annotations

import os

from jax._src import xla_bridge  # JAX has no public word for whether it has begun

_threads_lost = False


def _note() -> None:
    global _threads_lost
    _threads_lost = _threads_lost or xla_bridge.backends_are_initialized()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note)


def require_threads(what: str) -> None:
    """Raise where JAX cannot compute.

    Parameters
    ----------
    what : for which it is needed, as the message names it

    Raises
    ------
    RuntimeError
        This process was forked from one in which JAX had begun.
    """
    if _threads_lost:
        raise RuntimeError(
            f"{what} needs JAX, and this process was forked from one that had begun with it: JAX "
            "would wait for ever. Start processes by multiprocessing.get_context('spawn'); motions "
            "by engine='native' can be computed here."
        )
