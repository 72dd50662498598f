"""A Report tells which constraints depend on each other, and which force is unique."""

import jax.numpy as jnp
import numpy as np
import pytest
import sympy

import zwang as zw
from tests.unit import mechanisms as andrews
from tests.unit.small import ZERO, row, table


def described(system):
    """Matrices as a system in one state."""
    return zw.System(system.M, system.Q, row(system.A, system.b, name="rows"), nonideal=system.C)


@pytest.mark.parametrize("legs, unique", [(1, True), (2, True), (3, True), (4, False)])
def test_legs_of_a_table_share_its_weight_in_one_way_up_to_three(legs, unique):
    report = zw.check(table(legs), ZERO, ZERO)
    names = tuple(f"leg {i}" for i in range(1, legs + 1))
    assert report.ok and (report.n, report.m) == (3, legs)
    assert (report.rank, report.degrees_of_freedom) == (min(legs, 3), max(3 - legs, 0))
    assert report.unique == dict.fromkeys(names, unique)
    assert report.redundant == (() if unique else names)


def test_duplicated_constraints_name_each_other_and_no_third():
    rows = [row([1, 0, 0], name="a"), row([0, 1, 1], name="b"), row([-3, 0, 0], name="again")]
    report = zw.check(zw.System(1.0, None, rows), ZERO, ZERO)
    assert [group.rows for group in report.dependencies] == [("a", "again")]
    assert report.unique == {"a": False, "b": True, "again": False}
    assert "'a' and 'again': each follows from the other\n" in f"{report}\n"


def test_three_rows_in_a_plane_depend_on_each_other():
    rows = [row(A, name=name) for A, name in [((1, 0, 0), "a"), ((0, 1, 0), "b"), ((1, 2, 0), "c")]]
    report = zw.check(
        zw.System([1.0, 4.0, 9.0], None, [*rows, row([0, 0, 1], name="d")]), ZERO, ZERO
    )
    assert [(group.rows, group.rank) for group in report.dependencies] == [(("a", "b", "c"), 2)]
    assert report.unique == {"a": False, "b": False, "c": False, "d": True}


def test_separate_dependencies_are_told_apart():
    rows = {"a": (1, 0, 0), "b": (0, 1, 0), "c": (2, 0, 0), "d": (0, -1, 0), "e": (0, 7, 0)}
    system = zw.System(1.0, None, [row(A, name=name) for name, A in rows.items()])
    groups = zw.check(system, ZERO, ZERO).dependencies
    assert [(group.rows, group.rank) for group in groups] == [(("a", "c"), 1), (("b", "d", "e"), 1)]
    assert str(groups[1]).endswith("3 rows of rank 1")


def test_constraint_of_several_rows_is_unique_as_a_whole():
    """Its own rows repeat each other, which no other constraint feels."""
    both = row([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], np.zeros(2), name="both")
    report = zw.check(zw.System(1.0, None, [both, row([0, 1, 0], name="other")]), ZERO, ZERO)
    assert report.unique == {"both": True, "other": True}
    assert report.redundant == ("both[0]", "both[1]")


def exactly_unique(A, rows):
    """Whether A_gᵀ λ = 0 for every λ with Aᵀλ = 0, in rationals."""
    null = sympy.Matrix(A.T.tolist()).nullspace()
    group = sympy.Matrix(A[rows].T.tolist())
    return all(not any(group * sympy.Matrix([v[i] for i in rows])) for v in null)


def exact_blocks(A):
    """Rows in one circuit: the classes that the supports of the reduced null vectors link."""
    blocks: list[set[int]] = []
    for v in sympy.Matrix(A.T.tolist()).nullspace():
        joined = {i for i, x in enumerate(v) if x}
        for block in [b for b in blocks if b & joined]:
            blocks.remove(block)
            joined |= block
        blocks.append(joined)
    return sorted(sorted(block) for block in blocks)


def grouped(sizes):
    """A system whose constraints have so many rows; M and A are its parameters."""
    ends = np.cumsum(sizes)
    rows = [
        zw.AccelerationLevel(
            lambda p, a=int(a), z=int(z): p["A"][a:z], np.zeros(z - a), name=f"g{i}"
        )
        for i, (a, z) in enumerate(zip(ends - sizes, ends, strict=True))
    ]
    return zw.System(lambda p: p["M"], None, rows)


# How many rows each group has, how many rows are drawn before the rest is combined from them, and
# how many of their entries are not zero: few make groups that do not meet.
GROUPS = {
    "single rows": ((1, 1, 1, 1, 1), 3, 0.6),
    "pairs": ((2, 2, 2), 5, 0.3),
    "few against many": ((3, 1, 1), 3, 0.6),
    "sparse": ((2, 1, 2, 1), 4, 0.3),
    "independent": ((1, 2, 1), 4, 0.7),
}


def planted(seed, sizes, drawn, full, n=5):
    """Small whole numbers: rows drawn at random, the others combined from one or two of them."""
    rng = np.random.default_rng(seed)
    base = rng.integers(-2, 3, size=(drawn, n)) * (rng.random((drawn, n)) < full)
    A = np.zeros((sum(sizes), n), int)
    A[: len(base)] = base[: len(A)]
    for i in range(drawn, len(A)):
        A[i] = rng.choice([-2, -1, 1, 2], size=2) @ base[rng.integers(drawn, size=2)]
    units = 10.0 ** rng.integers(-5, 6, size=len(A))  # of the rows: nobody's business
    return rng.permutation(A), units, rng.uniform(0.5, 2.0, n)


@pytest.mark.parametrize("definite", [True, False])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", GROUPS)
def test_uniqueness_agrees_with_exact_rationals(kind, seed, definite):
    """60 systems; the force A_gᵀ λ_g is unique if no λ with Aᵀλ = 0 changes it."""
    sizes = GROUPS[kind][0]
    A, units, masses = planted(seed, *GROUPS[kind])
    masses[0] *= definite
    start = np.zeros(len(masses))
    numbers = {"M": np.diag(masses), "A": units[:, None] * A}
    report = zw.check(grouped(sizes), start, start, p=numbers)
    assert report.rank == sympy.Matrix(A.tolist()).rank()
    groups = np.split(np.arange(len(A)), np.cumsum(sizes)[:-1])
    assert report.unique == {f"g{i}": exactly_unique(A, g) for i, g in enumerate(groups)}
    blocks = sorted(sorted(map(report.rows.index, g.rows)) for g in report.dependencies)
    assert blocks == exact_blocks(A)
    stacked = sympy.Matrix(np.hstack([np.diag(masses > 0), A.T]).astype(int).tolist())
    assert report.rank_MA == stacked.rank()


def test_the_systems_in_rationals_are_of_both_sorts():
    """A table in which every force is unique, or none, would prove nothing."""
    verdicts = []
    for sizes, drawn, full in GROUPS.values():
        groups = np.split(np.arange(sum(sizes)), np.cumsum(sizes)[:-1])
        drawings = (planted(seed, sizes, drawn, full)[0] for seed in range(6))
        verdicts += [exactly_unique(A, g) for A in drawings for g in groups]
    assert min(verdicts.count(True), verdicts.count(False)) > len(verdicts) / 4


@pytest.mark.parametrize("scale", [1.0, 1e6])
@pytest.mark.parametrize(
    "n, m, rank_A, rank_M", [(5, 3, 3, 5), (6, 8, 4, 6), (6, 5, 3, 4), (6, 4, 2, 3), (4, 0, 0, 4)]
)
def test_random_systems_are_judged_as_they_were_drawn(n, m, rank_A, rank_M, scale):
    drawn = zw.random_system(n, m, rank_A, rank_M, scale)
    report = zw.check(described(drawn), np.zeros(n), np.zeros(n))
    assert (report.rank, report.rank_M) == (rank_A, rank_M)
    assert report.rank_MA == min(n, rank_A + rank_M)
    assert report.status == zw.solve(drawn.M, drawn.Q, drawn.A, drawn.b, throw=False).status
    assert report.ok == (report.rank_MA == n)


def test_squeezer_starts_well():
    loops = zw.Holonomic(andrews.phi, name="loops")
    system = zw.System.from_lagrangian(T=andrews.T, V=andrews.V, constraints=[loops])
    report = zw.check(system, andrews.Q0, np.zeros(7))
    assert report.ok and report.degrees_of_freedom == 1 and report.unique == {"loops": True}


@pytest.mark.parametrize("mass", [(10.0, 1.0, 2.0), (1e9, 1e-6, 1.0), (1.0, 0.0, 0.0)])
def test_units_of_mass_change_no_verdict(mass):
    report = zw.check(table(4, mass), ZERO, ZERO)
    assert (report.rank, report.rank_MA, set(report.unique.values())) == (3, 3, {False})


def folded(angle):
    """Two links whose reach is held: no first-order change of it when they are stretched out."""
    tip = zw.Holonomic(lambda q: jnp.cos(q[0]) + jnp.cos(q[1]) - 2 * jnp.cos(angle), name="tip")
    return zw.System(1.0, None, [tip])


def test_rank_drops_at_a_singular_pose():
    bent, stretched = (zw.check(folded(x), [x, -x], [0.0, 0.0]) for x in (0.5, 0.0))
    assert (bent.rank, bent.redundant) == (1, ())
    assert (stretched.rank, stretched.redundant) == (0, ("tip",))
    assert "'tip' restricts nothing here" in str(stretched)
