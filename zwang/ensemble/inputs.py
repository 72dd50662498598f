"""Which of the inputs of many motions are each member's own, and which are shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from zwang.base.arrays import as_floats, kept
from zwang.base.functions import by_name, flat, join, split
from zwang.integrate.backend import Members
from zwang.system.system import System


@dataclass(frozen=True, eq=False)
class Shared:
    """An argument that all members share, whatever its shape; see ``shared``.

    Attributes
    ----------
    value : what is shared
    """

    value: Any


def shared(x: Any) -> Shared:
    """Say that an array is one parameter of all members, not one entry for each of them.

    Parameters
    ----------
    x : an array, or a nest of them, in the parameters of ``zw.simulate_many``; or a start

    Examples
    --------
    >>> import numpy as np
    >>> p = {"stiffness": np.linspace(1.0, 2.0, 100), "masses": shared(np.ones(3))}
    """
    return x if isinstance(x, Shared) else Shared(kept(x))


@dataclass(frozen=True, eq=False)
class Batch:
    """The inputs of N motions."""

    size: int  # N
    # q0, qd0: (N, n), or (n,) where shared
    q0: np.ndarray
    qd0: np.ndarray
    p: Any  # the parameters; batched leaves have N entries along their first axis
    batched: tuple[bool, ...]  # for each number among the leaves of p, whether it is batched
    names: tuple[str, ...]  # for each number among the leaves of p, its place, such as ``p['k']``

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return self.q0.shape[-1]

    @property
    def numbers_of_each(self) -> int:
        """How many numbers the parameters of one member have."""
        return sum(int(np.size(x)) for x in jax.tree.leaves(split(self.parameters(0))[0]))

    def start(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        """q0 and q̇0 of one member."""
        q0, qd0 = (x[i] if x.ndim == 2 else x for x in (self.q0, self.qd0))
        return q0, qd0

    def finite_start(self, i: int) -> tuple[np.ndarray, np.ndarray]:
        """The same with zeros in place of what is no number: a pattern for shapes."""
        q0, qd0 = (np.nan_to_num(x, posinf=0.0, neginf=0.0) for x in self.start(i))
        return q0, qd0

    def parameters(self, i: int) -> Any:
        """The parameters of one member."""
        numbers, rest = split(self.p)
        given = zip(map(np.asarray, numbers), self.batched, strict=True)
        return join([x[i] if own else x[()] for x, own in given], rest)

    def members(self, first: int, last: int) -> Members:
        """What the members from ``first`` up to ``last`` have for themselves."""
        count = last - first

        def part(x: np.ndarray, own: bool) -> np.ndarray:
            return x[first:last] if own else np.broadcast_to(x, (count, *x.shape))

        numbers = (np.asarray(x, float) for x in split(self.p)[0])
        return Members(
            part(self.q0, self.q0.ndim == 2),
            part(self.qd0, self.qd0.ndim == 2),
            tuple(part(x, own) for x, own in zip(numbers, self.batched, strict=True)),
        )

    def take(self, which: Any) -> Batch:
        """The inputs of some of the members only."""
        numbers, rest = split(self.p)
        given = zip(map(np.asarray, numbers), self.batched, strict=True)
        p = join([x[which] if own else x for x, own in given], rest)
        q0, qd0 = (x[which] if x.ndim == 2 else x for x in (self.q0, self.qd0))
        size = len(np.arange(self.size)[which])
        return Batch(size, q0, qd0, p, self.batched, self.names)

    def own(self) -> dict[str, np.ndarray]:
        """The batched parameters (N, ...), by a plain name: ``k``, ``motor.k``."""
        numbers = map(np.asarray, split(self.p)[0])
        found = zip(self.names, numbers, self.batched, strict=True)
        return {plain(name): x for name, x, own in found if own}

    def common(self) -> dict[str, np.ndarray]:
        """The parameters that are shared, by a plain name."""
        numbers = map(np.asarray, split(self.p)[0])
        found = zip(self.names, numbers, self.batched, strict=True)
        return {plain(name): x for name, x, own in found if not own}


def batch(system: System, q0: Any, qd0: Any, p: Any) -> Batch:
    """Sort the inputs of many motions into batched and shared ones. Shapes: q0, qd0 (N, n)."""
    q0, qd0 = _start(system, "q0", q0), _start(system, "qd0", qd0)
    if q0.shape[-1] != qd0.shape[-1]:
        raise ValueError(
            f"`qd0` has the shape {qd0.shape} and `q0` the shape {q0.shape}; wanted as many "
            "velocities as coordinates."
        )
    flat(p)  # complains of names that have no order
    p, own = _unwrapped(by_name(p))
    numbers, rest = split(p)
    paths = ("p" + jax.tree_util.keystr(path) for path, _ in jax.tree.leaves_with_path(p))
    _, static, _ = rest.key
    known = [(name, flag) for name, flag, no in zip(paths, own, static, strict=True) if not no]
    names, batched = tuple(name for name, _ in known), tuple(flag for _, flag in known)
    lengths = {"q0": len(q0)} if q0.ndim == 2 else {}
    lengths |= {"qd0": len(qd0)} if qd0.ndim == 2 else {}
    for name, x, flag in zip(names, numbers, batched, strict=True):
        x = as_floats(name, x, np)
        lengths |= {name: len(x)} if flag else {}
    return Batch(_one_length(lengths), q0, qd0, p, batched, names)


def _is_shared(x: Any) -> bool:
    return isinstance(x, Shared)


def _unwrapped(p: Any) -> tuple[Any, list[bool]]:
    """p without ``Shared``, and for each leaf whether it is batched."""
    own: list[bool] = []

    def leaf(x: Any) -> Any:
        inner = x.value if isinstance(x, Shared) else x
        leaves = jax.tree.leaves(inner)
        own.extend(not isinstance(x, Shared) and getattr(y, "ndim", 0) > 0 for y in leaves)
        return jax.tree.map(lambda y: kept(np.asarray(y)) if hasattr(y, "ndim") else y, inner)

    return jax.tree.map(leaf, p, is_leaf=_is_shared), own


def _start(system: System, name: str, x: Any) -> np.ndarray:
    """A start for one or for each."""
    whole = isinstance(x, Shared)
    if callable(x):
        raise TypeError(
            f"`{name}` is a function; wanted numbers, (N, n) or (n,). Where each member starts by "
            "its own parameters, compute the starts first, or let assemble=True put them onto "
            "constraints, and onto the path of a control."
        )
    found = kept(np.asarray(as_floats(name, x.value if whole else x, np)))
    n = "n" if system.n is None else system.n
    wanted = f"({n},)" if whole else f"(N, {n}), or ({n},) for one that all members share"
    wrong = found.ndim not in ((1,) if whole else (1, 2)) or not found.shape[-1:] or not found.size
    if wrong or system.n not in (None, found.shape[-1]):
        raise ValueError(f"`{name}` has the shape {found.shape}; wanted {wanted}.")
    return found


def _one_length(lengths: dict[str, int]) -> int:
    """How many members there are; an error that names the inputs if it is not clear."""
    if not lengths:
        raise ValueError(
            "Nothing is batched: `q0`, `qd0` and the arrays of `p` say how many members there are; "
            "wanted at least one with an axis for them, such as q0 of the shape (N, n), or a "
            "parameter as an array, not a list: np.array([...]). For one motion use zw.simulate."
        )
    first, *others = lengths
    for name in others:
        if lengths[name] != lengths[first]:
            raise ValueError(
                f"`{name}` has {lengths[name]} members and `{first}` has {lengths[first]}; wanted "
                f"as many. If `{name}` is one array for all members: zw.shared({name})."
            )
    if lengths[first] == 0:
        raise ValueError(f"`{first}` has no members; wanted at least one.")
    return lengths[first]


def plain(name: str) -> str:
    """The place of a leaf as a name: ``p['motor']['k']`` as ``motor.k``, ``p`` itself as ``p``."""
    inner = name[1:].replace("']['", ".").replace("'][", ".").replace("]['", ".")
    return inner.replace("][", ".").strip("[]'.") or "p"
