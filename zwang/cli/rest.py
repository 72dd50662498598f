"""zwang rest: where a model rests, or moves steadily."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base.status import NumericalError
from zwang.cli.support.errors import Mistake, as_mistakes, finite
from zwang.cli.support.models import load
from zwang.modelfile import Model
from zwang.rest.equilibrium import Equilibrium
from zwang.rest.find import equilibrium


def main(
    path: Path, changes: Sequence[str], rates: Sequence[str], hold: Sequence[str], as_json: bool
) -> int:
    """Carry out the command; the exit code is 1 if no state of rest is found."""
    model = load(path, changes)
    found = found_in(model, rates, hold)
    if found is None:
        return 1
    print(json.dumps(numbers(found), indent=2, allow_nan=False) if as_json else found)
    return 0


def found_in(model: Model, rates: Sequence[str], hold: Sequence[str]) -> Equilibrium | None:
    """The state of rest near the start of a model; None, and a message, if there is none."""
    asked = dict(_rate(text) for text in rates)
    held = [*model.hold, *hold]
    try:
        with as_mistakes(ValueError, TypeError):
            return equilibrium(
                model.system, model.q0, dict(model.p), hold=held, t=model.t[0], rates=asked
            )
    except NumericalError as error:
        print(f"zwang: {error.status.cause} {error.detail}", file=sys.stderr)
        return None


def _rate(text: str) -> tuple[str, float | None]:
    name, sign, value = text.partition("=")
    if not sign:
        raise Mistake(f"--rate is {text!r}; wanted NAME=NUMBER, or NAME=free.")
    name = name.strip()
    return name, None if value.strip() == "free" else finite(f"--rate {name}", value.strip())


def numbers(found: Equilibrium) -> dict[str, Any]:
    """What JSON has of it."""
    pairs = lambda x: dict(zip(found.names, map(float, x), strict=True))
    return {
        "status": found.status.name,
        "q": pairs(found.q),
        "qd": pairs(found.qd),
        "t": found.t,
        "unbalanced": {"of_all_forces": found.off, "by_coordinate": pairs(found.residual)},
        "energy": found.energy,
        "stability": found.stability,
        "reason": found.verdict.reason,
        "forces": {
            name: {"force": found.force(name).tolist(), "unique": bool(unique)}
            for name, unique in found.unique.items()
        },
        "modes": modes(found.linear),
    }


def modes(linear: Any) -> list[dict[str, Any]]:
    """What JSON has of the modes."""
    rows = []
    for k, value in enumerate(linear.eigenvalues):
        ratio = linear.damping_ratios[k]
        rows.append(
            {
                "eigenvalue": [float(value.real), float(value.imag)],
                "frequency": float(linear.frequencies[k]),
                "damping": None if np.isnan(ratio) else float(ratio),
                "coordinates": {
                    name: [float(x.real), float(x.imag)]
                    for name, x in linear.mode(k).coordinates.items()
                },
            }
        )
    return rows
