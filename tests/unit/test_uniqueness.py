"""Which parts of constraint forces are unique: by component, by row, together."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base import arrays
from zwang.consistency.independence import Independence, in_metric
from zwang.consistency.uniqueness import Uniqueness


@pytest.mark.parametrize("seed", range(30))
def test_a_component_is_unique_if_and_only_if_no_multipliers_change_it(seed):
    """Against all changes of the multipliers, in units that are spread over six orders."""
    random = np.random.default_rng(seed)
    n, sizes = 7, random.integers(1, 4, 4)
    m = int(sizes.sum())
    root = random.standard_normal((n, n))
    A = random.standard_normal((m, n))
    for _ in range(seed % 4):  # rows that follow from two others
        i, j, k = random.choice(m, 3, replace=False)
        A[i] = random.integers(1, 3) * A[j] - A[k] * (seed % 2)
    A[:, 0] = 0.0  # so that there is something that nothing acts on
    units, rows = 10.0 ** random.uniform(-3, 3, n), 10.0 ** random.uniform(-3, 3, m)
    ends = np.cumsum([0, *sizes])
    groups = [(f"g{k}", range(a, b)) for k, (a, b) in enumerate(zip(ends[:-1], ends[1:]))]
    M, scaled = units * (root @ root.T) * units[:, None], rows[:, None] * A * units
    found = Uniqueness(Independence(in_metric(M, scaled)), groups)
    _, S, V = np.linalg.svd(A.T)
    null = V[int((S > 1e-9 * S[0]).sum()) :]  # of the rows as they are
    expected = ~(np.abs(null) > 1e-9).any(axis=0)
    np.testing.assert_array_equal(found.of_rows(), expected)
    assert np.abs(scaled.T @ found.N).max(initial=0.0) <= 1e-9 * np.abs(scaled).max() * (
        np.abs(found.N).max(initial=1.0)
    )
    for _, own in groups:
        free = found.directions(own, lambda lam, own=own: lam[:, own] @ (scaled / units)[own])
        loose = null[:, own] @ A[own]
        assert len(free) == np.linalg.matrix_rank(loose, 1e-9)
        assert np.abs(loose - loose @ free.T @ free).max(initial=0.0) <= 1e-8
    for names in found.together():
        inside = [i for name, own in groups if name in names for i in own]
        block = null[:, inside] @ A[inside]
        assert np.abs(block).max(initial=0.0) <= 1e-8  # their sum does not change
        for name in names:
            assert np.abs(null[:, dict(groups)[name]]).max() > 1e-9


def test_a_beam_on_three_supports():
    """Vertical forces are shared by convention, the horizontal one is unique, the sum too."""
    beam = [
        zw.Holonomic(lambda q, x=x: [q[1] + x * q[2], *([q[0]] if x == 0 else [])], name=f"at {x}")
        for x in (0.0, 1.0, 3.0)
    ]
    report = zw.check(
        zw.System([1.0, 1.0, 0.5], None, beam, coordinates="x y turn"), [0] * 3, [0] * 3
    )
    assert report.unique == {"at 0.0": False, "at 1.0": False, "at 3.0": False}
    assert [report.unique_rows[x] for x in report.rows] == [False, True, False, False]
    assert report.undetermined["at 0.0"] == ("y",)
    assert report.undetermined["at 3.0"] == ("y", "turn")
    assert report.together == (("at 0.0", "at 1.0", "at 3.0"),)
    assert "unique together: 'at 0.0', 'at 1.0' and 'at 3.0'" in str(report)
    assert "not determined of 'at 0.0': y" in str(report)


@pytest.mark.parametrize(("law", "warned"), [("share", True), ("sum", False), ("none", False)])
def test_friction_that_depends_on_what_is_not_unique_is_warned_of(law, warned):
    """At rest too, where friction is zero."""
    rails = [zw.Holonomic(lambda q: q[1], name=name) for name in ("left", "right")]
    load = {
        "share": lambda lam: lam[0],
        "sum": lambda lam: lam[0] + lam[1],
        "none": lambda lam: 1.0,
    }

    def C(qd, lam):
        return -0.1 * jnp.sqrt(load[law](lam) ** 2 + 1e-9) * jnp.tanh(qd[0]) * jnp.eye(2)[0]

    sled = zw.System(1.0, [1.0, -9.81], rails, nonideal=C)
    report = zw.check(sled, [0.0, 0.0], [0.0, 0.0])
    assert any("`nonideal`" in text for text in report.warnings) == warned


def test_a_door_on_two_balls_in_any_axes():
    """Across the line of the balls their forces are determined, along it they are not."""
    R, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))
    R, up = R * np.linalg.det(R), R[:, 2] * np.linalg.det(R)
    door = zw.RigidBody(20.0, [3.0, 2.0, 1.0], p_WB=R @ [0.5, 0.0, 0.0], name="door")
    balls = [
        zw.joints.Spherical(zw.GROUND, door, point=z * up, name=name)
        for name, z in (("upper", 1.0), ("lower", -1.0))
    ]
    rub = zw.JointFriction(balls[0], 0.1, radius=0.01, name="rub")
    mechanism = zw.Mechanism([door], balls, [zw.Gravity(-9.81 * up), rub])
    report = mechanism.check()
    assert not any(report.unique[x] for x in ("upper", "lower")) and report.unique["door.norm"]
    assert report.together == (("upper", "lower"),)
    assert [len(x) for x in report.undetermined.values()] == [1, 1]
    assert any("'rub'" in text and "'upper'" in text for text in report.warnings)
    found = [mechanism.reaction(name) for name in ("upper", "lower")]
    for x in found:
        assert not x.unique and x.free_force.shape == (1, 3) and not len(x.free_torque)
        assert abs(x.free_force[0] @ up) == pytest.approx(1.0, abs=1e-9)
        across = x.force - (x.force @ up) * up
        assert np.linalg.norm(across) == pytest.approx(20.0 * 9.81 * 0.5 / 2.0, rel=1e-9)
    assert sum(x.force @ up for x in found) == pytest.approx(20.0 * 9.81, rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_groups_have_unique_forces_by_ranks_of_all_others(seed):
    """rank A = rank A_g + rank A_rest, by SciPy's ranks of rows in other units."""
    random = np.random.default_rng(seed)
    m, n = 9, 7
    A = random.standard_normal((m, n))
    A[3] = A[0] - A[1]
    A[5:7] = random.standard_normal((2, 2)) @ A[7:]
    A[8] *= seed % 2  # a row that vanishes
    units, rows = 10.0 ** random.uniform(-3, 3, n), 10.0 ** random.uniform(-3, 3, m)
    found = Independence(in_metric(np.diag(units**2), rows[:, None] * A * units))
    rank = np.linalg.matrix_rank
    for _ in range(20):
        own = sorted(random.choice(m, random.integers(1, 5), replace=False).tolist())
        rest = np.delete(A, own, axis=0)
        assert found.is_unique(own) == (rank(A) == rank(A[own]) + rank(rest))


def test_one_factorisation_serves_all_groups(monkeypatch):
    m = 40
    A = np.random.default_rng(0).standard_normal((m, 25))
    found, widths, own = Independence(in_metric(np.eye(25), A)), [], arrays.qr_pivoted
    monkeypatch.setattr(arrays, "qr_pivoted", lambda U, xp: widths.append(U.shape[1]) or own(U, xp))
    assert not any(found.is_unique([i]) for i in range(m))
    assert max(widths) == 1
