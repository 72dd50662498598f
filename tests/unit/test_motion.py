"""A motion labels what it holds, sums up its forces, and is a pytree."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.motion.build import build
from zwang.motion.motion import Motion, Occurrences, RankChange, Settings

G = 9.81


def energy(q, qd, p):
    return qd @ qd + 2.0 * G * q[1]


def twice(q, p):
    """One rod as two rows."""
    return (q[:2] @ q[:2] - p["length"] ** 2) * jnp.array([1.0, 3.0])


HELD = zw.System(
    2.0,
    [0.0, -2.0 * G, 1.0, 0.5],
    [
        zw.AccelerationLevel([0.0, 0.0, 0.0, 1.0], lambda q: -q[0], name="lift"),
        zw.Pfaffian([0.0, 0.0, 1.0, -1.0], name="edge"),
        zw.Holonomic(twice, name="rods"),
    ],
    coordinates=["x", "y", "z", "w"],
    energy=energy,
    observables={"height": lambda q: q[1], "pull": lambda qd, p: -qd * p["length"]},
)
P = {"length": 1, "table": np.arange(3, dtype=np.int32), "mode": "fast", "on": True, "no": None}
T = np.array([0.0, 0.5, 1.0])
X = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.5, 0.0], [0.6, 0.8, 0.0, 1.0]])
V = np.array([[0.0, 1.0, 0.2, 0.2], [1.0, 0.0, 0.0, 0.0], [0.8, -0.6, 0.1, 0.1]])


@pytest.fixture(scope="module")
def motion() -> Motion:
    return build(HELD, T, X, V, P, solver=zw.Auto(rank=1e-6, consistency=1e-4))


# -- forces by name ------------------------------------------------------------------------------


def test_forces_by_name_sum_to_the_ideal_force(motion):
    total = sum(motion.force(name) for name in ("rods", "edge", "lift"))
    np.testing.assert_allclose(total, motion.Qc_ideal, atol=1e-12)
    assert np.abs(motion.Qc_ideal).max() > G  # there is something to sum


def test_force_is_the_rows_times_the_multipliers(motion):
    for i in range(len(motion)):
        expected = motion.A[i, :2].T @ motion.lam("rods")[i]
        np.testing.assert_allclose(motion.force("rods")[i], expected, atol=1e-13)


def test_rows_of_a_constraint_can_be_asked_for_by_themselves(motion):
    assert motion.lam("rods").shape == (3, 2)
    assert motion.lam("edge").shape == motion.lam("rods[1]").shape == (3,)
    parts = motion.force("rods[0]") + motion.force("rods[1]")
    np.testing.assert_allclose(parts, motion.force("rods"), atol=1e-13)


def test_coordinates_are_found_by_name(motion):
    np.testing.assert_array_equal(motion.coordinate("y"), X[:, 1])
    unnamed = build(zw.System(1.0, None), T, X, V)
    assert unnamed.coordinates == ("q[0]", "q[1]", "q[2]", "q[3]")
    np.testing.assert_array_equal(unnamed.coordinate("q[1]"), X[:, 1])


@pytest.mark.parametrize(
    "ask, name, told",
    [
        ("force", "rod", "wanted any of 'rods', 'edge', 'lift', 'force'. Did you mean 'rods'"),
        ("lam", "rods[2]", "Did you mean 'rods"),
        ("force", 3, "`name` is 3; wanted any of"),
        ("coordinate", "u", "`name` is 'u'; wanted any of 'x', 'y', 'z', 'w'."),
    ],
)
def test_unknown_names_are_answered_with_the_known(motion, ask, name, told):
    with pytest.raises(ValueError, match=told.replace("[", r"\[")):
        getattr(motion, ask)(name)


def test_without_constraints_no_name_is_known():
    with pytest.raises(ValueError, match="there are no names"):
        build(zw.System(1.0, None), T, X, V).lam("rod")
    with pytest.raises(ValueError, match="`name` is 'rod'; wanted any of 'force'"):
        build(zw.System(1.0, None), T, X, V).force("rod")


# -- what it holds -------------------------------------------------------------------------------


def test_parameters_come_back_as_they_were_given(motion):
    assert motion.p.keys() == P.keys()
    assert type(motion.p["length"]) is int and motion.p["on"] is True and motion.p["no"] is None
    table = motion.p["table"]  # a copy, which nobody changes
    assert table.dtype == P["table"].dtype and table.tolist() == P["table"].tolist()
    assert not table.flags.writeable and motion.p["mode"] == "fast"


def test_observables_are_seen_in_every_row(motion):
    np.testing.assert_array_equal(motion.observables["height"], X[:, 1])
    np.testing.assert_array_equal(motion.observables["pull"], -V)


def test_known_rows_give_numpy_arrays_and_a_status(motion):
    names = ("t", "q", "qd", "qdd", "Qc", "A", "residual", "rate", "rank", "energy", "power")
    assert all(type(getattr(motion, name)) is np.ndarray for name in names)
    assert motion.status is zw.Status.OK and motion.detail == "" and len(motion) == 3
    assert motion.system is HELD


def test_a_row_that_cannot_be_solved_gives_the_motion_its_status():
    q = X.copy()
    q[1, :2] = 0.0  # a rod of length 0 that turns
    found = build(HELD, T, q, V, P)
    assert found.status is zw.Status.INCONSISTENT
    assert "At t = 0.5." in found.detail and "rods[0]" in found.detail
    assert np.isnan(found.qdd[1]).all() and np.isfinite(found.qdd[[0, 2]]).all()


def test_a_status_that_was_given_stays():
    q = X.copy()
    q[1, :2] = 0.0  # a rod of length 0 that turns
    found = build(HELD, T, q, V, P, status=zw.Status.NO_SOLUTION, detail="Given.")
    assert (found.status, found.detail) == (zw.Status.NO_SOLUTION, "Given.")


def test_it_prints_one_page():
    never = Occurrences(T[:0], X[:0], V[:0])
    found = build(
        HELD,
        T,
        X,
        V,
        P,
        events={"low": Occurrences(T[1:2], X[1:2], V[1:2]), "high": never},
        rank_changes=[RankChange(0.25, 3, 2, ("rods", "edge"), assured=False)],
        engine="jax: asked for",
    )
    assert str(found) == repr(found)
    lines = [line.strip() for line in str(found).splitlines()]
    assert lines[0] == "Motion: 3 rows, t from 0 to 1"
    assert "status          OK" in lines
    assert "event           low: once, at t = 0.5" in lines
    assert "event           high: did not happen" in lines
    assert "rank change     t = 0.25, 3 to 2 (rods, edge), not assured" in lines
    assert "energy          1.08, changes by at most 2.0e+01" in lines
    assert "engine          jax: asked for" in lines
    assert any(line.startswith("worst residual  ") for line in lines)


def test_of_very_many_names_it_prints_some():
    names = tuple(f"x{i}" for i in range(2000))
    many = zw.System(1.0, None, coordinates=names)
    found = build(many, T, np.zeros((3, 2000)), np.zeros((3, 2000)))
    assert len(str(found)) < 2000 and "x29 and 1,970 more" in str(found).replace("\n", " ")
    bodies = [zw.Particle(1.0, p_WB=[i, 0.0], name=f"body {i}") for i in range(2000)]
    assert len(repr(zw.Mechanism(bodies))) < 2000


def test_settings_do_not_change_and_can_be_a_key():
    settings = Settings({"rtol": 1e-9, "method": "dopri8"})
    assert hash(settings) == hash(Settings({"rtol": 1e-9, "method": "dopri8"}))
    assert settings == Settings({"rtol": 1e-9, "method": "dopri8"})
    assert settings != Settings({"rtol": 1e-8, "method": "dopri8"})
    assert dict(settings)["rtol"] == settings["rtol"] == 1e-9 and len(settings) == 2
    with pytest.raises(TypeError):
        settings["rtol"] = 1.0  # pyright: ignore[reportIndexIssue]


# -- a pytree ------------------------------------------------------------------------------------


def test_it_goes_through_jit_unchanged(motion):
    there = jax.jit(lambda x: x)(motion)
    for name in ("q", "qdd", "A", "residual", "status"):
        np.testing.assert_array_equal(getattr(there, name), getattr(motion, name))
    assert there.rows == motion.rows and there.p["mode"] == "fast" and there.system is HELD
    assert str(there) == str(motion)


def test_motions_like_each_other_are_compiled_for_once(motion):
    traced = []

    @jax.jit
    def height(motion):
        traced.append(motion)
        return motion.coordinate("y").max()

    other = build(HELD, T, -X, V, P | {"length": 3, "table": np.zeros(3, np.int32)})
    assert (float(height(motion)), float(height(other))) == (0.8, 1.0)
    assert len(traced) == 1


def test_a_batch_of_motions_has_one_axis_more():
    def pushed(w):
        return build(HELD, T, X * w, V, P)

    batch = jax.jit(jax.vmap(pushed))(jnp.array([1.0, 0.0, np.nan]))
    assert batch.force("rods").shape == (3, 3, 4) and len(batch) == 3
    assert batch.coordinate("x").shape == (3, 3)
    assert "(3, 3)" in repr(batch)
    expected = [zw.Status.OK, zw.Status.INCONSISTENT, zw.Status.NON_FINITE]
    np.testing.assert_array_equal(batch.status, expected)
    with pytest.raises(ValueError, match="batch of motions"):
        batch.to_xarray()
    one = jax.tree.map(lambda x: x[0], batch)
    np.testing.assert_allclose(one.Qc, build(HELD, T, X, V, P).Qc, atol=1e-12)


def test_while_traced_it_has_a_repr_but_no_file(motion):
    told = []

    @jax.jit
    def look(motion):
        told.append(repr(motion))
        with pytest.raises(TypeError, match="being traced"):
            motion.to_xarray()
        return motion.t

    look(motion)
    assert told == ["Motion(t of the shape (3,), q of the shape (3, 4))"]
