"""Random problems of control whose answer is planted: feasible by construction, or not.

With q̈, τ and the physical multipliers drawn first,

    Q = M q̈ − A_pᵀλ − S τ,    b_p = A_p q̈,    b = A q̈,

so that a control exists. Then rows are combined, turned and scaled, coordinates get other units,
and demands become zero; none of this changes what can be met. An infeasible problem has one row
that depends on others, and asks for something else than these allow.

``restated`` has one problem in several statements, which must all have the same verdict.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax
import numpy as np

import zwang as zw
from tests.control.plants import constrained_inverse_mass


@dataclass(frozen=True)
class Kind:
    """Sizes: n coordinates, m rows, m_p physical rows, k inputs (0: a force on all)."""

    n: int = 4
    m: int = 4
    m_p: int = 0
    k: int = 0
    weighted: bool = False

    @cached_property
    def controller(self) -> zw.Controller:
        held = zw.AccelerationLevel(lambda p: p["A_p"], lambda p: p["b_p"], name="held")
        physical = [held] if self.m_p else []
        plant = zw.System(lambda p: p["M"], lambda p: p["Q"], physical)
        names = [f"r{i}" for i in range(self.m)]
        wanted = zw.AccelerationLevel(lambda p: p["A"], lambda p: p["b"], name=names)
        more = {"weight": lambda p: p["N"]} if self.weighted else {}
        more |= {"actuation": lambda p: p["S"]} if self.k else {}
        return zw.track(plant, wanted, **more)

    @cached_property
    def traced(self) -> Callable[..., Any]:
        """The commands for many parameters at once, by JAX."""
        zero, controller = np.zeros(self.n), self.controller
        return jax.jit(jax.vmap(lambda p: controller.command(zero, zero, 0.0, p, throw=False)))


KINDS = {
    "square": Kind(),
    "free": Kind(n=5, m=3),
    "constrained": Kind(n=5, m=3, m_p=2),
    "weighted": Kind(n=4, m=3, m_p=1, weighted=True),
    "driven": Kind(n=5, m=3, k=3),
    "redundant drives": Kind(n=5, m=4, m_p=1, k=4, weighted=True),
}


@dataclass(frozen=True)
class Problem:
    """The numbers of one, and which rows are guilty if it cannot be met."""

    p: dict[str, np.ndarray]
    guilty: frozenset[str]


def draw(kind: Kind, rng: np.random.Generator, *, feasible: bool) -> Problem:
    """A random problem."""
    given, guilty = _drawn(kind, rng, feasible=feasible)
    return Problem(_in_units(given, rng), guilty)


def _drawn(kind: Kind, rng: np.random.Generator, *, feasible: bool):
    """Its numbers in plain units, and the guilty rows."""
    n, m, m_p, k = kind.n, kind.m, kind.m_p, kind.k or kind.n
    singular = not kind.k and not kind.weighted and rng.random() < 0.4
    root = rng.normal(size=(n, n - singular))
    M = root @ root.T + (0.0 if singular else 0.3 * np.eye(n))
    A, A_p = rng.normal(size=(m, n)), rng.normal(size=(m_p, n))
    S = rng.normal(size=(n, k)) if kind.k else np.eye(n)
    N = (lambda x: x @ x.T + np.eye(k))(rng.normal(size=(k, k)))
    room = min(m, k, n - m_p)
    depends = rng.random() < 0.5 or not feasible or m > room
    rank = min(m - 1, room) if depends else m
    first = max(rank - 1, 1)  # the row after these depends on no other, and no other on it
    A[rank:] = rng.normal(size=(m - rank, first)) @ A[:first]
    qdd, tau = rng.normal(size=n), rng.normal(size=k)
    still = rng.random()
    if still < 0.6:  # some or all demands are zero, and nothing but rounding is left of them
        rows = A[: 1 + int(rng.integers(rank))] if still < 0.4 else np.eye(n)
        qdd = qdd - np.linalg.pinv(rows) @ (rows @ qdd)
    large = 10.0 ** rng.integers(0, 4)
    Q = M @ qdd - A_p.T @ rng.normal(size=m_p) * large - S @ tau * large
    given = {"M": M, "Q": Q, "A": A, "b": A @ qdd, "A_p": A_p, "b_p": A_p @ qdd, "S": S, "N": N}
    guilty: frozenset[str] = frozenset()
    if not feasible:
        # Of the size of the whole problem: less than 1e-6 of it counts as measured badly.
        own = np.linalg.pinv(M, rcond=1e-9) @ Q
        given["b"][-1] += 10.0 ** rng.uniform(-2, 0) * (1.0 + np.abs([qdd, own]).max())
        guilty = frozenset(f"r{i}" for i in range(m) if i < first or i >= rank)
    elif rng.random() < 0.5:
        given |= _turned(given, rng)
    return given, guilty


STATEMENTS = ("coordinates turned", "other units", "rows combined", "rows permuted")


def restated(kind: Kind, rng: np.random.Generator, *, feasible: bool) -> list[dict[str, Any]]:
    """A problem as it is, and in the four ``STATEMENTS``, with demands that are zero.

    The last row is a sum of others but for a part: below 1e-8 of the largest demand in the metric,
    or above 1e-4 of that and of the plant's own acceleration. Between, it may count or
    not. Which rows are asked for zero is as in ``draw``.
    """
    given = {"M": np.zeros((1, 1))}
    while np.linalg.cond(given["M"]) > 1e6:  # a mass that is singular measures nothing
        given, _ = _drawn(kind, rng, feasible=True)
    if rng.random() < 0.5:
        given |= _along_axes(kind, rng)
    M, A, b = given["M"], given["A"], given["b"]
    others = rng.integers(-1, 2, len(b) - 1).astype(float)
    others[rng.integers(len(others))] = 1.0
    b[np.abs(b) < 1e-12] = 0.0
    A[-1], b[-1] = others @ A[:-1], others @ b[:-1]
    length = lambda row: np.sqrt(row @ np.linalg.solve(M, row))
    own = zw.solve(M, given["Q"], given["A_p"], given["b_p"]).qdd
    demanded = max(abs(x) / length(y) for x, y in zip(b, A, strict=True))
    size = np.sqrt(own @ M @ own) + demanded
    part = (
        demanded * 10.0 ** rng.uniform(-14, -8) if feasible else size * 10.0 ** rng.uniform(-4, 0)
    )
    b[-1] += part * length(A[-1]) * rng.choice([-1.0, 1.0])
    n, m = len(M), len(b)
    R = np.linalg.qr(rng.normal(size=(n, n)))[0]
    turned = {"M": R.T @ M @ R, "Q": R.T @ given["Q"], "A": A @ R, "A_p": given["A_p"] @ R}
    turned |= {"S": R.T @ given["S"] @ (R if not kind.k else np.eye(kind.k))}
    turned |= {"N": R.T @ given["N"] @ R} if not kind.k else {}
    # Singular values between one and three: no row of the sum is near another.
    U, V = (np.linalg.qr(rng.normal(size=(m, m)))[0] for _ in range(2))
    C = U @ np.diag(rng.uniform(1.0, 3.0, m)) @ V
    order = rng.permutation(m)
    others = turned, _in_units(given, rng), {"A": C @ A, "b": C @ b}, {"A": A[order], "b": b[order]}
    return [given, *(given | x for x in others)]


def _along_axes(kind: Kind, rng: np.random.Generator) -> dict[str, Any]:
    """Rows along coordinates, each of which has its own mass, and some that must not move."""
    r, axes = kind.m - 1, np.eye(kind.n)[rng.permutation(kind.n)]
    b = rng.normal(size=kind.m) * (rng.random(kind.m) < 0.5)
    b[0] = 1.0
    S = axes[: kind.k].T if kind.k else np.eye(kind.n)
    given = {"M": np.diag(rng.uniform(0.5, 2.0, kind.n)), "Q": np.zeros(kind.n), "S": S, "b": b}
    rows = np.vstack([axes[:r], axes[:1]])
    return given | {"A": rows, "A_p": axes[r : r + kind.m_p], "b_p": np.zeros(kind.m_p)}


def verdicts(name: str, count: int, seed: int) -> dict[str, int]:
    """Problems whose statements have different verdicts, and wrong ones; by JAX, all at once."""
    kind, rng = KINDS[name], np.random.default_rng([seed, 3])
    wanted = rng.random(count) < 0.5
    stated = [x for ok in wanted for x in restated(kind, rng, feasible=bool(ok))]
    done = kind.traced({name: np.stack([x[name] for x in stated]) for name in stated[0]})
    met = (np.asarray(done.status) == zw.Status.OK).reshape(count, -1)
    return {
        "restated": count,
        "differ": int((met != met[:, :1]).any(axis=1).sum()),
        "wrong": int((met[:, 0] != wanted).sum()),
    }


def _turned(given, rng):
    R = np.linalg.qr(rng.normal(size=(len(given["b"]),) * 2))[0]
    return {"A": R @ given["A"], "b": R @ given["b"]}


def _in_units(given, rng):
    """The same with other units of coordinates, rows and inputs."""
    n, k, m = len(given["M"]), given["S"].shape[1], len(given["b"])
    unit = lambda size: 10.0 ** (rng.uniform(-6, 6, size) if rng.random() < 0.5 else np.zeros(size))
    d, s = unit(n), unit(m)
    whole = given["S"].shape == (n, n) and (given["S"] == np.eye(n)).all()
    f = 1 / d if whole else unit(k)
    found = dict(given)
    found["M"], found["Q"] = d[:, None] * given["M"] * d, d * given["Q"]
    found["A"], found["b"] = s[:, None] * given["A"] * d, s * given["b"]
    found["A_p"] = given["A_p"] * d
    found["S"], found["N"] = d[:, None] * given["S"] * f, f[:, None] * given["N"] * f
    return found


def by_the_kernel(kind: Kind, p: dict[str, np.ndarray]) -> bool:
    """Whether ``zw.solve`` finds a control: all constraints together, or G τ = e."""
    tight = zw.Auto(consistency=1e-6)
    if not kind.k and not kind.weighted:
        A, b = np.vstack([p["A_p"], p["A"]]), np.concatenate([p["b_p"], p["b"]])
        return zw.solve(p["M"], p["Q"], A, b, throw=False, solver=tight).status == zw.Status.OK
    P = constrained_inverse_mass(p["M"], p["A_p"])
    # In the metric of the plant: every number of the size of what enters it.
    qdd = zw.solve(p["M"], p["Q"], p["A_p"], p["b_p"]).qdd
    N = p["N"] if kind.weighted else p["S"].T @ P @ p["S"] + 0.0
    G, e = p["A"] @ P @ p["S"], p["b"] - p["A"] @ qdd
    tau = zw.solve(N, np.zeros(len(N)), G, e, throw=False, solver=zw.Orthogonal(1e-7, np.inf)).qdd
    left = np.abs(G @ tau - e)
    size = np.abs(p["A"]) @ (np.abs(qdd) + np.abs(P @ p["S"]) @ np.abs(tau)) + np.abs(p["b"])
    return bool((left <= 1e-6 * size).all())


def audit(name: str, count: int, seed: int, *, feasible: bool) -> dict[str, int]:
    """What goes wrong with some problems of a kind, counted; all but ``problems`` must be zero."""
    kind, rng = KINDS[name], np.random.default_rng([seed, feasible])
    controller, zero = kind.controller, np.zeros(kind.n)
    drawn = [draw(kind, rng, feasible=feasible) for _ in range(count)]
    law = controller.compile(drawn[0].p, throw=False)
    traced = kind.traced({name: np.stack([x.p[name] for x in drawn]) for name in drawn[0].p})
    wrong: dict[str, int] = dict.fromkeys(
        ("problems", "refused", "unmet", "accepted", "innocent", "disagree"), 0
    )
    wrong["problems"] = count
    for i, problem in enumerate(drawn):
        state = zero, zero, 0.0, problem.p
        done, report = controller.command(*state, throw=False), controller.check(*state)
        ok = done.status == zw.Status.OK
        compiled = law(*state)
        said = bool(ok), bool(traced.status[i] == zw.Status.OK), by_the_kernel(kind, problem.p)
        alike = all_close(compiled, done.force) and all_close(traced.force[i], done.force)
        wrong["disagree"] += len({*said, bool(np.isfinite(compiled).all())}) > 1 or not alike
        if feasible:
            wrong["refused"] += not (ok and report.ok)
            wrong["unmet"] += bool(ok) and not meets(kind, problem.p, np.asarray(done.force))
        else:
            wrong["accepted"] += bool(ok or report.ok)
            named = {*report.unmet}
            wrong["innocent"] += not named or not named <= problem.guilty
    return wrong


def all_close(found, wanted) -> bool:
    """In parts of the largest, which has the units of none; NaN equals itself."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    if np.isnan(wanted).any():
        return bool(np.isnan(found).all())
    return bool((np.abs(found - wanted) <= 1e-6 * np.abs(wanted).max()).all())


def meets(kind: Kind, p: dict[str, np.ndarray], u: np.ndarray) -> bool:
    """Whether some acceleration obeys the plant's equation under u and all rows: least squares."""
    n, m_p = kind.n, kind.m_p
    d = 1 / np.sqrt(np.diag(p["M"]))
    rows, b = np.vstack([p["A_p"], p["A"]]) * d, np.concatenate([p["b_p"], p["b"]])
    lengths = np.linalg.norm(rows, axis=1)
    rows, b = rows / lengths[:, None], b / lengths
    push = np.vstack([rows[:m_p].T, np.zeros((len(rows), m_p))])
    saddle = np.hstack([np.vstack([d[:, None] * p["M"] * d, rows]), -push])
    right = np.concatenate([d * (p["Q"] + u), b])
    found = np.linalg.lstsq(saddle, right, rcond=1e-12)[0]
    size = np.abs(found[:n]).max() + np.abs(d * p["Q"]).max()
    return bool(np.abs(saddle @ found - right).max() <= 1e-7 * size)
