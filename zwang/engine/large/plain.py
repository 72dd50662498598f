"""A large System of plain functions as a sum over parts: its kinds are found by tracing.

The functions are taken apart into scalar values. Each row of the constraints, each force on a
coordinate and each entry of M then is a part, and those that take the same operations on other
coordinates and numbers are of one kind. So a chain is four kinds, however long, whoever wrote it.
Of a Lagrangian each term of the sum that it is is a part, which adds to M and Q. So is each term of
a long force: where all attract all, no two forces are alike, but all of their terms are. Forces
that are longer still are one part, of all coordinates, whose loops are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base.functions import Constant
from zwang.emit.loops import Looped
from zwang.engine.large.template import Instance, Output, Template, instance, moving, terms_of
from zwang.engine.program.functions import entries_of_M
from zwang.engine.program.sizes import sizes_of
from zwang.engine.program.system_functions import Describer, of_state
from zwang.equation.acceleration_form import alpha_and_psi, vector
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.scalar.graph import Graph, TooMany, Unsupported, graph_of, is_known, needed
from zwang.ir.scalar.laws import Values, array, boxed
from zwang.ir.scalar.witness import trusted
from zwang.system.constraints import Holonomic, Nonholonomic, Pfaffian
from zwang.system.elements import Element
from zwang.system.lagrangian import Force, lagrangian_of
from zwang.system.system import System

NODES = 20_000_000  # scalar values of all functions
BRIEF = 100  # operations of a force that is one part, whatever it is the sum of
MUCH = 150  # of all forces for each coordinate, beyond which they are one part, in loops
FEWEST = 60_000  # operations of all forces that are taken apart before that is known
KINDS = 64  # of parts; a system of more of them is not one of few kinds
FULL = 0.4  # of the entries of M and A, beyond which dense factors are better
ENTRIES = 4_000_000  # of a matrix that a function returns
INPUTS = ("q", "qd", "t", "p", "c")  # what functions of a part are given in C, and what they return
OUTPUTS = {
    "zw_evaluate": ("M", "Q", "A", "b"),
    "zw_hold": ("M", "A", "phi", "velocity"),
    "zw_seen": ("seen",),
}


class Traced(NamedTuple):
    """Parts of one kind."""

    element: Element  # the parts
    # (J, k) where their numbers stand among those of the parameters; −1 for constants
    sources: np.ndarray


def parts_of(program: Program, n: int, shapes: tuple[tuple[int, ...], ...]) -> list[Traced]:
    """The parts of a System of plain functions. Raises Unsupported."""
    system = program.system.value
    _require_plain(system)
    if not isinstance(system.mass, Constant) and lagrangian_of(system) is None:
        sizes = sizes_of(program, n, shapes)
        require_thin(entries_of_M(program, sizes), n * (n + sizes.m))
    trace = partial(_values, program, n, shapes)
    found = trusted(trace, lambda x: [x.M.ravel(), x.Q, *x.rows, x.terms], NODES)
    try:
        groups = _grouped(found)
    except Unsupported:
        if is_known(*found.Q) or len(found.terms):
            raise
        # Springs between any points are alike, but no two forces on these need be.
        found = found._replace(Q=boxed(np.zeros(n)), acting=Acting(program, n, shapes))
        groups = _grouped(found)
    alike = [element_of(template, *zip(*x, strict=True)) for template, x in groups.items()]
    return alike if found.acting is None else [*alike, _of_all(found.acting, n)]


def _grouped(found: _Values) -> dict[Template, list[tuple[Instance, int]]]:
    """All parts, each with its row, by what they have in common."""
    groups: dict[Template, list[tuple[Instance, int]]] = {}
    for part, row in _instances(found):
        groups.setdefault(part.template, []).append((part, row))
        if len(groups) > KINDS:
            raise Unsupported(f"its functions are of more than {KINDS} kinds of parts")
    return groups


class Acting:
    """Forces on all coordinates as one part. Raises Unsupported."""

    def __init__(self, program: Program, n: int, shapes: tuple[tuple[int, ...], ...]):
        system, count = program.system.value, sum(int(np.prod(shape)) for shape in shapes)
        self._Q = of_state(program, shapes, system.Q)
        self._sizes = {"q": n, "qd": n, "t": 1, "p": count}
        self.text = self.written()

    def written(self) -> str:
        """``zw_evaluate`` of the part."""
        found = Looped(lambda *state: {"Q": self._Q(*state)}, *self._shapes("q", "qd", "t", "p"))
        return found.emit("zw_evaluate", INPUTS, OUTPUTS["zw_evaluate"], own=False).text

    def varied(self, given: Sequence[str]) -> str:
        """``zw_vary`` of the part: w dQ."""

        def f(q, qd, t, p, s, sd, dp, w):
            Q = lambda q, qd, p: self._Q(q, qd, t, p)
            return {"f": w[0] * jax.jvp(Q, (q, qd, p), (s, sd, dp))[1]}

        names = self._shapes("q", "qd", "t", "p", "s", "sd", "dp", "w")
        return Looped(f, *names).emit("zw_vary", given, ("f", "g"), own=False).text

    def _shapes(self, *names: str) -> list[tuple[str, tuple[int]]]:
        like = {"s": "q", "sd": "qd", "dp": "p", "w": "t"}
        return [(name, (self._sizes[like.get(name, name)],)) for name in names]

    def __call__(self, *given: Any) -> Any:
        """Not to be taken apart."""
        raise Unsupported("the derivatives of forces that are written in loops")


def _of_all(acting: Acting, n: int) -> Traced:
    none = np.zeros((1, 0), int)
    element = Element(None, acting, np.arange(n)[None], (none, none), np.zeros((1, 0)))
    return Traced(element, none)


class _Values(NamedTuple):
    """The functions of a System in values: M (), (n,) or (n, n); Q (n,); rows on q, on qd; the
    terms that a Lagrangian is the sum of; and forces that are one part."""

    M: Values
    Q: Values
    rows: tuple[Values, Values]
    terms: Values
    acting: Acting | None


def _require_plain(system: System) -> None:
    if system.nonideal is not None:
        raise Unsupported("`nonideal` is given, which large systems of plain functions do not take")
    for x in system.constraints:
        if not isinstance(x, Holonomic | Nonholonomic | Pfaffian):
            raise Unsupported(f"its {x.kind} constraints are no functions of q and qd")


def _values(program: Program, n: int, shapes: tuple[tuple[int, ...], ...], graph: Graph) -> _Values:
    system, describer = program.system.value, Describer(program, shapes, n, graph)
    at = lambda function, *more: partial(_at, system, function, *more)
    M, Q, terms, acting = _forces(system, describer, at, graph)
    _require_small(M.shape)
    rows: tuple[list[Values], list[Values]] = [], []
    for x in system.constraints:
        match x:
            case Holonomic():
                rows[0].append(describer.traced(at(partial(vector, x.phi)), derived=True))
            case Nonholonomic():
                rows[1].append(describer.traced(at(partial(vector, x.psi)), derived=True))
            case Pfaffian():
                rows[1].append(describer.traced(at(partial(_psi, x)), derived=True))
    none = boxed(np.zeros(0))
    on_q, on_qd = (np.concatenate([none, *x]) for x in rows)
    return _Values(M, Q.reshape(n), (on_q, on_qd), terms, acting)


def _forces(
    system: System, describer: Describer, at: Any, graph: Graph
) -> tuple[Values, Values, Values, Acting | None]:
    """M and Q as they are given; or of a Lagrangian its terms, and what acts besides."""
    mass, force = system.mass, system.force
    lagrangian, own = lagrangian_of(system), getattr(force, "function", None)
    if lagrangian is None or not isinstance(own, Force):
        M = _known(mass) if isinstance(mass, Constant) else _masses(describer, at(mass.at), graph)
        if isinstance(force, Constant):
            return M, _known(force), boxed(np.zeros(0)), None
        Q, acting = _pulled(describer, graph)
        return M, Q, boxed(np.zeros(0)), acting
    L = describer.traced(at(lambda values: lagrangian(**values)), derived=True)
    besides = at(lambda values: own.besides(**values).astype(float))
    none = boxed(np.zeros(len(describer.state.q)))
    Q = none if own.other is None else describer.traced(besides)
    found = terms_of(L.item(), moving(graph))
    return none, Q, array(found, (len(found),)), None


def _masses(describer: Describer, mass: Any, graph: Graph) -> Values:
    """M, taken apart; refused where each entry is long, as in joint angles."""
    limit, n = graph.limit, len(describer.state.q)
    graph.limit = len(graph.nodes) + max(FEWEST, 2 * MUCH * n)
    try:
        return describer.traced(mass)
    except TooMany as why:
        raise Unsupported(f"M takes {why}") from None
    finally:
        graph.limit = limit


def _pulled(describer: Describer, graph: Graph) -> tuple[Values, Acting | None]:
    """The forces, taken apart; or nothing, and they as one part, where that would be too much."""
    n, system = len(describer.state.q), describer.program.system.value
    before = set(graph.finite), set(graph.apart), graph.limit
    graph.limit = len(graph.nodes) + max(FEWEST, 2 * MUCH * n)
    try:
        Q = describer.traced(system.Q)
        if sum(0 if is_known(x) else len(needed([x])) for x in Q.flat) <= MUCH * n:
            return Q, None
    except TooMany:
        Q = None
    finally:
        graph.limit = before[-1]
    try:
        acting = Acting(describer.program, n, describer.shapes)
    except Unsupported:
        return describer.traced(system.Q) if Q is None else Q, None
    graph.finite, graph.apart = before[:2]  # what was folded on trust for nothing
    return boxed(np.zeros(n)), acting


def require_thin(entries: int, size: int) -> None:
    """Refuse what dense factors are better for."""
    if entries > FULL * size:
        raise Unsupported(f"more than {FULL:.0%} of the entries of M and A are there")


def _at(system: System, function: Any, q: Any, qd: Any, t: Any, p: Any) -> Any:
    return function(system.values(q, qd, t, p))


def _psi(constraint: Pfaffian, values: dict[str, Any]) -> Any:
    alpha, psi = alpha_and_psi(constraint, values)
    _require_small(alpha.shape)
    return psi


def _require_small(shape: tuple[int, ...]) -> None:
    if np.prod(shape, dtype=float) > ENTRIES:
        raise Unsupported(f"a function of it returns a dense matrix of the shape {shape}")


def _known(constant: Constant) -> Values:
    """Constants; as they are many, a list of them is made at once."""
    value = np.asarray(constant.value, float)
    return array(value.ravel().tolist(), value.shape)


def _instances(found: _Values) -> Iterator[tuple[Instance, int]]:
    """All parts, each with its row; a part that is no row has none, −1."""
    (n,), M = found.Q.shape, found.M
    diagonal = M.diagonal() if M.ndim == 2 else np.broadcast_to(M, n)
    for j, (force, *more) in enumerate(_terms(found.Q)):
        if not (is_known(diagonal[j], force) and diagonal[j] == force == 0):
            pair = Output("M", (0, 0), diagonal[j]), Output("Q", (0,), force)
            yield instance(pair, (j,)), -1
        for term in more:
            yield instance([Output("Q", (0,), term)], (j,)), -1
    for i, j in _below(M) if M.ndim == 2 else ():
        both = [Output("M", place, M[i, j]) for place in ((0, 1), (1, 0))]
        yield instance(both, (i, j)), -1
    for term in found.terms:
        yield instance([Output("L", (), term)]), -1
    for name, rows, first in zip(("phi", "psi"), found.rows, (0, len(found.rows[0])), strict=True):
        for r, value in enumerate(rows):
            yield instance([Output(name, (0,), value)]), first + r


def _terms(Q: Values) -> Iterator[list[Any]]:
    """The forces on all coordinates: short ones whole, long ones term by term.

    Whole, too, where the terms share so much that each by itself would take twice the operations.
    """
    counts = [0 if is_known(x) else len(needed([x])) for x in Q]
    moves = moving(graph_of(Q)) if max(counts, default=0) > BRIEF else set()
    for force, count in zip(Q, counts, strict=True):
        terms = terms_of(force, moves, numbers=True) if count > BRIEF else [force]
        shared = sum(0 if is_known(x) else len(needed([x])) for x in terms) > 2 * count
        terms = [force] if shared else terms
        yield [x for x in terms if not is_known(x) or x != 0.0] or [0.0]


def _below(M: Values) -> Iterable[tuple[int, int]]:
    """Places below the diagonal of entries that may differ from zero."""
    for i, row in enumerate(M):
        yield from ((i, j) for j in range(i) if not is_known(row[j]) or row[j] != 0)


def element_of(template: Template, members: tuple[Instance, ...], rows: tuple[int, ...]) -> Traced:
    """Parts of one kind."""
    count = len(members)
    own = np.array(rows, int).reshape(count, 1)
    none = np.zeros((count, 0), int)
    on_q, on_qd = (any(x.name == name for x in template.outputs) for name in ("phi", "psi"))
    whole = lambda x, size: np.array(x, int).reshape(count, size)
    element = Element(
        key=template,
        function=template,
        columns=whole([x.columns for x in members], template.width),
        rows=(own if on_q else none, own if on_qd else none),
        numbers=np.array([x.numbers for x in members], float).reshape(count, template.numbers),
    )
    return Traced(element, whole([x.sources for x in members], template.numbers))
