"""C of the library in a unit of a test's own, which exports what is static there."""

import ctypes
import re
from pathlib import Path
from typing import NamedTuple

import zwang.runtime
from tests.engine.memory import forget
from zwang.engine.large import system as systems
from zwang.files import build
from zwang.library import loader as libraries
from zwang.library.recipe import INCLUDED, recipe, recipe_of
from zwang.runtime.constants import of_library
from zwang.solvers.sparse import symbolic

FOLDER = Path(zwang.runtime.__file__).parent / "c"


def text_of(*names: str) -> str:
    """The text of headers and of all that they include, each once."""
    seen: set[str] = set()

    def whole(name: str) -> str:
        if name in seen:
            return ""
        seen.add(name)
        text = (FOLDER / name).read_text(encoding="utf-8")
        return re.sub(INCLUDED.pattern.decode(), lambda x: whole(x[1]), text, flags=re.MULTILINE)

    return "\n".join(map(whole, names))


def unit(exported: str, *headers: str, level: str = build.ONCE) -> ctypes.CDLL:
    """A library of some headers and of functions that a test adds."""
    return build.library("\n".join([text_of(*headers), exported]), level)


class Change(NamedTuple):
    """A text of C in a file of the package, and what is to stand in its place."""

    file: str
    right: str
    wrong: str


def number(name: str, value: float) -> Change:
    """Another value of a number that C takes from Python."""
    define = f"#define ZW_{name}"
    return Change(
        "runtime/c/constants.h", f"{define} {of_library()[name]!r}\n", f"{define} {value!r}\n"
    )


def spoiled(*changes: Change) -> ctypes.CDLL:
    """The whole library with some changes."""
    sources = dict(recipe().sources)
    for file, right, wrong in changes:
        text = sources[file].decode()
        assert text.count(right) == 1, f"{file} has `{right}` {text.count(right)} times"
        sources[file] = text.replace(right, wrong).encode()
    return libraries._built(recipe_of(sources))


def use(patch, library: ctypes.CDLL) -> None:
    """Have systems use a library, and remember none of another one."""
    patch.setattr(libraries, "_LOADED", [library])
    patch.setattr(symbolic, "_kept", type(symbolic._kept)())
    systems.large.cache_clear()
    forget()
