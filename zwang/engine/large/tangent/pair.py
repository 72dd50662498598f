"""A large motion and its derivative along one direction: what C works on, and its calls."""

from __future__ import annotations

import ctypes
import functools
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.parameters import Parameters
from zwang.base.process.progress import so_far, waiting
from zwang.emit import Interpreted
from zwang.engine.large.memory import Pair as Memory
from zwang.engine.large.memory import RubVarying, Varying
from zwang.engine.large.rows import helped_at, looked_at
from zwang.engine.large.system import COMPILERS, Large, compiled_beside, large
from zwang.engine.large.tangent.kinds import VaryingKind, varied_kind, varied_rubbing
from zwang.integrate.course import State
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.projection import INDEPENDENT
from zwang.ir.scalar.graph import Unsupported

BOTH = ("q", "qd", "q1", "qd1", "trial_q", "trial_qd")  # with s and its like behind them


class Compiled(NamedTuple):
    """What directions of one system share: its kinds, its friction."""

    kinds: tuple[VaryingKind, ...]
    rubbing: tuple[VaryingKind, ...]


@functools.lru_cache(maxsize=16)
def compiled(
    system: Large, program: Program, shapes: tuple[tuple[int, ...], ...], turning: bool
) -> Compiled:
    """The C of a system's derivatives, made or remembered. Raises Unsupported."""
    elements, _ = system.parts
    given = shapes, program.p
    with ThreadPoolExecutor(COMPILERS) as pool:
        kinds = []
        with waiting(so_far("derivatives of kinds of parts")):
            kinds += [varied_kind(x, *given, pool, turning) for x in elements]
            rubbing = [varied_rubbing(x, *given, pool) for x in system.friction]
            own = (tuple(x.result() for x in found) for found in (kinds, rubbing))
            return Compiled(*own)


class Pair:
    """A motion and its derivative, with a memory of their own. Shapes: both (2n,)."""

    def __init__(self, program: Program, parameters: Parameters, now: State):
        n, shapes = len(now.q), tuple([shape for shape, _ in parameters.shapes])
        system = large(program, n, shapes)
        twin = system.twin(parameters.value)
        # in C; its coordinates are the first half of those in ``both``
        self.system: Large = helped_at(twin, parameters.vector, now)
        turning = self._turns(parameters.vector, now)
        self._made = compiled(system, program, shapes, turning)
        self.library = self.system.library
        self.parameters, self.both = parameters, {name: np.zeros(2 * n) for name in BOTH}
        for name, x in self.both.items():
            self.system.held[name] = x[:n]
            setattr(self.system.memory, name, x.ctypes.data)
        self.held = {name: np.zeros(size) for name, size in self._room(turning).items()}
        self._list = (Varying * len(self._made.kinds))()
        self._rubbing = (RubVarying * len(self._made.rubbing))()
        self.memory = Memory(
            n=2 * n,
            list=ctypes.addressof(self._list),
            rubbing=ctypes.addressof(self._rubbing),
            motion=self.system.at,
            **{name: x.ctypes.data for name, x in self.held.items()},
        )
        self.at = ctypes.addressof(self.memory)

    @property
    def varying(self) -> tuple[VaryingKind, ...]:
        """How kinds vary, then those of friction."""
        return *self._made.kinds, *self._made.rubbing

    def ran(self, seconds: float) -> None:
        """Take note that C ran, and have kinds compiled beside once that is worth it."""
        self.system.ran(seconds)
        compiled_beside([kind.functions for kind in self.varying], seconds)

    def _turns(self, p: np.ndarray, now: State) -> bool:
        """Whether friction depends on which multipliers of redundant rows are the least."""
        system = self.system
        redundant = system.rubs and looked_at(system, p, now, INDEPENDENT).rank < system.sizes.m
        if redundant and system.help is not None:
            raise Unsupported(
                "there is friction, M has no inverse, and reactions are not unique; with all three "
                "it is not known how the reactions change"
            )
        return redundant

    def _room(self, turning: bool) -> dict[str, int]:
        """How many numbers C works on, by name; see ``memory.PAIR``."""
        system, n, m = self.system, self.system.sizes.n, self.system.sizes.m
        sizes = {"stages": 2 * n * system.method.stages, "x": 2 * n, "v": 2 * n, "error": 4 * n}
        sizes |= {"f": n + 1, "g": m + 1, "mu": m + 1}
        sizes |= {"tape": max((kind.room for kind in self.varying), default=1)}
        if system.rubs:
            sizes |= {"answer": m + 1, "beside": m + 1}
        if turning:
            factors = len(system.plan.held["Lx"])
            sizes |= {"dM": system.pattern.M.nnz + 1, "dA": system.pattern.A.nnz + 1}
            sizes |= {"dLx": factors + 1, "dLd": n + 1}
        return sizes

    def along(self, dp: list[np.ndarray]) -> None:
        """Take a direction."""
        numbers = [np.ravel(np.asarray(x, float)) for x in dp]
        self._dp = np.concatenate([*numbers, np.zeros(1)])
        self.memory.dp = self._dp.ctypes.data
        self._dc = [np.ascontiguousarray(x, float) for x in self._changes(dp)]
        listed = *self._list, *self._rubbing
        for own, kind, dc in zip(listed, self.varying, self._dc, strict=True):
            own.dc = dc.ctypes.data
            for name in kind.names:
                setattr(own, name.rpartition("_")[2], kind.functions[name].address)

    def _changes(self, dp: list[np.ndarray]) -> list[np.ndarray]:
        """How the numbers of parts change, element by element, then those of friction."""
        system, elements = self.system, (*self.system.parts[0], *self.system.friction)
        if system.sums is not None and system.open:
            return self._open(self.parameters.numbers, dp)
        found = [np.zeros(max(x.numbers.size, 1)) for x in elements]
        for dc, (_, places, sources) in zip(found, system.sources, strict=False):
            dc[places] = self._dp[sources]
        return found

    @functools.cached_property
    def _open(self) -> Interpreted:
        """The change of parts' numbers, of the parameters' numbers and their change."""
        mass, friction, *_ = self.system.sums  # type: ignore[misc]

        def numbers(given: list[Any]) -> list[Any]:
            p = self.system.program.p(given)
            found = [x for sums in (mass, friction) if sums for x in sums.numbers(p) or ()]
            return [jnp.ravel(jnp.asarray(x, float)) for x in found]

        def changes(given: list[Any], change: list[Any]) -> list[Any]:
            found = jax.jvp(numbers, (given,), (change,))[1]
            return [jnp.concatenate([x, jnp.zeros(1)]) for x in found]

        shapes = [jax.ShapeDtypeStruct(np.shape(x), float) for x in self.parameters.numbers]
        return Interpreted(changes, shapes, shapes)

    # -- one state -----------------------------------------------------------------------------

    def varied(
        self, t: float, state: tuple[np.ndarray, ...], x: np.ndarray, lam: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """d(−M x + Aᵀlam) (n,) and d(−A x) (m,) along the direction. Shapes: x (n,)."""
        n, m = self.system.sizes.n, self.system.sizes.m
        q, qd = (np.concatenate([state[i], state[i + 2]]) for i in (0, 1))
        x, lam = np.ascontiguousarray(x, float), np.append(np.asarray(lam, float), 0.0)
        with self.system.plan.lock:
            self.system.give(self.parameters.vector)
            given = (y.ctypes.data for y in (q, qd, x, lam))
            self.library.zw_sparse_vary_parts(self.at, 0.0, t, *given)
            return self.held["f"][:n].copy(), self.held["g"][:m].copy()

    def leaning(self, t: float, state: tuple[np.ndarray, ...]) -> tuple[np.ndarray, np.ndarray]:
        """How the rows on positions (h,) and on velocities (m,) change along the direction."""
        q, qd = (np.concatenate([state[i], state[i + 2]]) for i in (0, 1))
        with self.system.plan.lock:
            self.system.give(self.parameters.vector)
            self.library.zw_sparse_lean_parts(self.at, t, q.ctypes.data, qd.ctypes.data)
            phi, velocity = (self.system.held[name].copy() for name in ("phi", "velocity"))
        return phi[: self.system.rows.positions], velocity[: self.system.sizes.m]
