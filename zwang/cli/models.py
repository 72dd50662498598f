"""Models as the commands read them, with the changes of the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from zwang import modelfile
from zwang.cli.mistakes import Mistake, as_mistakes, finite, near
from zwang.modelfile import Model


def load(path: Path, changes: Sequence[str], settings: Mapping[str, Any] | None = None) -> Model:
    """The model in a file, changed.

    Parameters
    ----------
    path : of the model file
    changes : as after ``--set``
    settings : as after ``--until``, ``--rtol`` and ``--atol``; None for what was not given
    """
    with as_mistakes(ValueError, OSError):
        model = modelfile.read(path)
    p = dict(_change(text, model.p) for text in changes)
    given = {name: value for name, value in (settings or {}).items() if value is not None}
    for name, value in given.items():
        finite(f"--{name}", str(value))
    if not p and not given:
        return model
    with as_mistakes(ValueError):
        return model.with_changes(p=p, **given)


def _change(text: str, p: Mapping[str, Any]) -> tuple[str, float]:
    """The name of a parameter and its new value, from NAME=NUMBER."""
    name, sign, number = text.partition("=")
    if not sign:
        raise Mistake(f"--set is {text!r}; wanted NAME=NUMBER, such as L=2.")
    name = name.strip()
    # A parameter may itself be named p; p.L is L of the parameters.
    name = name if name in p else name.removeprefix("p.")
    if name not in p:
        raise Mistake(f"--set names the parameter {name!r}; {near(name, p)}")
    if np.ndim(p[name]):
        raise Mistake(f"--set names {name!r}, which is a list; change it in the file.")
    return name, finite(f"--set {name}", number.strip())
