"""What a process remembers of programs, and how it is forgotten."""

from zwang.engine import acceleration, ensemble
from zwang.engine.code import code_of
from zwang.engine.dense import native
from zwang.files import build, kept


def forget():
    """All that a new process does not know."""
    of_systems = code_of, native.compiled, acceleration._compiled, ensemble._known
    for function in (build.library, kept.own, *of_systems):
        function.cache_clear()
