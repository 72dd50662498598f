"""What a step needs of a system that is a sum over parts, with every part written out.

Each kind of part is traced once, whatever the number of parts, and taken apart for each of them on
its own coordinates and numbers. Rows are differentiated by the coordinates of their part alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.emit.scalars import run
from zwang.engine.program.derived import of_positions, of_velocities, require_rates
from zwang.engine.program.sizes import pieces
from zwang.ir.block import Block
from zwang.ir.lower import lower
from zwang.ir.scalar.graph import Graph, Node, add, mul
from zwang.ir.scalar.laws import Values, boxed
from zwang.system.elements import Element, Sums

SEEN = ("kinetic", "potential")
KEPT = 256  # kinds of parts whose trace is kept
_TRACED: dict[Any, Traced] = {}
Shapes = tuple[tuple[int, ...], ...]


def flat(function: Callable, shapes: Shapes, join: Callable) -> Callable:
    """An element's function with the parameters' numbers in one vector, and nothing missing."""

    def filled(q, qd, t, p, c):
        w = q.shape[0]
        found = {"M": jnp.zeros((w, w)), "Q": jnp.zeros(w), "phi": jnp.zeros(0)}
        found |= {"psi": jnp.zeros(0), "weight": jnp.zeros(())}
        found |= {name: jnp.zeros(()) for name in SEEN}
        found |= function(q, qd, t[0], join(pieces(p, shapes)), c)
        return {name: jnp.asarray(x, float) for name, x in found.items()}

    return filled


class Traced(NamedTuple):
    """A function of arrays as a program, which can be run on scalar values."""

    block: Block  # the program
    tree: Any  # of what it returns

    def __call__(self, graph: Graph, given: Sequence[Values]) -> Any:
        """What it returns, in values."""
        found = run(graph, self.block, list(given))
        return jax.tree.unflatten(self.tree, found)


def traced(
    function: Callable,
    shapes: Iterable[tuple[int, ...]],
    derived: bool = False,
    smooth: bool = False,
) -> Traced:
    """A function of arrays, traced. Raises Unsupported."""
    kinds = [jax.ShapeDtypeStruct(shape, np.float64) for shape in shapes]
    closed, out = jax.make_jaxpr(function, return_shape=True)(*kinds)
    asked = smooth or (derived and sum(out[name].size for name in ("phi", "psi")))
    block = lower(closed)
    if asked:
        require_rates(block)
    return Traced(block, jax.tree.structure(out))


def may_differ(x: Any) -> bool:
    """Whether a value may differ from zero."""
    return isinstance(x, Node) or x != 0


class Whole:
    """The equations of all parts, added up."""

    def __init__(self, state: Any, way: dict, rows: tuple[int, int], definite: bool):
        n, (h, m) = len(state.q), rows
        self.state, self.way, self.definite = state, way, definite
        shapes = {"M": (n, n), "Q": (n,), "A": (m, n), "b": (m,), "phi": (h,), "velocity": (m,)}
        self.found = {name: boxed(np.zeros(shape)) for name, shape in shapes.items()}
        self.seen: dict[str, Any] = dict.fromkeys(SEEN, 0.0)

    def part(self, plain: dict[str, Values], columns: np.ndarray, rows: Any) -> None:
        """Add a part."""
        q, qd = (x[columns] for x in self.state[:2])
        own = of_positions(plain["phi"], q, self.way) if len(plain["phi"]) else None
        for i, j in np.ndindex(*plain["M"].shape):
            self._add("M", (columns[i], columns[j]), plain["M"][i, j])
        for i, x in enumerate(plain["Q"]):
            self._add("Q", columns[i], x)
        for name in SEEN:
            self.seen[name] = add(self.seen[name], plain[name].item())
        if own is not None:
            self.found["phi"][rows[0]] = own["phi"]
            self._rows(rows[0], columns, own["A"], own["b"], own["velocity"])
            if self.definite and may_differ(plain["weight"].item()):
                self._weighted(plain["weight"].item(), columns, own["A"], own["b"])
        if len(plain["psi"]):
            own = of_velocities(plain["psi"], qd, self.way)
            self._rows(rows[1], columns, own["A"], own["b"], own["velocity"])

    def _add(self, name: str, place: Any, x: Any) -> None:
        if may_differ(x):
            self.found[name][place] = add(self.found[name][place], x)

    def _rows(self, rows: np.ndarray, columns: np.ndarray, A: Any, b: Any, velocity: Any) -> None:
        self.found["A"][np.ix_(rows, columns)] = A
        self.found["b"][rows], self.found["velocity"][rows] = b, velocity

    def _weighted(self, weight: Any, columns: np.ndarray, A: Values, b: Values) -> None:
        """M + w AᵀA and Q + w Aᵀb."""
        for row, value in zip(A, b, strict=True):
            scaled = [mul(weight, x) for x in row]
            for i, x in enumerate(scaled):
                self._add("Q", columns[i], mul(x, value))
                for j, y in enumerate(row):
                    self._add("M", (columns[i], columns[j]), mul(x, y))


class Parts:
    """All parts of a system, traced kind by kind. Raises Unsupported."""

    def __init__(self, sums: Sums, shapes: Shapes, join: Callable, smooth: bool = False):
        self.elements, self.smooth = [x for x in sums.mass.elements() if len(x.columns)], smooth
        self.count = sum(int(np.prod(shape)) for shape in shapes)
        self.kinds = [self._kind(x, shapes, join) for x in self.elements]
        self.open = sums.mass.open

        def numbers(p):
            found = sums.mass.numbers(join(pieces(p, shapes)))
            return [x for x in found or () if len(x)]

        self.numbers = traced(numbers, [(self.count,)], smooth=smooth) if self.open else None

    def _kind(self, element: Element, shapes: Shapes, join: Callable) -> Traced:
        w, k = element.columns.shape[1], element.numbers.shape[1]
        given = (w,), (w,), (1,), (self.count,), (k,)
        make = lambda: traced(flat(element.function, shapes, join), given, True, self.smooth)
        if element.key is None:
            return make()
        # It calls no function of the user's, so the parameters do not enter.
        name = element.key, given, self.smooth
        if name not in _TRACED:
            if len(_TRACED) >= KEPT:
                _TRACED.clear()
            _TRACED[name] = make()
        return _TRACED[name]

    def add_to(self, whole: Whole, graph: Graph) -> None:
        """Add all of them."""
        q, qd, t, p = whole.state
        own = [boxed(x.numbers.astype(float)) for x in self.elements]
        numbers = own if self.numbers is None else self.numbers(graph, [p])
        for element, kind, c in zip(self.elements, self.kinds, numbers, strict=True):
            for i, columns in enumerate(element.columns):
                plain = kind(graph, (q[columns], qd[columns], t, p, c[i]))
                whole.part(plain, columns, [x[i] for x in element.rows])
