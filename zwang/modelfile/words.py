"""What the library says in its own names, in those of a model file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from zwang.consistency.diagnose import check
from zwang.modelfile.model import Model


@contextmanager
def in_words_of_the_file(model: Model) -> Iterator[None]:
    """What the library says in its names, in those of a model file."""
    try:
        yield
    except ValueError as error:
        text, file = str(error), model.source.path
        if "zw.assemble(" in text:
            text = re.split(" wanted a sta(?:rt|te)", text)[0]
            text = re.sub("`q0?`", "the start", text)
            text = re.sub("`qd0?`", "the velocity at the start", text)
            text += " correct [coordinates], or write assemble = true under [simulate], which moves"
            text += " it to the nearest place that satisfies the constraints."
        elif "not a polynomial of degree two" in text:
            key = "kinetic" if "kinetic" in model.document.get("system", {}) else "lagrangian"
            text = f"`{key}` under [system] is not a polynomial of degree two in the velocities;"
            text += " for others give `mass` and `force` in its place."
        else:
            raise
        raise ValueError(f"{file}: {text}" if file else text) from error


def report_of(model: Model) -> tuple[str, bool]:
    """The Report of a model as a page, and whether nothing prevents its motion."""
    with in_words_of_the_file(model):
        report = model.check()
        if model.control is not None and not report.ok:
            # A control that cannot be is no number; which requirements it fails says another.
            start = *model.start(), model.t[0], model.p
            found = model.control.check(*start)
            if found.problems:
                alone = check(model.control.model, *start)
                return f"{found}\n\nWithout the control:\n{alone}", False
    # Whoever has a file does not write Python.
    told = re.sub(r"zw\.assemble\([^)]*\)", "assemble = true under [simulate]", str(report))
    return told, report.ok
