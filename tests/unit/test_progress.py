"""Words for a long wait: on a terminal, when it is long, and gone afterwards."""

import sys
import time
from io import StringIO

import pytest

from zwang.base.progress import waiting


class Terminal(StringIO):
    """What is written to a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("to", "long", "said"),
    [(Terminal, True, True), (Terminal, False, False), (StringIO, True, False)],
)
def test_a_wait_is_told_of_on_a_terminal_if_it_is_long(monkeypatch, to, long, said):
    written = to()
    monkeypatch.setattr(sys, "stderr", written)
    with waiting(lambda: "compiling", after=0.01 if long else 60.0):
        limit = time.monotonic() + (60.0 if said else 0.05)
        while "compiling" not in written.getvalue() and time.monotonic() < limit:
            time.sleep(0.01)
    assert ("compiling" in written.getvalue()) == said
    assert not said or written.getvalue().endswith("\r\x1b[K")
