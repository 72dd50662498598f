"""What the C library is made of, and how: sources, flags, interface, and the digest of these.

Its translation units are UNITS. What these include by ``#include "..."``, wherever it stands in
the package, is a source. The build reads this file without any package installed: it imports
nothing but Python's own modules and what these suffice for.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from zwang.files import build
from zwang.files.command import side_by_side

PACKAGE = Path(__file__).resolve().parents[1]
# The name of the library is not that of a file beside it: Python would import it as a module.
INTERFACE, INSTALLED = "library/interface.py", "runtime/libzwang.so"
UNITS = tuple(
    f"runtime/c/{name}.c"
    for name in ("library", "tape", "dense", "sparse", "wide_plain", "wide_avx2", "wide_avx512")
)
FLAGS = ("-std=c11", "-fPIC", "-fvisibility=hidden", *build.ALIKE)
LEVEL = "-O2"  # unless the variable CC names another
INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)"', re.MULTILINE)


class Recipe(NamedTuple):
    """The sources of the library, by their paths in the package, and the digest of all."""

    sources: dict[str, bytes]
    digest: str


def recipe() -> Recipe:
    """The recipe as the files say it now."""
    sources: dict[str, bytes] = {}
    for unit in UNITS:
        _read(PACKAGE / unit, sources)
    return recipe_of(sources)


def recipe_of(sources: dict[str, bytes]) -> Recipe:
    """The recipe of some sources."""
    digest = hashlib.blake2b(" ".join((LEVEL, *FLAGS)).encode(), digest_size=20)
    for name, content in [*sorted(sources.items()), (INTERFACE, _content(PACKAGE / INTERFACE))]:
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return Recipe(sources, digest.hexdigest())


def _read(file: Path, sources: dict[str, bytes]) -> None:
    """Enter a file and all that it includes."""
    name = file.relative_to(PACKAGE).as_posix()
    if name in sources:
        return
    sources[name] = content = _content(file)
    for included in INCLUDED.findall(content):
        _read((file.parent / included.decode()).resolve(), sources)


def _content(file: Path) -> bytes:
    """The bytes of a text, the same however a checkout ends its lines."""
    return file.read_bytes().replace(b"\r\n", b"\n")


def compile_library(made: Recipe, command: Sequence[str], file: Path) -> None:
    """Compile the library, from the sources that were read, into a new file. Raises NoLibrary."""
    folder = file.parent / "sources"
    for name, content in made.sources.items():
        source = folder / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_bytes(content)
    level = [] if any(part.startswith("-O") for part in command) else [LEVEL]
    whole = [*command, *level, *FLAGS, f'-DZW_DIGEST="{made.digest}"']
    objects = [str((folder / unit).with_suffix(".o")) for unit in UNITS]
    texts = [str(folder / unit) for unit in UNITS]
    side_by_side(
        partial(build.run_compiler, [*whole, "-c", "-o", to, text])
        for to, text in zip(objects, texts, strict=True)
    )
    build.run_compiler([*whole, "-shared", "-o", str(file), *objects, "-lm"])


def put(library: Path) -> Path:
    """Put the library where an editable install has it; who has loaded the one before keeps it."""
    into = PACKAGE / INSTALLED
    beside = into.with_suffix(".new")
    shutil.copyfile(library, beside)
    os.replace(beside, into)
    return into


def install() -> Path:
    """Compile the library into the package. Raises NoLibrary."""
    with tempfile.TemporaryDirectory(prefix="zwang-") as folder:
        library = Path(folder, "built.so")
        compile_library(recipe(), build.compiler(), library)
        return put(library)


if __name__ == "__main__":
    print(f"{install()} is built")
