"""Pictures of small motions: frequency responses, step responses, eigenvalues."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.base.escape import for_figure
from zwang.linear.linear import Linear
from zwang.plots.style import COLUMN, FAINT, TICKS, blank, color, named_legend, styled
from zwang.rest.locus import Locus

WHAT = ("bode", "step", "eigenvalues")
POINTS = 400


def plot(linear: Linear, what: str = "bode", x: Any = None) -> Any:
    """Draw small motions.

    ===============  ============================================================================
    "bode"           size and phase of each output over the frequency, for each input
    "step"           each output over the time, after an input has become 1
    "eigenvalues"    in the complex plane, those with a positive real part marked
    ===============  ============================================================================

    Shapes: x (k,).
    """
    arguments.one_of("what", what, WHAT)
    given = None if x is None else as_floats("x", x, np)
    if given is not None:
        fine = given.ndim == 1 and len(given) > 1 and np.isfinite(given).all() and given[0] >= 0
        if not fine or not (np.diff(given) > 0).all():
            raise ValueError(f"`x` is {x!r}; wanted numbers (k,) that are not negative and rise.")
    if what != "eigenvalues" and not (linear.inputs and linear.outputs):
        raise ValueError(f"`what` is {what!r}, and there are no inputs or no outputs; wanted both.")
    with styled():
        if what == "bode":
            return _bode(linear, _frequencies(linear) if given is None else given)
        if what == "step":
            return _step(linear, _times(linear) if given is None else given)
        return _eigenvalues(linear)


def _sizes(linear: Linear) -> np.ndarray:
    values = np.abs(linear.eigenvalues)
    return values[values > 0] if (values > 0).any() else np.ones(1)


def _frequencies(linear: Linear) -> np.ndarray:
    sizes = _sizes(linear)
    return np.geomspace(0.1 * sizes.min(), 10.0 * sizes.max(), POINTS)


def _times(linear: Linear) -> np.ndarray:
    return np.linspace(0.0, 4.0 * np.pi / _sizes(linear).min(), POINTS)


def _bode(linear: Linear, omega: Any) -> Any:
    G = linear.frequency_response(omega)
    count = len(linear.inputs)
    figure = blank(None, (COLUMN * count, 3.2))
    axes = figure.subplots(2, count, sharex=True, squeeze=False)
    for j, name in enumerate(linear.inputs):
        top, bottom = axes[0, j], axes[1, j]
        for i in range(len(linear.outputs)):
            size = np.abs(G[:, i, j])
            shown = np.isfinite(size) & (size > 0)
            phase = np.degrees(np.unwrap(np.angle(np.where(shown, G[:, i, j], 1.0))))
            top.loglog(omega[shown], size[shown], color=color(i))
            bottom.semilogx(omega[shown], phase[shown], color=color(i))
        top.set_title(for_figure(f"input {name}"), fontsize=8)
        bottom.set_xlabel("ω, radians per unit of time")
        for one in (top, bottom):
            one.grid(True)
            one.tick_params(**TICKS)
    axes[0, 0].set_ylabel("|G|")
    axes[1, 0].set_ylabel("phase, degrees")
    _legend(axes[0, 0], linear.outputs)
    return figure


def _step(linear: Linear, t: Any) -> Any:
    y = linear.step_response(t)
    count = len(linear.inputs)
    figure = blank(None, (COLUMN * count, 2.2))
    axes = figure.subplots(1, count, squeeze=False)[0]
    for j, name in enumerate(linear.inputs):
        for i in range(len(linear.outputs)):
            axes[j].plot(t, y[:, i, j], color=color(i))
        axes[j].set_title(for_figure(f"{name} becomes 1"), fontsize=8)
        axes[j].set_xlabel("t")
        axes[j].tick_params(**TICKS)
    _legend(axes[0], linear.outputs)
    return figure


def _legend(axes: Any, names: Any) -> None:
    if len(names) > 1:
        lines = axes.get_lines()[: len(names)]
        named_legend(axes, lines, names, bbox_to_anchor=(0.0, 1.15), ncols=4)


def _plane(axes: Any) -> None:
    axes.axvline(0.0, color=FAINT, linewidth=0.6, zorder=0)
    axes.axhline(0.0, color=FAINT, linewidth=0.6, zorder=0)
    axes.set(xlabel="Re λ", ylabel="Im λ")
    axes.margins(0.12)
    axes.tick_params(**TICKS)


def _eigenvalues(linear: Linear) -> Any:
    figure = blank(None, (COLUMN, 2.6))
    axes = figure.subplots()
    values = linear.eigenvalues
    grows = values.real > 1e-9 * linear.spectrum.fastest
    for which, marker, shade in ((~grows, "x", color(0)), (grows, "o", color(1))):
        axes.plot(values[which].real, values[which].imag, marker, color=shade, markersize=4)
    _plane(axes)
    return figure


def plot_locus(locus: Locus) -> Any:
    """Eigenvalues over a parameter: real parts, and imaginary parts; crossings marked."""
    with styled():
        figure = blank(None, (COLUMN * 1.5, 3.6))
        axes = figure.subplots(2, 1, sharex=True)
        for part, label, one in zip(
            (locus.eigenvalues.real, np.abs(locus.eigenvalues.imag)),
            ("Re λ", "|Im λ|"),
            axes,
            strict=True,
        ):
            for i, column in enumerate(part.T):
                one.plot(locus.values, column, ".-", color=color(i), markersize=2, linewidth=0.8)
            for crossing in locus.crossings:
                one.axvline(crossing.value, color=FAINT, linewidth=0.8)
            one.set_ylabel(label)
            one.tick_params(**TICKS)
        axes[0].axhline(0.0, color=FAINT, linewidth=0.6)
        axes[1].set_xlabel(for_figure(locus.name))
    return figure
