"""A plant made of numbers: everything is a parameter, so that one compilation serves all cases."""

from dataclasses import dataclass

import numpy as np

import zwang as zw


def arbitrary(nonideal: bool = False) -> zw.System:
    """M, Q, constraints A q̈ = b and C as they stand in p."""
    held = zw.AccelerationLevel(lambda p: p["A"], lambda p: p["b"], name="held")
    work = (lambda p: p["C"]) if nonideal else None
    return zw.System(lambda p: p["M"], lambda p: p["Q"], [held], nonideal=work)


def requirement() -> zw.AccelerationLevel:
    return zw.AccelerationLevel(lambda p: p["A_c"], lambda p: p["b_c"], name="wanted")


@dataclass(frozen=True)
class Case:
    """Ranks of a random plant with n = 5, two physical rows and two requirements."""

    rank_M: int = 5
    repeated_physical: bool = False
    repeated_requirement: bool = False
    implied: bool = False  # the second requirement follows from physics
    spread: float = 1.0  # of the units of the coordinates

    def parameters(self, seed: int = 0) -> dict[str, np.ndarray]:
        rng = np.random.default_rng(seed)
        n = 5
        units = np.logspace(0.0, np.log10(self.spread), n)
        A, A_c = rng.normal(size=(2, n)), rng.normal(size=(2, n))
        if self.repeated_physical:
            A[1] = -3.0 * A[0]
        if self.repeated_requirement:
            A_c[1] = 2.0 * A_c[0]
        if self.implied:
            A_c[1] = A[0] + A[1]
        root = rng.normal(size=(n, self.rank_M))
        M = root @ root.T + (np.eye(n) if self.rank_M == n else 0.0)
        qdd = rng.normal(size=n)  # all rows agree with it
        given = {"M": M, "Q": M @ rng.normal(size=n), "A": A, "b": A @ qdd}
        given |= {"C": M @ rng.normal(size=n), "A_c": A_c, "b_c": A_c @ qdd}
        root = rng.normal(size=(n, n))
        given |= {"N": root @ root.T + np.eye(n), "S": rng.normal(size=(n, 3))}
        given |= {"N3": np.diag([1.0, 2.0, 5.0])}
        return _in_units(given, units)

    @property
    def state(self) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(5), np.zeros(5)


def _in_units(given, units):
    """The same mechanics with the coordinates q / units."""
    d = units
    found = dict(given)
    found |= {"M": d[:, None] * given["M"] * d, "N": given["N"] / np.outer(d, d)}
    found |= {name: given[name] * d for name in ("Q", "C")}
    found |= {name: given[name] * d for name in ("A", "A_c")}
    return found | {"S": d[:, None] * given["S"]}


CASES = {
    "plain": Case(),
    "redundant physics": Case(repeated_physical=True),
    "redundant requirement": Case(repeated_requirement=True),
    "implied requirement": Case(implied=True),
    "singular mass": Case(rank_M=4),
    "singular mass, redundant requirement": Case(rank_M=4, repeated_requirement=True),
    "units": Case(spread=1e6),
}


def constrained_inverse_mass(M, A):
    """P by the saddle matrix, in NumPy: independent of the package."""
    n, m, d = len(M), len(A), 1 / np.sqrt(np.diag(M))
    M, A = d[:, None] * M * d, A * d
    A = A / np.linalg.norm(A, axis=1, keepdims=True)
    saddle = np.block([[M, -A.T], [A, np.zeros((m, m))]])
    return d[:, None] * np.linalg.pinv(saddle, rcond=1e-11)[:n, :n] * d
