"""zwang derive: the explicit equations of a model, as a page of HTML and in LaTeX."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from zwang.cli.support.errors import Mistake, as_mistakes
from zwang.cli.support.models import load
from zwang.files.whole import write_whole
from zwang.modelfile import Model
from zwang.symbolic.explicit import explicit, explicit_near
from zwang.symbolic.formulas import Formulas

MADE_BY = "derived by zwang"


def main(path: Path, changes: Sequence[str], out: Path, on_constraints: bool) -> int:
    """Carry out the command."""
    model = load(path, changes)
    targets = [_target(out, path.stem + ending) for ending in (".html", ".tex")]
    with as_mistakes(ValueError, ImportError):
        formulas = _formulas(model, on_constraints)
    title = model.title or path.stem
    texts = formulas.html(title), f"% {MADE_BY}\n{formulas.latex(title)}"
    with as_mistakes(OSError):
        for target, text in zip(targets, texts, strict=True):
            write_whole(target, text.encode())
    print(formulas)
    print(f"\nWritten to {' and '.join(map(str, targets))}.")
    return 0


def _formulas(model: Model, on_constraints: bool) -> Formulas:
    """Of the system, and of its control if that has any."""
    try:
        return explicit(model, on_constraints=on_constraints)
    except ValueError as error:
        if model.control is None:
            raise
        print(f"zwang: {error} The plant follows without it.", file=sys.stderr)
        plant = model.control.model
        return explicit_near(plant, dict(model.p), None, model.q0, on_constraints)


def _target(folder: Path, name: str) -> Path:
    """A file, which may replace one that zwang wrote."""
    path = folder / name
    with as_mistakes(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and MADE_BY not in path.read_text("utf-8", errors="replace")[:1000]:
            raise Mistake(f"'{path}' is there, and zwang did not derive it; give another --out.")
    return path
