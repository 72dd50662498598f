"""The stack that a dense program in C needs, and what the thread that calls it has.

A frame that is larger than what is left does not always end the process: it may lie in the memory
of something else. So this is judged by size, before the call.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

REAL = 8  # bytes
# Of the calls that lead to the one in C, and of what is written out for a system.
CALLS = 128 * 1024
LITTLE = 32 * 1024  # what every thread has left, so that small systems need not look
PLAIN = 512 * 1024  # the smallest stack by default of a thread where nothing says its size
_starting = threading.Lock()


def needed(n: int, m: int) -> int:
    """Bytes of local arrays that are open at the same time.

    The deepest in m are S and L of ``zw_turned`` with W of ``zw_turn`` (rank_watch.h), 3 m²; in m n
    and n² the sights of a crossing, the trial of its step, and a basis in the kernel. It is above
    the longest chain of frames that gcc reports (``-fcallgraph-info=su``) at -O0, -O1 and -O2.
    """
    return REAL * (3 * m * m + 24 * m * n + 12 * n * n)


def is_little(n: int, m: int) -> bool:
    """Whether a program has room in every thread."""
    return needed(n, m) <= LITTLE


def fits(n: int, m: int) -> bool:
    """Whether a program has room in the thread that asks."""
    return is_little(n, m) or needed(n, m) + CALLS <= _size()


def require_room(n: int, m: int) -> None:
    """Refuse a motion whose program has no room in the thread that asks."""
    if fits(n, m):
        return
    least, size = (f"{x / 2**20:.3g} MiB" for x in (needed(n, m) + CALLS, _size()))
    raise ValueError(
        f"`constraints` have {m} rows on {n} coordinates: their dense algebra in C needs {least} "
        f"of stack, and this thread has {size}. Leave out rows that depend on others, or run this "
        f"in a thread started after threading.stack_size({_stack(n, m) // 2**20} * 2**20)."
    )


@contextmanager
def threads_with_room(count: int, n: int, m: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that have room for a program; what is submitted at once starts them."""
    with ThreadPoolExecutor(count) as pool:
        if not is_little(n, m):
            begin = threading.Barrier(count + 1)
            with _starting:  # the size is the process's, and counts when a thread is started
                before = threading.stack_size()
                threading.stack_size(max(before, _stack(n, m)))
                try:
                    for _ in range(count):  # none is idle, so that each has a thread
                        pool.submit(begin.wait)
                except BaseException:
                    begin.abort()
                    raise
                finally:
                    threading.stack_size(before)
            begin.wait()
        yield pool


def _stack(n: int, m: int) -> int:
    """A size for new threads, in whole pages, that is ample."""
    return -(-(needed(n, m) + 2 * CALLS) // 2**20) * 2**20


def _size() -> int:
    """The size of this thread's stack in bytes."""
    if threading.current_thread() is threading.main_thread():
        try:
            import resource  # which Windows has not
        except ImportError:
            return PLAIN
        most = resource.getrlimit(resource.RLIMIT_STACK)[0]
        return 2**62 if most == resource.RLIM_INFINITY else most
    try:
        return _of_thread()
    except (AttributeError, OSError):
        return threading.stack_size() or PLAIN


def _of_thread() -> int:
    library, about = ctypes.CDLL(None), (ctypes.c_longlong * 32)()  # more than the struct has
    bottom, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.pthread_self.restype = ctypes.c_void_p
    this = ctypes.c_void_p(library.pthread_self())
    if library.pthread_getattr_np(this, about):
        raise OSError
    library.pthread_attr_getstack(about, ctypes.byref(bottom), ctypes.byref(size))
    library.pthread_attr_destroy(about)
    return size.value
