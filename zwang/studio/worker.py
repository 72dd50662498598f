"""A process of its own that computes: what goes wrong or on for ever in it ends there.

It answers one question after the other. One that takes longer than it may is ended with its
process, and a new one takes the next.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from typing import Any

from zwang.studio import judge

PATIENCE = 60.0  # seconds for one question
WAITING = 90.0  # seconds for those before it
CALLS = {"run": judge.run, "live": judge.live, "export": judge.export}


class Busy(Exception):
    """Others wait already."""


def answer(pipe: Any) -> None:
    """Answer questions until the pipe is closed: the process itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it decides
    while True:
        try:
            what, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            found = CALLS[what](*arguments)
        except Exception as error:  # an error of zwang itself: told, and the process lives on
            said = f"An error of zwang itself: {type(error).__name__}: {error}"
            found = {"problems": [judge.problem(said)]}
        pipe.send(found)


class Worker:
    """The process, started when it is first asked."""

    def __init__(self, patience: float = PATIENCE):
        self.patience = patience  # seconds for one question
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Any = None

    def start(self) -> None:
        """Start the process, if there is none; it imports for seconds."""
        if self._process is None or not self._process.is_alive():
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=answer, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()

    def ask(self, what: str, *arguments: Any) -> dict[str, Any]:
        """Ask a question and wait for its answer."""
        if not self._lock.acquire(timeout=WAITING):
            raise Busy()
        try:
            self.start()
            self._pipe.send((what, arguments))
            if self._pipe.poll(self.patience):
                return self._pipe.recv()
            self.end()
            told = f"It took longer than {self.patience:g} s and was ended."
        except (EOFError, OSError):
            self.end()
            told = "The process that computes ended; a new one is started."
        finally:
            self._lock.release()
        return {"problems": [judge.problem(told)]}

    def end(self) -> None:
        """End the process and what it computes."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join(5.0)
            self._pipe.close()
