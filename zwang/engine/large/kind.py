"""One kind of element in C: a function of one part, in a loop over all of them.

The text depends on the kind alone, so that it is compiled once, whatever mechanism asks for it.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.emit.lines import PRELUDE, emit
from zwang.emit.tape import tape_of
from zwang.engine.large.memory import PART, PartSizes, text_of
from zwang.engine.large.plain import INPUTS, OUTPUTS, Acting
from zwang.engine.large.template import Template
from zwang.engine.program.elements import SEEN, flat, may_differ, traced
from zwang.files import build
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Graph, Unsupported, add, mul, needed, neg, sub
from zwang.ir.scalar.laws import Values, array
from zwang.ir.scalar.rates import gradient, jacobian, rate
from zwang.ir.scalar.witness import trusted
from zwang.ir.text import defined
from zwang.library.functions import Functions
from zwang.library.tape import Tape
from zwang.system.elements import Element

BRIEF = 16_000  # letters of a kind


class Written(NamedTuple):
    """A kind of element as text."""

    sizes: dict[str, int]  # of one part, as ``element.h`` wants them
    calls: tuple[Any, ...]  # what its functions call
    functions: dict[str, str]  # the text of each by name
    tapes: dict[str, Tape | None]  # each of one part, by name; None of what has loops
    # (2, .) rows and columns of the entries of M that may differ from zero, none above the diagonal
    M: np.ndarray
    # (2, .) the same of A, whose rows are those on positions, then those on velocities
    A: np.ndarray
    steady: bool  # whether it has no rows, and M and Q are the same in all states

    @property
    def whole(self) -> str:
        """The whole program."""
        above = PRELUDE, defined(self.sizes), PART, called_texts(self.calls)
        return "\n".join([*above, *self.functions.values(), text_of("element.h")])


class Kind(NamedTuple):
    """A kind of element in C."""

    functions: Functions  # those of ``OUTPUTS``, of all its parts
    written: Written  # its text

    @property
    def addresses(self) -> dict[str, int]:
        """Where its functions are, by the names that C has for them."""
        return {name[3:]: self.functions[name].address for name in OUTPUTS}

    @property
    def room(self) -> int:
        """How many doubles they need on tape."""
        return room_for(self.functions, OUTPUTS, self.written.sizes)

    @property
    def M(self) -> np.ndarray:
        """Where M has entries, see ``Written``."""
        return self.written.M

    @property
    def A(self) -> np.ndarray:
        """Where A has entries."""
        return self.written.A

    @property
    def steady(self) -> bool:
        """Whether it is the same in all states."""
        return self.written.steady


class Described(NamedTuple):
    """What one part adds to the equations, in values of one graph."""

    M: Values  # (w, w), Q : (w,), A : (k, w), b : (k,), phi : (a,), velocity : (k,), seen : (2,)
    Q: Values
    A: Values
    b: Values
    phi: Values
    velocity: Values
    seen: Values

    @property
    def fatal(self) -> tuple[Values, ...]:
        """In what nothing may be infinite or NaN."""
        return self.M, self.Q, self.A, self.b


def kind_of(
    element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable, pool: Executor
) -> Future[Kind]:
    """The kind of an element: written now, and compiled beside, or taken from where it is kept.

    Raises Unsupported.
    """
    return pool.submit(_kind, remembered(_written, element, shapes, join))


def remembered(write: Callable, element: Element, shapes: Any, join: Callable) -> Any:
    """What is written of a kind, kept where no function of the user's is called."""
    if element.key is None:
        return write(element, shapes, join)
    # So the parameters do not enter.
    return _remembered(write, element.key, _Once(element, (), lambda numbers: None))


class _Once:
    """What makes a kind, and is the same as any other: the key tells."""

    def __init__(self, *given: Any):
        self.given = given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Once)

    def __hash__(self) -> int:
        return 0


@functools.lru_cache(maxsize=256)
def _remembered(write: Callable, key: Any, once: _Once) -> Any:
    return write(*once.given)


def _kind(written: Written) -> Kind:
    return Kind(shared(written.whole, written.tapes), written)


_SHARED: weakref.WeakValueDictionary[str, Functions] = weakref.WeakValueDictionary()


def shared(text: str, tapes: Mapping[str, Tape | None]) -> Functions:
    """The functions of all parts of a kind, the same for the same text: as it is kept, on tape if
    it is not, compiled now if there is no tape. Raises NoLibrary.
    """
    functions = _SHARED.get(text)
    if functions is None:
        # Of short functions the loop around them takes most of the time, which -O2 makes faster.
        level = build.OFTEN if len(text) <= BRIEF else build.ONCE
        functions = Functions(tapes, lambda: text, level, symbol="{}_all")
        if not functions.load() and None in tapes.values():
            functions.compile()
        functions = _SHARED.setdefault(text, functions)
    return functions


def room_for(functions: Functions, names: Iterable[str], sizes: Mapping[str, int]) -> int:
    """Doubles that functions of one part need on tape, with what they are given and return."""
    of_part = 8 * sum(sizes.values()) + 8
    return of_part + max(functions[name].room for name in names)


def sizes_in_c(sizes: Mapping[str, int]) -> Any:
    """The sizes of one part as C has them."""
    return PartSizes(**{name.lower(): size for name, size in sizes.items() if name != "TURNED"})


def _written(element: Element, shapes: tuple[tuple[int, ...], ...], join: Callable) -> Written:
    """The text of a kind, where its M and A have entries, and whether it is steady."""
    if isinstance(element.function, Acting):
        return _of_forces(element.function, element.columns.shape[1])
    found = described(element, shapes, join)
    M, A = entries_of(found)
    named = found._asdict() | {"M": found.M[tuple(M)], "A": found.A[tuple(A)]}
    emitted = {
        name: emit(name, INPUTS, {out: named[out] for out in outputs})
        for name, outputs in OUTPUTS.items()
    }
    sizes = {"WIDTH": len(found.Q), "MASSES": M.shape[1], "ENTRIES": A.shape[1]}
    sizes |= {"ROWS": len(found.b), "ON_Q": len(found.phi), "NUMBERS": element.numbers.shape[1]}
    sizes |= {"PULLED": len(found.Q) if any(map(may_differ, found.Q)) else 0}
    state = [x for x in needed([*named["M"], *found.Q]) if x.op == "input"]
    return Written(
        sizes,
        calls=tuple(call for x in emitted.values() for call in x.calls),
        functions={name: x.text for name, x in emitted.items()},
        tapes={
            name: tape_of(INPUTS, {out: named[out] for out in outputs})
            for name, outputs in OUTPUTS.items()
        },
        M=M,
        A=A,
        steady=not any(x.args[0] in ("q", "qd", "t") for x in state) and not len(found.b),
    )


def entries_of(found: Described) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns (2, .) of what may differ from zero in M, not above its diagonal, and in
    A.
    """
    below = [ij for ij in np.ndindex(*found.M.shape) if ij[0] >= ij[1] and may_differ(found.M[ij])]
    of_A = [ij for ij in np.ndindex(*found.A.shape) if may_differ(found.A[ij])]
    M, A = (np.array(x, int).reshape(-1, 2).T for x in (below, of_A))
    return M, A


def _of_forces(acting: Acting, n: int) -> Written:
    """The text of forces that are one part."""
    none, empty = np.zeros((2, 0), int), array((), (0,))
    rest = {"zw_hold": dict.fromkeys(OUTPUTS["zw_hold"], empty)}
    rest |= {"zw_seen": {"seen": array((0.0, 0.0), (2,))}}
    texts = {name: emit(name, INPUTS, outputs).text for name, outputs in rest.items()}
    sizes = {"WIDTH": n, "MASSES": 0, "ENTRIES": 0, "ROWS": 0, "ON_Q": 0, "NUMBERS": 0}
    texts = {"zw_evaluate": acting.text} | texts
    tapes: dict[str, Tape | None] = {name: tape_of(INPUTS, out) for name, out in rest.items()}
    tapes["zw_evaluate"] = None
    return Written(sizes | {"PULLED": n}, (), texts, tapes, none, none, steady=False)


def described(
    element: Element,
    shapes: tuple[tuple[int, ...], ...],
    join: Callable,
    then: Callable[[Graph, Described], Any] = lambda graph, found: found,
) -> Any:
    """What one part adds, with its rows differentiated."""
    width, count = element.columns.shape[1], element.numbers.shape[1]
    total = sum(int(np.prod(shape)) for shape in shapes)
    sizes = {"q": width, "qd": width, "t": 1, "p": total, "c": count}
    by = lambda way, plain: trusted(
        lambda graph: then(graph, way(plain, sizes, graph)), lambda x: x.fatal
    )
    if isinstance(element.function, Template):
        return by(_by_rates, lambda graph, given: element.function(*given))
    plain = flat(element.function, shapes, join)
    given = [(size,) for size in sizes.values()]
    try:
        return by(_by_rates, traced(plain, given, derived=True))
    except Unsupported:  # by the rules of `rates`, but perhaps not by those of JAX
        return by(_by_jax, plain)


def inputs(graph: Graph, sizes: dict[str, int]) -> list[Values]:
    """The inputs of a graph, by their names and sizes."""
    return [
        array((graph.input(name, k) for k in range(size)), (size,)) for name, size in sizes.items()
    ]


def _by_rates(plain_of: Callable, sizes: dict[str, int], graph: Graph) -> Described:
    """Rows differentiated in the graph; ``plain_of`` gives what a part adds before that."""
    given = inputs(graph, sizes)
    q, qd, t = given[:3]
    plain = plain_of(graph, given)
    along = dict(zip(q, qd, strict=True)) | {t[0]: 1.0}
    if "L" in plain:
        _add_lagrangian(plain, q, qd, along)
    phi, psi = plain["phi"], plain["psi"]
    speed = rate(phi, along)
    A = np.concatenate([jacobian(phi, list(q)), jacobian(psi, list(qd))])
    b = np.concatenate([rate(speed, along), rate(psi, along)])
    b = array(map(neg, b), b.shape)
    return _weighted(plain, A, b, phi, np.concatenate([speed, psi]))


def _add_lagrangian(plain: dict[str, Values], q: Values, qd: Values, along: dict) -> None:
    """A term of a Lagrangian: M = ∂²L/∂q̇², Q = ∂L/∂q − dp/dt at q̈ = 0, with p = ∂L/∂q̇."""
    L = plain["L"].item()
    momentum = gradient(L, qd)
    M = jacobian(momentum, qd)
    if any(node.op == "input" and node.args[0] == "qd" for node in needed(M.flat)):
        raise Unsupported("a term of its Lagrangian is not seen to be quadratic in qd")
    Q = map(sub, gradient(L, q), rate(momentum, along))
    plain["M"] = array(map(add, plain["M"].flat, M.flat), M.shape)
    plain["Q"] = array(map(add, plain["Q"], Q), (len(q),))


def _by_jax(plain: Callable, sizes: dict[str, int], graph: Graph) -> Described:
    """Rows differentiated by JAX."""

    def found(q, qd, t, p, c):
        def moved(s):
            return plain(q + s * qd, qd, t + s, p, c)

        zero, one = jnp.zeros(()), jnp.ones(())
        phi, psi = (lambda s: moved(s)["phi"]), (lambda s: moved(s)["psi"])
        speed = lambda s: jax.jvp(phi, (s,), (one,))[1]
        by_q = jax.jacfwd(lambda q: plain(q, qd, t, p, c)["phi"])(q)
        by_qd = jax.jacfwd(lambda qd: plain(q, qd, t, p, c)["psi"])(qd)
        second = [jax.jvp(x, (zero,), (one,))[1] for x in (speed, psi)]
        return plain(q, qd, t, p, c) | {
            "A": jnp.concatenate([by_q, by_qd]),
            "b": -jnp.concatenate(second),
            "velocity": jnp.concatenate([speed(zero), psi(zero)]),
        }

    x = traced(found, [(size,) for size in sizes.values()])(graph, inputs(graph, sizes))
    return _weighted(x, x["A"], x["b"], x["phi"], x["velocity"])


def _weighted(plain: dict[str, Values], A: Values, b: Values, phi: Values, velocity) -> Described:
    """With the rows on positions added to M and Q: M + w AᵀA and Q + w Aᵀb."""
    M, Q, weight = plain["M"].copy(), plain["Q"].copy(), plain["weight"].item()
    if may_differ(weight):
        for r in range(len(phi)):
            row = [mul(weight, x) for x in A[r]]
            for i, j in np.ndindex(*M.shape):
                M[i, j] = add(M[i, j], mul(row[i], A[r, j]))
            for i in range(len(Q)):
                Q[i] = add(Q[i], mul(row[i], b[r]))
    seen = array([plain[name].item() for name in SEEN], (len(SEEN),))
    return Described(M, Q, A, b, phi, velocity, seen)
