"""Bars over members and over time: how far, how fast, how long still; words for a long wait, and
warnings of one."""

from __future__ import annotations

import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_ASKED: ContextVar[bool] = ContextVar("asked", default=False)  # whether waits are told of anywhere


class Programs:
    """How many programs this process compiled, and found in the cache."""

    def __init__(self):
        self.compiled = self.kept = 0
        self._lock = threading.Lock()

    def count(self, kept: bool) -> None:
        """Count one more."""
        with self._lock:
            self.kept += kept
            self.compiled += not kept


PROGRAMS = Programs()


def so_far(what: str) -> Callable[[], str]:
    """A text for ``waiting``: how many programs were compiled since now, and how many were kept."""
    compiled, kept = PROGRAMS.compiled, PROGRAMS.kept
    counts = lambda: (PROGRAMS.compiled - compiled, PROGRAMS.kept - kept)
    return lambda: "{}: {} compiled, {} found in the cache".format(what, *counts())


def warn(text: str) -> None:
    """A ``RuntimeWarning`` at the line of whoever called zwang."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith("zwang."):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, RuntimeWarning, stacklevel=level)


@contextmanager
def compiling(shown: bool) -> Iterator[None]:
    """Say what is compiled meanwhile, on a terminal or not, and at last what was in the cache."""
    if not shown or sys.stderr is None:
        yield
        return
    token, compiled, kept = _ASKED.set(True), PROGRAMS.compiled, PROGRAMS.kept
    try:
        yield
    finally:
        _ASKED.reset(token)
        compiled, kept = PROGRAMS.compiled - compiled, PROGRAMS.kept - kept
        if compiled or kept:
            sys.stderr.write(f"programs in C: {compiled} compiled, {kept} found in the cache\n")


@contextmanager
def bar(shown: bool, total: int, done: int = 0, *, stderr: bool = False) -> Iterator[Callable]:
    """A function to call with how many more are done; it moves the bar, or nothing."""
    if not shown:
        yield lambda count: None
        return
    from rich import progress
    from rich.console import Console

    columns = progress.MofNCompleteColumn(), progress.BarColumn(), progress.TaskProgressColumn()
    rate, left = progress.TextColumn("{task.fields[rate]}"), progress.TimeRemainingColumn()
    began, new = time.perf_counter(), 0
    with progress.Progress(*columns, rate, left, console=Console(stderr=stderr)) as shown_bar:
        task = shown_bar.add_task("", total=total, completed=done, rate="")

        def report(count: int) -> None:
            nonlocal new
            new += count
            each = new / max(time.perf_counter() - began, 1e-9)
            shown_bar.update(task, advance=count, rate=f"{each:.3g} members/s")

        yield report


@contextmanager
def over_time(times: Any) -> Iterator[Callable[[float], None]]:
    """A bar over the time that is simulated; a function to call with the time reached."""
    from rich import progress

    columns = progress.TextColumn("t = {task.fields[reached]:.4g}"), progress.BarColumn()
    others = progress.TaskProgressColumn(), progress.TimeRemainingColumn()
    with progress.Progress(*columns, *others) as shown:
        task = shown.add_task("", total=times[-1] - times[0], reached=times[0])
        yield lambda reached: shown.update(task, completed=reached - times[0], reached=reached)


@contextmanager
def waiting(text: Callable[[], str], after: float = 2.0) -> Iterator[None]:
    """Say on a terminal what is waited for, where that takes long; elsewhere only if asked for."""
    to, asked = sys.stderr, _ASKED.get()
    if to is None or not (to.isatty() or asked):
        yield
        return
    terminal, done, said = to.isatty(), threading.Event(), [""]

    def tell() -> None:
        while not done.wait(0.2 if said[-1] or asked else after):
            new = text()
            if terminal or new != said[-1]:  # elsewhere a line for each
                to.write(f"\r{new}\x1b[K" if terminal else f"{new}\n")
                to.flush()
            said.append(new)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
        if terminal and len(said) > 1:
            to.write("\r\x1b[K")
            to.flush()
