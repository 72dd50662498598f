"""Models as the commands read them, with the changes of the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from zwang import modelfile
from zwang.cli.support.errors import Mistake, as_mistakes, finite, near
from zwang.integrate.options import FINEST
from zwang.modelfile import Model
from zwang.modelfile.words import in_words_of_the_file as in_words_of_the_file

LATE = 1e300  # an end where none is needed


def load(path: Path, changes: Sequence[str], settings: Mapping[str, Any] | None = None) -> Model:
    """The model in a file, changed."""
    late = LATE if settings is None else settings.get("until")
    if late is not None:
        finite("--until", str(late))
    with as_mistakes(ValueError, OSError):
        model = modelfile.read(path, late)
    p = dict(_change(text, model) for text in changes)
    given = {name: value for name, value in (settings or {}).items() if value is not None}
    for name, value in given.items():
        finite(f"--{name}", str(value))
        _check(name, value, model)
    if not p and not given:
        return model
    with as_mistakes(ValueError):
        return model.with_changes(p=p, **given)


def _check(name: str, value: float, model: Model) -> None:
    """Raise where a setting of the command line cannot be meant."""
    begin = float(model.t[0])
    holds, wanted = {
        "until": (value > begin, f"a time after {begin:g}, where the motion starts"),
        "rtol": (FINEST <= value < 1, f"a number from {FINEST:g} to 1"),
        "atol": (value >= 0, "a number that is not negative"),
    }[name]
    if not holds:
        raise Mistake(f"--{name} is {value:g}; wanted {wanted}.")
    if name == "until" and "times" in model.document.get("simulate", {}):
        raise Mistake("--until beside `times`, which the file has under [simulate]; change these.")


def _change(text: str, model: Model) -> tuple[str, float]:
    """The name of a parameter and its new value, from NAME=NUMBER."""
    (name, sign, number), p = text.partition("="), model.p
    if not sign:
        raise Mistake(f"--set is {text!r}; wanted NAME=NUMBER, such as L=2.")
    name = name.strip()
    # A parameter may itself be named p; p.L is L of the parameters.
    name = name if name in p else name.removeprefix("p.")
    if name not in p and name.rstrip("'") in (model.system.coordinates or ()):
        raise Mistake(
            f"--set names {name!r}, which is a coordinate; wanted a parameter. Its start stands "
            "under [coordinates], and may be an expression of a parameter."
        )
    if name not in p:
        raise Mistake(f"--set names the parameter {name!r}; {near(name, p)}")
    if np.ndim(p[name]):
        raise Mistake(f"--set names {name!r}, which is a list; change it in the file.")
    return name, finite(f"--set {name}", number.strip())
