"""Small motions as a page for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

ROUNDING = 1e-12  # parts of an eigenvalue that are not shown
MOST = 12  # states that the page lists one by one


def page(linear: Any) -> Iterator[str]:
    """The lines that a ``Linear`` prints."""
    about = {"rest": "a state of rest", "steady": "a steady motion", "instant": "an instant"}
    yield f"Linear: {len(linear.states)} states about {about[linear.steady]}, t = {linear.t:.6g}"
    yield f"  coordinates     {', '.join(linear.coordinates) or 'none'}"
    if linear.rates != linear.coordinates:
        yield f"  rates           {', '.join(linear.rates) or 'none'}"
    for name in ("inputs", "outputs"):
        yield f"  {name:<15} {', '.join(getattr(linear, name)) or 'none'}"
    yield f"  stability       {linear.stability}: {linear.verdict.reason}"
    yield from eigenvalue_lines(linear)
    if linear.neutral:
        yield f"  zero for        {'; '.join(linear.neutral)}"
    if linear.reduced.candidates.frame is not None:
        yield "  Coordinates of q are those of a frame that moves along with the motion."
    if linear.steady == "instant":
        yield "  The state moves: eigenvalues are those of this instant, in these coordinates."


def eigenvalue_lines(linear: Any) -> Iterator[str]:
    """The eigenvalues as a table, a pair in one line."""
    if not len(linear.eigenvalues):
        return
    yield "  mode   eigenvalue                    frequency    damping   mostly"
    shown = 0
    for k, value in enumerate(linear.eigenvalues):
        if value.imag < 0:
            continue
        shown += 1
        if shown > MOST:
            yield f"  and {len(linear.eigenvalues) - k} more"
            return
        ratio = _plain(linear.damping_ratios[k], 1.0)
        cells = f"{_complex(value):<29} {linear.frequencies[k]:<12.6g}"
        cells += f" {'' if np.isnan(ratio) else format(ratio, '.4g'):<9}"
        yield f"  {k:<6} {cells} {mostly(linear, k)}"


def _plain(part: float, size: float) -> float:
    """A number, or zero where it is rounding of a size."""
    return 0.0 if abs(part) <= ROUNDING * size else part


def _complex(value: complex) -> str:
    if value.imag == 0:
        return f"{value.real:.8g}"
    return f"{_plain(value.real, abs(value)):.8g} ± {abs(value.imag):.8g} i"


def mostly(linear: Any, k: int) -> str:
    """The coordinates that a mode moves most, in the metric."""
    count = len(linear.coordinates)
    sizes = np.linalg.norm(linear._metric, axis=1)
    parts = np.abs(linear.right[:, k]) / np.where(sizes > 0, sizes, 1.0)
    part = parts[:count]
    names = linear.coordinates
    if not count or part.max() <= 1e-6 * parts.max():
        part, names = parts[count:], tuple(f"{x}'" for x in linear.rates)
    order = np.argsort(-part, kind="stable")
    return ", ".join(names[i] for i in order[:3] if part[i] > 0.1 * part.max())
