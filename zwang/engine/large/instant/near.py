"""A large system near a state, on request: its equations, and coordinates that are functions of q.

Both are evaluated part by part. What they return and take is what ``zwang.linear.local`` has of
functions that are traced as a whole, but along any number of directions at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zwang.base.functions import Bound, join
from zwang.base.identity.keyed import Keyed
from zwang.engine.evaluate import pack
from zwang.engine.large.instant.kinds import ANALYTIC
from zwang.engine.large.instant.local import Derivatives, Given, Local, Parts, Whole, parts_near
from zwang.engine.large.kind import inputs
from zwang.engine.large.plain import element_of
from zwang.engine.large.template import Output, instance
from zwang.engine.program.elements import SEEN, traced
from zwang.engine.program.sizes import pieces
from zwang.ir.scalar.graph import Graph, Unsupported, is_known
from zwang.system.deferred import for_engine
from zwang.system.system import System

KEPT = 4  # states
Key = tuple[bytes, ...]


class _Last:
    """The last results of a function, by the bytes of what it depends on."""

    def __init__(self):
        self._found: list[tuple[Key, Any]] = []

    def __call__(self, numbers: Sequence[Any], make: Callable[[], Any]) -> Any:
        key = tuple(np.asarray(x).tobytes() for x in numbers)
        for known, found in self._found:
            if known == key:
                return found
        found = make()
        self._found = [(key, found), *self._found[: KEPT - 1]]
        return found


class _AbstractNear:
    """Parts in states that are remembered for a while."""

    def __init__(self, parts: Parts, rest: Keyed):
        self.parts, self.rest = parts, rest
        self._given, self._values = _Last(), _Last()
        self._derivatives, self._leaning = _Last(), _Last()

    def given(self, q: Any, qd: Any, t: Any, numbers: Any) -> Given:
        """Where the parts are."""
        vector = pack(numbers)
        make = lambda: self.parts.numbers(join(numbers, self.rest), vector)
        return Given(q, qd, t, vector, self._given([vector], make))

    def whole(self, *state: Any) -> Whole:
        """The equations in a state (q, qd, t, numbers)."""
        at = self.given(*state)
        return self._values(at[:4], lambda: self.parts.local.values(at))

    def derivatives(self, *state: Any) -> Derivatives:
        """Their derivatives in a state (q, qd, t, numbers, a, lam)."""
        at, (a, lam) = self.given(*state[:4]), state[4:]
        make = lambda: self.parts.local.derivatives(at, a, lam)
        return self._derivatives((*at[:4], a, lam), make)

    @property
    def in_time(self) -> bool:
        """Whether time enters."""
        return self.parts.local.in_time


def _moved(along: Any) -> np.ndarray:
    """The changes of q, q̇ and t, side by side (2n + 1, D)."""
    return np.concatenate([along.q, along.qd, along.t[:, None]], axis=1).T


class EquationsByParts(_AbstractNear):
    """M, F, A, b and what remains of the constraints, in a state and along directions."""

    acting = ideal = False

    @property
    def analytic(self) -> bool:
        """Whether everything has all derivatives wherever it has one."""
        return self.parts.local.operations <= ANALYTIC

    def here(self, *x: Any) -> tuple[np.ndarray, ...]:
        """The matrices in a state (q, qd, t, numbers, a, lam)."""
        return tuple(self.whole(*x[:4])[:6])

    def sparse(self, *x: Any) -> tuple[Any, ...]:
        """M, F, A, b and φ in a state (q, qd, t, numbers), M and A sparse."""
        return self.parts.local.sparse(self.given(*x))

    def once(self, *given: Any) -> tuple[np.ndarray, ...]:
        """r, A q̈ − b, φ and (φ̇, ψ) along directions."""
        *x, along = given
        at, by, moved = self.whole(*x[:4]), self.derivatives(*x), _moved(along)
        balance, rows, phi, velocity = ((matrix @ moved).T for matrix in by)
        balance += along.qdd @ at.M - along.lam @ at.A
        return balance, rows + along.qdd @ at.A.T, phi, velocity

    def velocity(self, x: Any, along: Any) -> np.ndarray:
        """How (φ̇, ψ) changes along directions, in a state x."""
        at = self.given(*x)
        by = self._leaning(at[:4], lambda: self.parts.local.leaning(at))
        return (by @ _moved(along)).T

    def turning(self, x: Any, y: np.ndarray) -> list[Any]:
        """∂A/∂q y, sparse (m, n), in a state x for each of D directions y (D, n)."""
        return self.parts.local.turning(self.given(*x), y)

    def energy(self, *x: Any) -> float | None:
        """The energy in a state; None where parts do not know theirs."""
        sums = self.parts.sums
        if sums is None or sums.energy is None:
            return None
        return sum(float(self.whole(*x).seen[SEEN.index(name)]) for name in sums.energy)


class CoordinatesByParts(_AbstractNear):
    """Coordinates σ(q, t, p), in a state and along directions: rows that nothing keeps."""

    @property
    def analytic(self) -> bool:
        """Whether rates have all derivatives wherever they have one, as those of angles do."""
        return self.parts.local.operations <= ANALYTIC | {"atan2"}

    def here(self, *x: Any) -> tuple[np.ndarray, ...]:
        """σ, σ̇ and ∂σ/∂q in a state."""
        at = self.whole(*x)
        return at.phi, at.velocity, at.A

    def seconds(self, *x: Any) -> np.ndarray:
        """σ̈ in a state, with q̈."""
        at = self.whole(*x[:4])
        return at.A @ x[4] - at.b

    def values(self, *x: Any) -> list[np.ndarray]:
        """No outputs."""
        return []

    def once(self, *given: Any) -> tuple[Any, ...]:
        """dσ, dσ̇ and dσ̈ along directions."""
        *x, along = given
        at, moved = self.whole(*x[:4]), _moved(along)
        by = self.derivatives(*x[:5], np.zeros(len(at.b)))
        _, rows, phi, velocity = ((matrix @ moved).T for matrix in by)
        return phi, velocity, rows + along.qdd @ at.A.T, []


def equations_by_parts(
    system: System, state: Any, p: Any, rest: Keyed, sizes: Any
) -> EquationsByParts | None:
    """The equations of a large system; None where they are no sums of parts."""
    try:
        q, qd, t = state
        parts = parts_near(system, q, qd, t, p, sizes)
    except Unsupported:
        return None
    return None if parts is None else EquationsByParts(parts, rest)


@for_engine()
def coordinates_by_parts(
    functions: Sequence[Bound], n: int, shapes: Any, rest: Keyed
) -> CoordinatesByParts | None:
    """Coordinates as parts; None where one of them cannot be taken apart."""
    count = sum(int(np.prod(shape)) for shape in shapes)

    def sigma(q, t, p):
        values = {"q": q, "t": t[0], "p": join(pieces(p, shapes), rest)}
        return [f.at(values) for f in functions]

    try:
        graph = Graph()
        given = inputs(graph, {"q": n, "t": 1, "p": count})
        found = traced(sigma, [(n,), (1,), (count,)], smooth=True)(graph, given)
        if any(x.shape != () or is_known(x.item()) for x in found):
            return None
        groups: dict[Any, list[Any]] = {}
        for row, x in enumerate(found):
            own = instance([Output("phi", (0,), x.item())])
            groups.setdefault(own.template, []).append((own, row))
        parts = [element_of(template, *zip(*x, strict=True)) for template, x in groups.items()]
        sizes = n, len(found), len(found)
        local = Local([x.element for x in parts], sizes, (), lambda numbers: None)
    except Unsupported:
        return None
    return CoordinatesByParts(Parts(local, None, parts), rest)
