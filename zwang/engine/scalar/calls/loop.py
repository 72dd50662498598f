"""Loops of known length inside of a traced program: one node for the loop, its body a function.

Written out, sixteen steps by Newton's method are sixteen times the law whose root is sought.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from zwang.engine.scalar.calls.kernel import head_of

INSIDE = "fixed", "carried"  # the names of what a turn takes
BODY = "zw_body"  # what the function of one turn is called, until its text has a name


@dataclass(frozen=True)
class Body:
    """The function of one turn; the same text is the same function."""

    text: str  # in C, under the name ``BODY``
    values: np.ndarray = field(compare=False, repr=False)  # (carried) what it returns


class Loop(NamedTuple):
    """A call: as many turns of a function that takes what the turn before it returned."""

    turns: int  # how many there are
    # fixed, carried: how many numbers stay, and how many change from turn to turn
    fixed: int
    carried: int
    body: Body  # of one turn: a function of both, ``fixed`` and ``carried``
    calls: tuple[Any, ...]  # in it
    way, rank, consistency = 0, 0.0, 0.0  # as in ``Call``; of no use here

    @property
    def prefix(self) -> str:
        """Of the names of its functions: the same for the same text."""
        return f"zwl{self._told}x{self.turns}_"

    @property
    def size(self) -> int:
        """How many numbers a call returns."""
        return self.carried

    @property
    def texts(self) -> dict[str, str]:
        """The function of one turn by its name, and the loop. What does not change any more, ends.

        A turn depends on nothing but what it is given: the next would give the same again.
        """
        turn, size = f"zwl{self._told}_", max(self.carried, 1)
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
    def _told(self) -> str:
        return hashlib.sha256(self.body.text.encode()).hexdigest()[:12]
