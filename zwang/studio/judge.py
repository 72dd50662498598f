"""What is asked of a model's text: where it is wrong, its report, its motion, its files.

Each function takes a text and returns a tree for the page; nothing raises for a wrong text.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.engine.export import export_c
from zwang.modelfile import Model, ModelError, parse
from zwang.modelfile.words import in_words_of_the_file, report_of
from zwang.motion.motion import Motion
from zwang.page.live.page import page
from zwang.page.of_function import Wanted
from zwang.page.recording import shown
from zwang.page.show import page_of, tree_of

Tree = dict[str, Any]
KINDS = ("page", "live", "netcdf", "c")


class Wrong(Exception):
    """A text that is no model, or has no motion: the problems as trees."""

    def __init__(self, problems: list[Tree]):
        super().__init__()
        self.problems = problems


def errors(text: str) -> list[Tree]:
    """Where a text is wrong: line, column from 1 and message; none for a model."""
    try:
        _parsed(text)
    except Wrong as wrong:
        return wrong.problems
    return []


def run(text: str) -> Tree:
    """The report of a model at its start, and its motion as a page shows it."""
    try:
        model = _parsed(text)
        with _told():
            report, _ = report_of(model)
        with _told(), in_words_of_the_file(model):
            motion = model.simulate(throw=False)
            tree = tree_of(shown(motion), rows=len(motion), **_drawn(model))
    except Wrong as wrong:
        return {"problems": wrong.problems}
    parameters = {name: float(x) for name, x in model.p.items() if np.ndim(x) == 0}
    return {"problems": [], "report": report, "parameters": parameters, **tree}


def live(text: str) -> Tree:
    """The live page of a model, as ``html``."""
    try:
        model = _parsed(text)
        with _told(), in_words_of_the_file(model):
            return {"problems": [], "html": page(model).html}
    except Wrong as wrong:
        return {"problems": wrong.problems}


def export(text: str, kind: str) -> Tree:
    """A model as a file: its name, its type and its bytes."""
    try:
        model = _parsed(text)
        with _told(), in_words_of_the_file(model):
            name, data = _file(model, kind)
    except Wrong as wrong:
        return {"problems": wrong.problems}
    return {"problems": [], "name": name, "data": data}


def _parsed(text: str) -> Model:
    try:
        return parse(text)
    except ModelError as error:
        raise Wrong([problem(error.message, error.line, error.column)]) from None
    except (ValueError, ArithmeticError) as error:
        raise Wrong([problem(str(error))]) from None


@contextmanager
def _told() -> Iterator[None]:
    """What a model cannot do, as problems."""
    try:
        yield
    except (ValueError, TypeError, RuntimeError, ArithmeticError, MemoryError) as error:
        raise Wrong([problem(str(error) or type(error).__name__)]) from None


def problem(message: str, line: int | None = None, column: int | None = None) -> Tree:
    """One thing that is wrong."""
    return {"message": message, "line": line, "column": column}


def _file(model: Model, kind: str) -> tuple[str, bytes]:
    if kind == "c":
        return "model-c.zip", _zipped(model)
    if kind == "live":
        return "live.html", page(model).html.encode("utf-8")
    motion: Motion = model.simulate(throw=False)
    if kind == "page":
        html = page_of(shown(motion), rows=len(motion), **_drawn(model))
        return "model.html", html.encode("utf-8")
    if Status(int(motion.status)) is not Status.OK and len(motion) < 1:
        raise ValueError("There is no motion to write.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "motion.nc"
        motion.save(path)
        return "motion.nc", path.read_bytes()


def _drawn(model: Model) -> Tree:
    """What a model says of its picture."""
    wishes, title = model.page, model.title or "motion"
    if wishes.points is None:
        return {"title": title}
    wanted = Wanted(wishes.points, wishes.links, wishes.names, wishes.trails)
    return {"points": wanted, "title": title}


def _zipped(model: Model) -> bytes:
    stream = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(stream, "w") as archive:
        q0, _ = model.start()
        for path in export_c(model.system, Path(folder) / "model", q=q0, p=dict(model.p)):
            archive.write(path, Path("model") / path.name)
    return stream.getvalue()
