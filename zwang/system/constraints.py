"""What holds a system: constraints on positions, velocities or accelerations, as functions.

Each is scalar- or vector-valued, one row for each entry. A constraint says what must vanish and
nothing else; ``acceleration_form`` differentiates it to rows of A q̈ = b.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import Any, ClassVar, NamedTuple, cast

from zwang.base.functions import STATE, Bound, Constant, bind, given
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.identity.recorded import Recorded
from zwang.base.names import checked_name

POSITION = ("q", "t", "p")  # what positions' constraints may depend on


class AbstractConstraint(AbstractKeyed):
    """A condition on the motion.

    ``level`` is the derivative of q that it restricts: 0 positions, 1 velocities, 2
    accelerations. Rows are put in this order.
    """

    level: int
    kind: ClassVar[str]
    curved: bool = False  # whether it may be nonlinear in the velocities
    name: str | Sequence[str] | None

    def _settle(self, wanted: str, **parts: Bound | Constant | None) -> None:
        """Set the fields of a frozen object while it is made, and check its name."""
        object.__setattr__(self, "name", _checked_name(self.name, wanted))
        for field, value in parts.items():
            object.__setattr__(self, field, value)

    def _what(self, argument: str) -> str:
        article = "an" if self.kind[0] in "aeiou" else "a"
        nameless = f"{article} {self.kind} constraint"
        name = _checked_name(self.name, type(self).__name__)
        return f"`{argument}` of {f'the constraint {name!r}' if name else nameless}"


@dataclass(frozen=True, eq=False)
class Holonomic(AbstractConstraint):
    r"""A constraint on positions: φ(q, t, p) = 0.

    .. math:: \varphi(q, t) = 0

    Parameters
    ----------
    phi : function of (q, t, p), returning a number or a vector, one entry for each row
    name : one name, or one for each row

    References
    ----------
    [U05] eq. (3); [US10] eq. (2).

    Examples
    --------
    >>> rod = Holonomic(lambda q, p: q @ q - p["length"] ** 2, name="rod")
    """

    phi: Any
    name: str | Sequence[str] | None = None

    level = 0
    kind = "holonomic"

    def __post_init__(self):
        self._settle("Holonomic", phi=bind(self._what("phi"), self.phi, POSITION))

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: phi and its name."""
        return self.phi, self.name


@dataclass(frozen=True, eq=False)
class Nonholonomic(AbstractConstraint):
    r"""A constraint on velocities, which may enter in any way: ψ(q, q̇, t, p) = 0.

    .. math:: \psi(q, \dot q, t) = 0

    Parameters
    ----------
    psi : function of (q, qd, t, p), returning a number or a vector, one entry for each row
    name : one name, or one for each row

    References
    ----------
    [U05] eq. (4); [US10] eq. (3).

    Examples
    --------
    >>> steady = Nonholonomic(lambda qd: qd @ qd - 4.0, name="constant speed")
    """

    psi: Any
    name: str | Sequence[str] | None = None

    level = 1
    kind = "nonholonomic"
    curved = True

    def __post_init__(self):
        self._settle("Nonholonomic", psi=bind(self._what("psi"), self.psi, STATE))

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: psi and its name."""
        return self.psi, self.name


@dataclass(frozen=True, eq=False)
class Pfaffian(AbstractConstraint):
    r"""A constraint linear in the velocities: α(q, t, p) q̇ + β(q, t, p) = 0.

    .. math:: \alpha(q, t)\, \dot q + \beta(q, t) = 0

    Parameters
    ----------
    alpha : function of (q, t, p), returning a row (n,) or a matrix (k, n); or constants
    beta : function of (q, t, p), returning a number or a vector (k,); or constants; or None for 0
    name : one name, or one for each row

    References
    ----------
    [KU93] eqs. (3), (8).

    Examples
    --------
    >>> rosenberg = Pfaffian(lambda q: [-q[2], 1.0, 0.0], name="ẏ = z ẋ")
    """

    alpha: Any
    beta: Any = None
    name: str | Sequence[str] | None = None

    level = 1
    kind = "Pfaffian"

    def __post_init__(self):
        alpha = given(self._what("alpha"), self.alpha, POSITION)
        beta = None if self.beta is None else given(self._what("beta"), self.beta, POSITION)
        self._settle("Pfaffian", alpha=alpha, beta=beta)

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: alpha, beta and its name."""
        return self.alpha, self.beta, self.name


@dataclass(frozen=True, eq=False)
class AccelerationLevel(AbstractConstraint):
    r"""Rows of A(q, q̇, t, p) q̈ = b(q, q̇, t, p), given as they are.

    .. math:: A(q, \dot q, t)\, \ddot q = b(q, \dot q, t)

    No positions or velocities are known that would satisfy it, so none can be projected: use
    one of the other kinds where there is one.

    Parameters
    ----------
    A : function of (q, qd, t, p), returning a row (n,) or a matrix (k, n); or constants
    b : function of (q, qd, t, p), returning a number or a vector (k,); or constants
    name : one name, or one for each row

    References
    ----------
    [U05] eq. (5); [US10] eq. (4).

    Examples
    --------
    >>> level = AccelerationLevel([[0.0, 0.0, 1.0]], lambda t: -t, name="lift")
    """

    A: Any
    b: Any
    name: str | Sequence[str] | None = None

    level = 2
    kind = "acceleration-level"

    def __post_init__(self):
        A = given(self._what("A"), self.A, STATE)
        self._settle("AccelerationLevel", A=A, b=given(self._what("b"), self.b, STATE))

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: A, b and its name."""
        return self.A, self.b, self.name


class Rowwise(NamedTuple):
    """Rows of constraints that were differentiated already.

    Attributes
    ----------
    A : (k, n)          by accelerations
    b : (k,)            right-hand side
    phi : (k,)          what remains on positions; None if they restrict velocities only
    velocity : (k,)     what remains on velocities
    """

    A: Any
    b: Any
    phi: Any
    velocity: Any


@dataclass(frozen=True, eq=False)
class Structured(AbstractConstraint):
    """Constraints that know their own A and b, such as the joints of a mechanism.

    Where each row depends on few coordinates, A and b cost less than by differentiating with
    respect to all.
    """

    rows: Any  # function of (q, qd, t, p) that returns a ``Rowwise``
    name: Any  # of the rows, one for each
    # pairs of a name to ask for and its rows; the rows of one name may be in two of these
    groups: tuple[tuple[str, tuple[int, ...]], ...]
    level: int  # 0 if they restrict positions, 1 if velocities
    curved: bool = False  # whether they may be nonlinear in the velocities

    kind = "structured"

    def __post_init__(self):
        self._settle("Structured")

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another: its rows, their names, and what they restrict."""
        return self.rows, self.name, self.groups, self.level, self.curved


def counted(constraints: Iterable[AbstractConstraint], level: int = 1) -> int:
    """How many rows constraints have that know it before they are called: of mechanisms, all."""
    structured = (x for x in constraints if isinstance(x, Structured))
    return sum(len(x.name) for x in structured if x.level <= level)


def named(constraints: Iterable[AbstractConstraint]) -> tuple[AbstractConstraint, ...]:
    """The same constraints, each with a name, and no name twice; their functions to be traced anew.

    The nameless are called by their kind and their place in it: "holonomic 2" is the second
    holonomic one, also if the first has a name. Where that name is taken, the next free number.
    """
    constraints = tuple(map(_anew, constraints))
    taken = [name for c in constraints for name in _names(c)]
    twice = sorted(name for name, times in Counter(taken).items() if times > 1)
    if twice:
        raise ValueError(
            f"`constraints` has the name {twice[0]!r} more than once; wanted names that differ, "
            "by which to ask for forces."
        )
    found, places = [], Counter()
    for constraint in constraints:
        kind = constraint.kind
        places[kind] += 1
        if constraint.name is None:
            free = (f"{kind} {i}" for i in count(places[kind]))
            taken.append(next(name for name in free if name not in taken))
            constraint = replace(cast(Any, constraint), name=taken[-1])
        found.append(constraint)
    return tuple(found)


def _anew(constraint: Any) -> AbstractConstraint:
    bound = [(x.name, getattr(constraint, x.name)) for x in fields(constraint)]
    new = {name: replace(x, record=Recorded()) for name, x in bound if isinstance(x, Bound)}
    return replace(constraint, **new) if new else constraint


def _names(constraint: AbstractConstraint) -> Sequence[str]:
    name = constraint.name
    return (name,) if isinstance(name, str) else name or ()


def _checked_name(name: Any, wanted: str) -> str | tuple[str, ...] | None:
    """A name as given; several as a tuple."""
    if name is None or (isinstance(name, str) and name):
        return name and checked_name(f"name` of `{wanted}", name)
    names = tuple(name) if isinstance(name, list | tuple) else ()
    if not names or not all(isinstance(x, str) and x for x in names):
        raise TypeError(f"`name` of {wanted} is {name!r}; wanted a text, or one for each row.")
    if len(set(names)) < len(names):
        raise ValueError(f"`name` of {wanted} is {name!r}; wanted names that differ.")
    return tuple(checked_name(f"name` of `{wanted}", x) for x in names)
