"""Commands that take long, such as a compiler's: they end with who waits for them.

Each has a session of its own, so that it is ended with all that it began. Ctrl-C reaches the main
thread alone, which ends the commands of the threads that work for it.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

SOON = 0.05  # seconds between two looks at who has ended
NICE = 5  # how far commands that nobody waits for stand back behind others
LAST = 5.0  # seconds that the end of a process waits for threads to clear up

_RUNNING: dict[threading.Thread, subprocess.Popen] = {}
_BEGUN: list[threading.Thread] = []
_ENDING = threading.Event()


class Ended(Exception):
    """This process ends, or was interrupted, and nothing more is begun."""


def ends() -> bool:
    """Whether this process ends."""
    return _ENDING.is_set()


@contextmanager
def watched() -> Iterator[None]:
    """For a thread's commands: a process that ends waits until the thread has cleared up."""
    thread = threading.current_thread()
    _BEGUN.append(thread)
    try:
        if ends():
            raise Ended
        yield
    finally:
        with suppress(ValueError):  # a fork forgot it
            _BEGUN.remove(thread)


def run(command: Sequence[str], patience: float, surroundings: Mapping[str, str]) -> Any:
    """The exit code of a command, and what it said."""
    if threading.current_thread() is threading.main_thread():
        # Ctrl-C would come between a command's begin and the place that knows it.
        return side_by_side([partial(_run, command, patience, surroundings)])[0]
    return _run(command, patience, surroundings)


def _run(command: Sequence[str], patience: float, surroundings: Mapping[str, str]) -> Any:
    if _ENDING.is_set():
        raise Ended
    process = subprocess.Popen(
        command,
        env=surroundings,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    _RUNNING[threading.current_thread()] = process
    if threading.current_thread() in _BEGUN:  # nobody waits for it
        with suppress(AttributeError, OSError):  # there are no groups here, or it has ended
            os.setpriority(os.PRIO_PGRP, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
    try:
        said, complained = process.communicate(timeout=patience)
    finally:
        del _RUNNING[threading.current_thread()]
        if process.returncode is None:
            _kill(process)
            process.communicate()
    if process.returncode == -signal.SIGINT:  # Ctrl-C came before it had its session
        return _run(command, patience, surroundings)
    return process.returncode, complained or said


def side_by_side(tasks: Iterable[Callable[[], Any]]) -> list[Any]:
    """What some functions return that run commands, each in a thread; the first error is raised."""
    found: dict[int, Any] = {}
    errors: list[BaseException] = []

    def done(i: int, task: Callable[[], Any]) -> None:
        try:
            found[i] = task()
        except BaseException as error:  # which is raised where it is waited for
            errors.append(error)
        ends[i].set()

    threads = [threading.Thread(target=done, args=x, daemon=True) for x in enumerate(tasks)]
    ends = [threading.Event() for _ in threads]
    for thread in threads:
        thread.start()
    try:
        for end in ends:  # a thread whose `join` is interrupted counts as ended, though it is not
            end.wait()
    except BaseException:
        _end(threads)
        raise
    if errors:
        raise errors[0]
    return [found[i] for i in range(len(threads))]


def _kill(process: subprocess.Popen) -> None:
    """End a command and all that it began."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # there are no groups here, or it has ended
        process.kill()


def _end(threads: Sequence[threading.Thread]) -> None:
    """End the commands of threads, and wait for these to clear up."""
    last = time.monotonic() + LAST
    while any(x.is_alive() for x in threads) and time.monotonic() < last:
        for process in [y for x, y in [*_RUNNING.items()] if x in threads or _ENDING.is_set()]:
            _kill(process)
        time.sleep(SOON)


@atexit.register
def _end_all() -> None:
    """At the end of this process, commands that nobody waits for."""
    _ENDING.set()
    _end([*_BEGUN])


if hasattr(os, "register_at_fork"):  # none of these is a child's
    os.register_at_fork(after_in_child=lambda: (_RUNNING.clear(), _BEGUN.clear()))
