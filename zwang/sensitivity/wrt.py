"""What a motion is differentiated by: numbers of p, and the start, each a direction of its own."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats, is_concrete, kept
from zwang.base.functions import bind, by_name, join, split
from zwang.base.names import names_of
from zwang.system.constraints import counted
from zwang.system.elements import by_parts
from zwang.system.system import System

MOST = 40_000  # coordinates times coordinates and rows, beyond which dense matrices are too much
START = ("q0", "qd0")


@dataclass(frozen=True)
class Directions:
    """D directions, in the order of the numbers of p, then q0, then qd0."""

    given: tuple[Any, Any]  # q0 and qd0 as given, arrays or functions of p
    p: Any  # the parameters
    numbers: list[Any]  # of these
    # which of the numbers are meant; an array is meant with all of its elements
    leaves: tuple[int, ...]
    start: tuple[str, ...]  # which of "q0" and "qd0" are meant
    names: tuple[str, ...]  # (D,) of the directions
    dp: list[np.ndarray]  # (D, ...) change of each number of p
    # dq0, dqd0: (D, n) change of the start as it was given
    dq0: np.ndarray
    dqd0: np.ndarray
    sizes: np.ndarray  # (D,) of what changes: steps in which derivatives are of the size of q

    def __len__(self) -> int:
        return len(self.names)

    def tree(self, columns: np.ndarray) -> tuple[Any, Any, Any]:
        """Derivatives (..., D) as a tree like p with leaves (..., *shape), by q0, and by qd0.

        Shapes: columns (..., D).
        """
        found: list[Any] = [None] * len(self.numbers)
        begin = 0
        for leaf in self.leaves:
            shape = np.shape(self.numbers[leaf])
            end = begin + math.prod(shape)
            found[leaf] = columns[..., begin:end].reshape((*columns.shape[:-1], *shape))
            begin = end
        n, by_start = self.dq0.shape[1], {}
        for name in self.start:
            by_start[name] = columns[..., begin : begin + n]
            begin += n
        _, rest = split(self.p)
        tree, leaves = rest.value
        blank = join(found, type(rest)((tree, [None] * len(leaves)), rest.key))
        return blank, by_start.get("q0"), by_start.get("qd0")

    def moved(self, amounts: Any) -> tuple[Any, Any, Any]:
        """p after moving along the directions, and q0 and qd0 then, arrays or functions of p.

        Shapes: amounts (D,).
        """
        amounts = np.asarray(amounts, float)
        numbers = list(map(np.asarray, self.numbers))
        place = 0
        for leaf in self.leaves:
            size = numbers[leaf].size
            step = amounts[place : place + size].reshape(numbers[leaf].shape)
            numbers[leaf], place = numbers[leaf] + step, place + size
        numbers = [x[()] for x in numbers]  # plain numbers where they have no shape
        n = self.dq0.shape[1]
        start: dict[str, Any] = dict(zip(START, self.given, strict=True))
        for name in self.start:
            start[name], place = _added(name, start[name], amounts[place : place + n]), place + n
        return join(numbers, split(self.p)[1]), start["q0"], start["qd0"]

    @property
    def values(self) -> np.ndarray:
        """The numbers themselves (D,): those of p, then q0 and qd0."""
        chosen = [np.ravel(self.numbers[leaf]) for leaf in self.leaves]
        start: dict[str, Any] = dict(zip(START, start_of(*self.given, self.p), strict=True))
        return np.concatenate([*chosen, *(start[name] for name in self.start)])


def start_of(q0: Any, qd0: Any, p: Any) -> tuple[np.ndarray, np.ndarray]:
    """The start for parameters: arrays as they are, or what functions of p return.

    Shapes: q0, qd0 (n,).
    """
    return _value("q0", q0, p), _value("qd0", qd0, p)


def directions(
    system: System, q0: Any, qd0: Any, p: Any, wrt: Any, dense: bool = True
) -> Directions:
    """Check what to differentiate by, and put it into order. Shapes: q0, qd0 (n,)."""
    arguments.instance("system", system, System, "a zw.System")
    p, q0, qd0 = kept(p), kept(q0), kept(qd0)
    numbers, _ = split(p)
    for name, x in zip(START, (q0, qd0), strict=True):
        if not callable(x) and is_concrete(*jax.tree.leaves([x], is_leaf=lambda y: y is x)):
            as_floats(name, x, np)
    given = [x for x in (q0, qd0) if not callable(x)]
    if not is_concrete(*numbers, *jax.tree.leaves(given)):
        raise TypeError(
            "`p`, `q0` and `qd0` must be known numbers; inside jit, vmap and grad differentiate "
            "zw.simulate itself."
        )
    numbers = [np.asarray(x, float) for x in numbers]
    names = number_names(p)
    leaves, start = _chosen(wrt, p, names)
    q, qd = start_of(q0, qd0, p)
    system.state(q, qd, 0.0, np, names=(*START, "t"))
    if dense:
        require_few(system, len(q))
    n, coordinates = len(q), names_of(system.coordinates, len(q))
    told = [x for leaf in leaves for x in _elements(names[leaf], numbers[leaf].shape)]
    plain = [x.removeprefix("q[").removesuffix("]") for x in coordinates]
    told += [f"{name}[{x}]" for name in start for x in plain]
    count = len(told)
    dp = [np.zeros((count, *x.shape)) for x in numbers]
    direct = {name: np.zeros((count, n)) for name in START}
    sizes, place = np.ones(count), 0
    for leaf in leaves:
        size = numbers[leaf].size
        dp[leaf][place : place + size] = np.eye(size).reshape(size, *numbers[leaf].shape)
        sizes[place : place + size], place = _sizes(np.abs(numbers[leaf].ravel())), place + size
    for name, x in zip(START, (q, qd), strict=True):
        if name in start:
            direct[name][place : place + n] = np.eye(n)
            sizes[place : place + n], place = np.abs(x).max() or 1.0, place + n
    for name, x in zip(START, (q0, qd0), strict=True):
        direct[name] = direct[name] + _slope(name, x, p, dp)
    dq0, dqd0 = direct.values()
    return Directions((q0, qd0), p, numbers, leaves, start, tuple(told), dp, dq0, dqd0, sizes)


def is_large(n: int, m: int) -> bool:
    """Whether derivatives by dense matrices would take minutes or more."""
    return n * (n + m) > MOST


def require_few(system: System, n: int, why: str = "") -> None:
    """Refuse mechanisms that are too large for derivatives by dense matrices."""
    m = counted(system.constraints)
    if is_large(n, m) and by_parts(system, n, rubbing=True):
        told = f", and by parts they cannot be: {why}" if why else ""
        raise ValueError(
            f"`system` has {n} coordinates and {m} rows of constraints; derivatives of motions are "
            f"computed with dense matrices, which is too much for so many{told}. Wanted a "
            "mechanism of fewer bodies, or differences of two motions."
        )


# -- names -----------------------------------------------------------------------------------------


def number_names(p: Any) -> list[str]:
    """What the numbers of p are called: by their places in it."""
    p = by_name(p)
    _, rest = split(p)
    _, static, _ = rest.key
    paths = [path for path, _ in jax.tree.leaves_with_path(p)]
    numbers = (path for path, fixed in zip(paths, static, strict=True) if not fixed)
    return [".".join(map(_step, path)) or "p" for path in numbers]


def _step(entry: Any) -> str:
    for name in ("key", "name", "idx"):
        if hasattr(entry, name):
            return str(getattr(entry, name))
    return str(entry)


def _elements(name: str, shape: tuple[int, ...]) -> list[str]:
    if not shape:
        return [name]
    return [f"{name}[{', '.join(map(str, index))}]" for index in np.ndindex(*shape)]


def _chosen(wrt: Any, p: Any, names: list[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Which numbers, and which parts of the start."""
    if wrt is None:
        if not names:
            raise ValueError(
                "`wrt` is None, and `p` has no numbers; wanted parameters, or "
                'wrt=["q0", "qd0"] for derivatives by the start.'
            )
        return tuple(range(len(names))), ()
    wanted = [wrt] if isinstance(wrt, str) else wrt
    if not isinstance(wanted, list | tuple) or not wanted:
        raise TypeError(f"`wrt` is {wrt!r}; wanted names of parameters, `q0` or `qd0`.")
    leaves, start = set(), set()
    for name in wanted:
        found = [i for i, x in enumerate(names) if x == name or x.startswith(f"{name}.")]
        if name in START and found:
            raise ValueError(
                f"`wrt` has {name!r}, which is the start and a name in `p`; wanted `p` without it."
            )
        if name in START:
            start.add(name)
        elif found:
            leaves.update(found)
        else:
            known = [*dict.fromkeys([*names, *START])]
            near = difflib.get_close_matches(str(name), known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ValueError(
                f"`wrt` has {name!r}; wanted any of {', '.join(map(repr, known))}.{hint}"
            )
    return tuple(sorted(leaves)), tuple(name for name in START if name in start)


# -- numbers ---------------------------------------------------------------------------------------


def _sizes(x: np.ndarray) -> np.ndarray:
    """A number's own size; of zeros that of their neighbours, or one."""
    return np.where(x > 0, x, x.max(initial=0.0) or 1.0)


def _value(name: str, x: Any, p: Any) -> np.ndarray:
    if callable(x):
        x = bind(f"`{name}`", x, ("p",)).at({"p": join(*split(p))})
    return np.asarray(as_floats(name, x, np), float)


def _added(name: str, x: Any, change: np.ndarray) -> Any:
    """A start moved, in the kind in which it was given."""
    if callable(x):
        bound = bind(f"`{name}`", x, ("p",))
        return lambda p: bound.at({"p": p}) + change
    return _value(name, x, None) + change


def _slope(name: str, x: Any, p: Any, dp: list[np.ndarray]) -> np.ndarray | float:
    """How a start that is a function of p changes in each direction (D, n)."""
    if not callable(x):
        return 0.0
    (numbers, rest), bound = split(p), bind(f"`{name}`", x, ("p",))

    def along(change):
        at = lambda numbers: bound.at({"p": join(numbers, rest)})
        return jax.jvp(at, (numbers,), (change,))[1]

    return np.asarray(jax.vmap(along)([jnp.asarray(change) for change in dp]))
