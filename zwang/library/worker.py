"""One thread that works beside all others: what it makes is ready later, or never.

The newest job comes first, since its owner is at work now. A job whose owner is no longer needed
by anybody is left out. A process that ends, or forks, takes no job along.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from zwang.files import command

Job = Callable[[Any], None]


class _Queue:
    """What is to be done, and whether a thread does it."""

    def __init__(self):
        self.lock, self.jobs, self.works = threading.Lock(), list[tuple[Any, Job]](), False

    def take(self) -> tuple[Any, Job] | None:
        """The next job and its owner; None ends the thread."""
        with self.lock:
            while self.jobs and not command.ends():
                owner, job = self.jobs.pop()
                needed = owner()
                if needed is not None:
                    return needed, job
            self.works = False
            return None

    def work(self) -> None:
        while (taken := self.take()) is not None:
            owner, job = taken
            del taken
            with suppress(Exception):  # who needs the result does without
                job(owner)
            del owner, job


_QUEUE = _Queue()


def begin(owner: Any, job: Job) -> None:
    """Have a job done, a function of its owner, while others go on."""
    with _QUEUE.lock:
        _QUEUE.jobs.append((weakref.ref(owner), job))
        begins, _QUEUE.works = not _QUEUE.works, True
    if begins:  # a daemon, or the process would wait for it
        threading.Thread(target=_QUEUE.work, name="zwang-worker", daemon=True).start()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_QUEUE.__init__)
