"""Functions in C that need no kernel: linear equations, products, and loops of known length.

Records as those of ``records``.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from zwang.ir.text import head_of, text_of

INSIDE = "fixed", "carried"  # the names of what a turn takes
BODY = "zw_body"  # what the function of one turn is called, until its text has a name


class Eliminate(NamedTuple):
    """A call of linear equations without symmetry: x with T x = r."""

    k: int  # how many equations
    way, rank, consistency = 0, 0.0, 0.0
    op = "called"

    @property
    def prefix(self) -> str:
        """Of the name of the function for this size."""
        return f"zwe{self.k}_"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return self.k

    @property
    def text(self) -> str:
        """That function; before it the one for all sizes, once."""
        k = self.k
        return f"""
{text_of("eliminate.h")}
{head_of(self.prefix)}
{{
    double T[{max(k * k, 1)}];
    (void)way, (void)rank, (void)consistency, (void)in, (void)out, (void)T;
    for (int i = 0; i < {k * k}; i++) T[i] = in[i];
    for (int i = 0; i < {k}; i++) out[i] = in[{k * k} + i];
    zw_eliminate({k}, T, out);
}}
"""

    @property
    def cost(self) -> str:
        """How many multiplications it takes at the most, in words."""
        return f"{self.k} linear equations: about {self.k**3 // 3 + self.k**2} multiplications."


class Product(NamedTuple):
    """A call of X (rows, terms) times the transpose of Y (columns, terms), too long written out."""

    # rows, terms, columns: sizes
    rows: int
    terms: int
    columns: int
    way, rank, consistency = 0, 0.0, 0.0
    op = "called"

    @property
    def prefix(self) -> str:
        """Of the name of the function for these sizes."""
        return f"zwp{self.rows}x{self.terms}x{self.columns}_"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return self.rows * self.columns

    @property
    def text(self) -> str:
        """The function; its sums are in the order in which they would be written out."""
        rows, terms, columns = self[:3]
        return f"""
{head_of(self.prefix)}
{{
    const double *right = in + {rows * terms};
    (void)way, (void)rank, (void)consistency;
    for (int i = 0; i < {rows}; i++)
        for (int j = 0; j < {columns}; j++) {{
            double sum = 0.0;
            for (int k = 0; k < {terms}; k++) sum += in[i * {terms} + k] * right[j * {terms} + k];
            out[i * {columns} + j] = sum;
        }}
}}
"""

    @property
    def cost(self) -> str:
        """How many multiplications it takes, in words."""
        return f"A product of {self.rows * self.terms * self.columns} multiplications."


@dataclass(frozen=True)
class Body:
    """The function of one turn; the same text is the same function."""

    text: str  # in C, under the name ``BODY``
    values: np.ndarray = field(compare=False, repr=False)  # (carried) what it returns


class Loop(NamedTuple):
    """A call of as many turns of a function that takes what the turn before it returned."""

    turns: int  # how many there are
    # fixed, carried: how many numbers stay, and how many change from turn to turn
    fixed: int
    carried: int
    body: Body  # of one turn: a function of both, ``fixed`` and ``carried``
    calls: tuple[Any, ...]  # in it
    way, rank, consistency = 0, 0.0, 0.0
    op = "called"

    @property
    def prefix(self) -> str:
        """Of the names of its functions: the same for the same text."""
        return f"zwl{self._digest}x{self.turns}_"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return self.carried

    @property
    def texts(self) -> dict[str, str]:
        """The function of one turn by its name, and the loop. What does not change any more, ends.

        A turn depends on nothing but what it is given: the next would give the same again.
        """
        turn, size = f"zwl{self._digest}_", max(self.carried, 1)
        loop = f"""
{head_of(self.prefix)}
{{
    double next[{size}];
    int changed = 1;
    (void)way, (void)rank, (void)consistency;
    for (int i = 0; i < {self.carried}; i++) out[i] = in[{self.fixed} + i];
    for (int turn = 0; turn < {self.turns} && changed; turn++) {{
        {turn}body(in, out, next);
        changed = 0;
        for (int i = 0; i < {self.carried}; i++) {{
            changed = changed || next[i] != out[i];
            out[i] = next[i];
        }}
    }}
}}
"""
        return {turn: self.body.text.replace(BODY, f"{turn}body"), self.prefix: loop}

    @property
    def cost(self) -> str:
        """How many turns it takes at the most, in words."""
        return f"A loop of at most {self.turns} turns over {self.carried} numbers."

    @property
    def _digest(self) -> str:
        return hashlib.sha256(self.body.text.encode()).hexdigest()[:12]
