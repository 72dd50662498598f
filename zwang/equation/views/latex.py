"""The numbers of an explanation in LaTeX."""

from __future__ import annotations

from typing import Any

import numpy as np

FEW = 12  # entries of a vector that is shown


def numbers(x: Any) -> str:
    """The terms of the fundamental equation at an instant, as rows of an ``aligned``."""
    letter = "M_A^{-1} Q_z" if x.singular else "M^{-1} Q"
    rows = [
        (rf"a = {letter}", x.a),
        (r"e = b - A a", x.e),
        (r"M^{-1/2} B^+ e", x.change_ideal),
        (r"M^{-1/2} (I - B^+ B) M^{-1/2} C", x.change_nonideal if x.C.any() else None),
        (r"\ddot q", x.qdd),
        (r"Q^c", x.Qc),
    ]
    lines = [f"{left} &= {_vector(value)}" for left, value in rows if value is not None]
    return r"\begin{aligned}" + " \\\\\n".join(lines) + r"\end{aligned}"


def _vector(x: np.ndarray) -> str:
    if not len(x):
        return r"(\,)"
    if len(x) > FEW:
        return rf"\text{{{len(x)} numbers}}"
    entries = r" \\ ".join(_number(value) for value in x)
    return r"\begin{pmatrix}" + entries + r"\end{pmatrix}"


def _number(x: float) -> str:
    digits, _, power = f"{x:.6g}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits
