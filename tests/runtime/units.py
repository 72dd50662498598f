"""C of the library in a unit of a test's own, which exports what is static there."""

import ctypes
import re
from pathlib import Path

import zwang.runtime
from zwang.files import build
from zwang.runtime.recipe import INCLUDED

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
    return build.library("\n".join([text_of(*headers), exported]), level, at_once=True)
