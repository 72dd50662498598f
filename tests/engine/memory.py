"""What a process remembers of programs, and how it is forgotten."""

from zwang.engine import acceleration, native
from zwang.engine.code import code_of
from zwang.files import build, kept


def forget():
    """All that a new process does not know."""
    for function in (build.library, kept.own, code_of, native.compiled, acceleration._compiled):
        function.cache_clear()
