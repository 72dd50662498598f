"""Products of large matrices inside of a traced program: one node for the call of a loop in C.

Written out, the product of what a kernel of 49 coordinates returns with a matrix of seven columns
is seventeen thousand multiplications.
"""

from __future__ import annotations

from typing import NamedTuple

from zwang.engine.scalar.calls.kernel import head_of
from zwang.engine.scalar.elementwise import Values, array
from zwang.engine.scalar.graph import FLOAT, Graph, Node, kind_of

LONGEST = 1500  # multiplications that are written out


class Product(NamedTuple):
    """A call: X (rows, terms) times the transpose of Y (columns, terms)."""

    # rows, terms, columns: sizes
    rows: int
    terms: int
    columns: int
    way, rank, consistency = 0, 0.0, 0.0  # as in ``Call``; of no use here

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


def product(left: Values, right: Values) -> Values | None:
    """The product of (rows, terms) and (columns, terms), one call; None if it is to be written out.

    It is a call where it depends on one anyway, so that nobody has to differentiate it here.
    """
    nodes = [x for part in (left, right) for x in part.flat if isinstance(x, Node)]
    if not any(x.late for x in nodes) or any(kind_of(x) != FLOAT for x in nodes):
        return None
    written = (left != 0).sum(axis=0) @ (right != 0).sum(axis=0)  # one factor is often a known zero
    if written <= LONGEST:
        return None
    return _called(nodes[0].graph, left, right)


def _called(graph: Graph, left: Values, right: Values) -> Values:
    rows, terms = left.shape
    call = Product(rows, terms, len(right))
    node = graph.node("called", (call, *left.flat, *right.flat), FLOAT)
    found = (graph.node("element", (node, i), FLOAT) for i in range(call.size))
    return array(found, (call.rows, call.columns))
