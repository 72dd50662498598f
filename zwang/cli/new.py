"""zwang new: a commented model file that runs as it is."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from zwang.cli.support.errors import Mistake, as_mistakes
from zwang.cli.support.files import write_new

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


def main(name: str) -> int:
    """Carry out the command; the exit code."""
    name = name.removesuffix(".toml")
    if not NAME.fullmatch(name):
        raise Mistake(
            f"NAME is {name!r}; wanted a letter and then letters, digits, - or _, at most 64 in "
            "all. The file is written into the present folder."
        )
    text = resources.files("zwang.cli").joinpath("template.toml").read_text(encoding="utf-8")
    path = Path(f"{name}.toml")
    with as_mistakes(OSError):
        write_new(path, text.replace("NAME", name))
    print(f"Wrote {path}. Next: zwang run {path}")
    return 0
