"""zwang examples: the models and studies that come with the package, listed or copied."""

from __future__ import annotations

import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from zwang.cli.support.errors import Mistake, as_mistakes, near
from zwang.cli.support.files import write_new


def main(name: str | None, out: Path) -> int:
    """Carry out the command; the exit code."""
    models, several = known(), studies()
    there = models | several
    if name is None:
        _list(models)
        print("\nStudies, each a model with a design, for zwang sweep:")
        _list(several)
        print("\nTo copy one: zwang examples NAME")
        return 0
    plain = name.removesuffix(".toml")
    if plain not in there:
        raise Mistake(f"NAME is {name!r}; {near(plain, there)}")
    if not out.is_dir():
        raise Mistake(f"--out is '{out}', and there is no such folder.")
    path = out / f"{plain}.toml"
    with as_mistakes(OSError):
        write_new(path, there[plain].read_text(encoding="utf-8"))
    print(f"Wrote {path}. Next: zwang {'sweep' if plain in several else 'run'} {path}")
    return 0


def known() -> dict[str, Traversable]:
    """The example models by their names."""
    return _files("models")


def studies() -> dict[str, Traversable]:
    """The example studies by their names."""
    return _files("studies")


def _files(folder: str) -> dict[str, Traversable]:
    files = resources.files("zwang.zoo").joinpath(folder).iterdir()
    found = {x.name.removesuffix(".toml"): x for x in files if x.name.endswith(".toml")}
    return dict(sorted(found.items()))


def _list(there: dict[str, Traversable]) -> None:
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, file in there.items():
        title = tomllib.loads(file.read_text(encoding="utf-8")).get("title", "")
        table.add_row(Text(name, style="bold"), Text(title))
    Console(highlight=False).print(table)
