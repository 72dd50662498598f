"""What is found, what is not, and how it is said."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.systems.points import ROD, G, bob, cone
from zwang.emit import Interpreted
from zwang.linear.local.named import JointCoordinate

BOB = bob(2.0)


def test_all_states_of_rest_from_several_starts():
    found = zw.equilibrium(BOB, [[0.4, -0.7], [0.1, 1.5], [-0.4, -1.0], [0.0, 1.0]])
    assert [x.stability for x in found] == ["stable", "unstable"]
    np.testing.assert_allclose([x.q for x in found], [[0, -1], [0, 1]], atol=1e-10)


def test_residual_forces_are_told_by_name():
    """Two springs and a push that nothing balances along z."""
    pushed = zw.System(
        1.0, lambda q: jnp.stack([-q[0], 1.0 - q[1], 3.0]), coordinates=["x", "y", "z"]
    )
    with pytest.raises(zw.NumericalError, match="3 on 'z' unbalanced") as error:
        zw.equilibrium(pushed, [0.3, 0.2, 0.0])
    assert error.value.status == zw.Status.NO_EQUILIBRIUM
    ended = zw.equilibrium(pushed, [0.3, 0.2, 0.0], throw=False)
    assert ended.status == zw.Status.NO_EQUILIBRIUM
    np.testing.assert_allclose(list(ended.residuals.values()), [0, 0, 3.0], atol=1e-5)
    assert "no state of rest" in str(ended)


@pytest.mark.parametrize("unit", [1e-4, 1e5])
def test_a_force_that_only_fades_is_no_balance(unit):
    """The state runs off, in any unit of length."""
    fading = zw.System(1.0, lambda q: jnp.exp(-q / unit), coordinates=["x"])
    repelled = zw.System(1.0, lambda q: (q / unit) / ((q / unit) @ (q / unit)) ** 1.5)
    for system, guess in ((fading, [0.0]), (repelled, [unit, 0.3 * unit])):
        with pytest.raises(zw.NumericalError) as error:
            zw.equilibrium(system, guess)
        assert error.value.status == zw.Status.NO_EQUILIBRIUM
    with pytest.raises(zw.NumericalError, match="runs off"):
        zw.equilibrium(fading, [0.0])
    # A soft spring beside, however soft, holds it.
    held = zw.System(1.0, lambda q: jnp.exp(-q / unit) - 1e-3 * q / unit)
    assert abs(zw.equilibrium(held, [0.0]).q[0] / unit - 5.249602852) < 1e-8


def test_a_held_coordinate_that_cannot_balance_is_told():
    with pytest.raises(zw.NumericalError, match="on 'x'"):
        zw.equilibrium(BOB, [0.6, -0.8], hold="x")
    assert zw.equilibrium(BOB, [0.0, -0.8], hold="x").q[0] == 0.0


def test_a_state_of_rest_that_ends_is_missing_beyond_the_fold():
    """x² = p: two states of rest meet at p = 0 and are gone."""
    fold = zw.System(1.0, lambda q, p: p["a"] - q**2, coordinates=["x"])
    locus = zw.root_locus(fold, [1.0], {"a": 1.0}, name="a", values=[1.0, 0.5, -0.5, -1.0])
    assert locus.stability == ("stable", "stable", "missing", "missing")
    (crossing,) = locus.crossings
    assert crossing.kind == "end" and abs(crossing.value) < 1e-4
    assert "end at a" in str(locus)


def test_a_degenerate_state_of_rest_is_called_so():
    flat = zw.System(1.0, lambda q: -(q**3), coordinates=["x"])
    for guess in ([0.5], [0.0]):
        found = zw.equilibrium(flat, guess)
        assert found.stability == "undecided"
    assert zw.equilibrium(flat, [0.5]).degenerate
    free = zw.equilibrium(
        zw.System(1.0, lambda q: jnp.stack([0.0, -q[1]]), coordinates=["x", "y"]), [2.0, 1.0]
    )
    assert free.stability == "undecided" and "nothing brings back x" in free.verdict.reason
    assert free.q[0] == 2.0  # the nearest of many


def test_a_guess_off_the_constraints_is_brought_back_or_refused_by_name():
    assert abs(zw.equilibrium(BOB, [3.0, -4.0]).q @ [0.0, -1.0] - 1.0) < 1e-12
    none = zw.System(1.0, None, [zw.Holonomic(lambda q: q @ q + 1.0, name="no circle")])
    with pytest.raises(zw.NumericalError, match="no circle"):
        zw.equilibrium(none, [1.0, 0.0])
    with pytest.raises(ValueError, match="'rod' by 0.5"):
        zw.linearize(BOB, [1.5**0.5, 0.0])


def test_what_has_no_derivative_is_told_by_name():
    rubbed = zw.System(1.0, lambda q, qd: -q - jnp.sqrt(qd @ qd) * qd, coordinates=["x", "y"])
    moving = zw.linearize(rubbed, [0.0, 0.0], [0.1, 0.0])
    assert moving.A.shape == (4, 4)
    with pytest.raises(zw.NumericalError, match="forces on 'x'"):
        zw.linearize(rubbed, [0.0, 0.0])


@pytest.mark.parametrize("unit", [1.0, 1e-4, 1e4])
def test_a_force_that_jumps_has_no_small_motions(unit):
    """sign(0) has a derivative to a program: it is zero, and tells nothing."""
    forces = {
        "jump": lambda q, qd: -q - 0.1 * unit * jnp.sign(qd),
        "in place": lambda q, qd: -q - 0.1 * unit * jnp.sign(q),
        "kink": lambda q, qd: -q - 0.5 * jnp.abs(q),
        "square": lambda q, qd: -q - jnp.abs(qd) * qd / unit,
        "steep": lambda q, qd: -q - 0.1 * unit * jnp.tanh(1e5 * qd / unit),
    }
    made = {name: zw.System(1.0, f, coordinates=["x"]) for name, f in forces.items()}
    for name, told in (("jump", "jump in this state along x'"), ("in place", "along x,")):
        with pytest.raises(zw.NumericalError, match=told):
            zw.linearize(made[name], [0.0])
    assert zw.equilibrium(made["jump"], [0.0]).stability == "undecided"
    assert "kink along x" in zw.linearize(made["kink"], [0.0]).verdict.reason
    assert zw.linearize(made["jump"], [unit], [0.5 * unit]).A.shape == (2, 2)
    for name in ("square", "steep"):
        assert "stable" in zw.linearize(made[name], [0.0]).stability


def test_what_balances_for_an_instant_only_is_no_rest():
    shaken = zw.System(1.0, lambda q, t: jnp.sin(t) - q, coordinates=["x"])
    found = zw.equilibrium(shaken, [0.3], t=0.5)
    assert abs(found.q[0] - np.sin(0.5)) < 1e-12
    assert "this instant only" in found.detail and found.stability == "undecided"


@pytest.mark.parametrize("unit", [1.0, 1e-4])
def test_what_has_no_freedom_rests_or_is_moved(unit):
    fixed = lambda x: zw.System(2.0, lambda q: -q, [zw.Holonomic(x, name="hold")])
    still = zw.equilibrium(fixed(lambda q: q - 2.0 * unit), [unit])
    assert still.stability == "stable" and not len(still.eigenvalues)
    assert "nothing free" in str(still) and still.lam("hold") == pytest.approx(2.0 * unit)
    model = zw.linearize(still, outputs=["q[0]", "hold"])
    assert model.C.shape == (2, 0) and model.outputs == ("q[0]", "hold")
    with pytest.raises(ValueError, match="nothing free"):
        model.mode(0)
    for law, t in ((jnp.cos, 0.0), (jnp.cos, 1.0), (lambda t: t**3, 0.0)):
        moved = fixed(lambda q, t, law=law: q - unit * law(t))
        found = zw.equilibrium(moved, [unit], t=t)
        assert found.linear.steady == "instant" and found.stability == "undecided"
        assert "move with the time" in found.detail
    even = zw.equilibrium(fixed(lambda q, t: q - unit * t), [unit], t=1.0)
    assert even.linear.steady == "steady" and even.detail == ""


def test_rates_that_depend_on_each_other_are_refused():
    wheel = zw.System(
        1.0, None, [zw.Nonholonomic(lambda qd: qd[0] - 0.3 * qd[1], name="rolls")],
        coordinates=["x", "turn"],
    )  # fmt: skip
    found = zw.equilibrium(wheel, [0.0, 0.0], rates={"turn": 2.0})
    np.testing.assert_allclose(found.qd, [0.6, 2.0])
    with pytest.raises(ValueError, match="`rates`"):
        zw.equilibrium(wheel, [0.0, 0.0], rates={"turn": 2.0, "x": 1.0})


def test_a_follower_force_flutters():
    """Ziegler's column of two rods: K̄ is not symmetric; stable to first order, then flutter."""
    k, m = 1.0, 1.0
    column = zw.System(
        jnp.array([[3.0 * m, m], [m, m]]),
        lambda q, p: -jnp.array([[2 * k - p["P"], p["P"] - k], [-k, k]]) @ q,
        coordinates=["a", "b"],
    )
    locus = zw.root_locus(column, [0.0, 0.0], {"P": 0.0}, name="P", values=[1.0, 2.0, 3.0])
    (crossing,) = locus.crossings
    assert crossing.kind == "flutter"
    assert abs(crossing.value - (3.5 - np.sqrt(2))) < 1e-7


def test_a_mode_is_a_motion_on_the_constraints():
    mode = zw.equilibrium(BOB, [0.1, -1.0]).linear.mode(0)
    assert abs(mode.period - 2 * np.pi / G**0.5) < 1e-9
    motion = mode.motion(amplitude=0.3, periods=2.0)
    assert np.abs(motion.residual).max() < 1e-10
    assert abs(motion.t[-1] - 2 * mode.period) < 1e-9
    np.testing.assert_allclose(motion.q[0], motion.q[-1], atol=1e-9)
    assert "Mode 0" in repr(mode)


def test_the_pictures_are_drawn():
    pushed = zw.linearize(
        zw.System(1.0, lambda q, qd: -4.0 * q - 0.2 * qd, coordinates=["x", "y"]), [0.0, 0.0]
    )
    for what in ("bode", "step", "eigenvalues"):
        assert pushed.plot(what).axes
    damped = zw.System(1.0, lambda q, qd, p: -p["k"] * q, coordinates=["x"])
    assert zw.root_locus(damped, [0.0], {"k": 1.0}, name="k", values=[1.0, 2.0]).plot().axes


# -- other programs ------------------------------------------------------------------------------


def test_models_for_scipy_and_python_control_agree():
    control = pytest.importorskip("control")
    damped = zw.System(2.0, lambda q, qd: -8.0 * q - 0.4 * qd, coordinates=["x.a"])
    model = zw.linearize(damped, [0.0], inputs={"push": "x.a"}, outputs=["x.a", "rate:x.a"])
    there, here = model.to_control(), model.to_scipy()
    assert list(there.input_labels) == ["push"] and list(there.state_labels) == ["x_a", "x_a'"]
    t = np.linspace(0.0, 3.0, 7)
    found = model.step_response(t)[:, :, 0]
    np.testing.assert_allclose(control.step_response(there, t).outputs[:, 0].T, found, atol=1e-9)
    np.testing.assert_allclose(here.step(T=t)[1], found, atol=1e-9)
    G = model.frequency_response([0.5, 2.0])[:, 0, 0]
    np.testing.assert_allclose(G, 0.5 / (4 - np.array([0.25, 4.0]) + 0.2j * np.array([0.5, 2.0])))


def test_a_system_and_a_closed_loop_are_io_systems():
    control = pytest.importorskip("control")
    plant = zw.io_system(BOB, inputs=["x"], outputs=["x", "rate:x", "rod"], name="bob")
    model = zw.linearize(BOB, [0.0, -1.0], inputs=["x"], outputs=["x", "rate:x", "rod"])
    start = [0.0, -1.0, 0.0, 0.0]
    around = control.linearize(plant, start, [0.0])
    values = np.linalg.eigvals(around.A)
    assert min(abs(values - model.eigenvalues[0])) < 1e-6
    np.testing.assert_allclose(plant.output(0.0, start, [0.5])[:2], 0.0, atol=1e-12)
    loop = zw.track(
        zw.System(1.0, None, coordinates=["x", "y"]), [ROD], gains=(2.0, 1.0)
    ).closed_loop()
    assert zw.io_system(loop).nstates == 4


# -- what evaluates it ---------------------------------------------------------------------------


def test_what_numpy_evaluates_is_what_jax_does(rng):
    """Functions with gathers, scatters, loops and branches, in all kinds of indexing."""
    import jax

    x, W = jnp.asarray(rng.normal(size=6)), jnp.asarray(rng.normal(size=(3, 4)))
    functions = [
        lambda x, W: x[jnp.array([1, 5, 0])] @ W[:, 1:3],
        lambda x, W: x.at[jnp.array([0, 0, 2])].add(W[:, 0]),
        lambda x, W: x.at[1:4].set(W[:, 2]).at[-1].multiply(2.0),
        lambda x, W: jnp.where(x > 0, jnp.sin(x), x**3),
        lambda x, W: jnp.einsum("ij,kj->ik", W, W) + jnp.pad(x[:2], (1, 0), constant_values=1.0),
        lambda x, W: jnp.take_along_axis(W, jnp.argsort(W, axis=1), axis=1),
        lambda x, W: jax.lax.scan(lambda c, y: (c * 0.5 + y, c), 0.0, x)[1],
        lambda x, W: jax.lax.cond(x[0] > 0, jnp.sum, jnp.prod, x),
        lambda x, W: jnp.linalg.solve(jnp.eye(3) + W @ W.T, W),
        lambda x, W: jax.vmap(lambda row: jnp.roll(row, 1)[::-1])(W),
        lambda x, W: jnp.arctan2(x[:3], jnp.abs(W[:, 0])) + jnp.hypot(x[0], x[1]),
        lambda x, W: jax.nn.softplus(x) + jnp.clip(x, -0.5, 0.5) + jnp.cumsum(x),
    ]
    for f in functions:
        for g in (f, lambda x, W, f=f: jax.jvp(f, (x, W), (x, W))[1], jax.jacfwd(f)):
            found = Interpreted(g, x, W)(x, W)
            np.testing.assert_allclose(found, jax.jit(g)(x, W), rtol=1e-12, atol=1e-12)
    only = Interpreted(lambda x: {"a": x + 1, "b": jnp.sin(x)}, x).only(lambda out: out["a"])
    np.testing.assert_allclose(only(x), x + 1)
    both = Interpreted(lambda x, t: {"a": x + 0 * t, "b": jnp.sin(x)}, x, 1.0)
    assert both.needs(1) and not both.only(lambda out: out["b"]).needs(1)


TAKEN_OVER = {
    # Force of a and q, where the branch is begun, what takes over, and where.
    "pitchfork": (lambda a, q: a * q - q**3, 1.0, -0.9, "branch point", 0.0),
    "transcritical": (lambda a, q: a * q - q**2, 1.0, -0.9, "branch point", 0.0),
    "hysteresis": (lambda a, q: a + q - q**3, 1.4, -0.9, "jump", -2 / 27**0.5),
    "smooth": (lambda a, q: jnp.sin(3 * a) - q, 0.1, -0.9, None, 0.0),
}


@pytest.mark.parametrize(
    ("kind", "unit"), [*((kind, 1.0) for kind in TAKEN_OVER), ("pitchfork", 1e4)]
)
def test_a_branch_that_another_takes_over_is_said_by_name(kind, unit):
    """Stable before and after, but another state of rest: by a branch point or by a jump."""
    force, start, end, what, where = TAKEN_OVER[kind]
    law = lambda q, qd, p: force(p["a"], q / unit) / unit - 0.1 * qd / unit**2
    system = zw.System(1.0 / unit**2, law)
    values = np.linspace(1.0, end, 4)
    found = zw.root_locus(system, [start * unit], {"a": 1.0}, name="a", values=values)
    assert set(found.stability) == {"asymptotically stable"}
    assert [x.kind for x in found.crossings] == [what] * (what is not None)
    for x in found.crossings:
        assert abs(x.value - where) < 1e-5 and what in str(found)


@pytest.mark.parametrize(
    ("kind", "skew"),
    [("pitchfork", 0.0), ("pitchfork", 3.0), ("transcritical", 0.0), ("smooth", 0.0)],
)
def test_a_branch_that_another_takes_over_is_said_over_a_rate_too(kind, skew):
    """The same laws, a + 2 the rate of a cyclic coordinate; also in skew coordinates."""
    force, start, end, what, where = TAKEN_OVER[kind]
    J = np.array([[1.0, 0.0], [-skew, 1.0]])
    rate = lambda qd: qd[1] - skew * qd[0]
    law = lambda q, qd: J.T @ jnp.stack([force(rate(qd) - 2, q[0]) - 0.1 * qd[0], 0.0 * q[0]])
    system = zw.System(J.T @ J, law, coordinates=["x", "y"])
    found = zw.root_locus(
        system,
        [start, skew * start],
        name="turn",
        values=2 + np.linspace(1.0, end, 4),
        rate=True,
        coordinates={"turn": lambda q: q[1] - skew * q[0]},
    )
    assert [x.kind for x in found.crossings] == [what] * (what is not None)
    for x in found.crossings:
        assert abs(x.value - 2 - where) < 1e-5


def test_a_conical_pendulum_comes_down_at_a_branch_point():
    """At ω² = g / l; and above it a held coordinate is no other branch."""
    found = zw.root_locus(
        cone(0.7), [1.0, 0.0], name="turn", values=[7.0, 5.0, 4.0, 3.0], rate=True
    )
    (crossing,) = found.crossings
    assert crossing.kind == "branch point" and abs(crossing.value**2 - 9.81 / 0.7) < 1e-5
    pull = lambda q, p: 2.0 * (q[1] - q[0] - p["L"]) * jnp.array([1.0, -1.0])
    pair = zw.System([1.0, 3.0], pull, coordinates=["a", "b"])
    for hold in ("a", ["b"], 0, ()):
        values = [1.0, 2.0, 4.0]
        found = zw.root_locus(pair, [0.0, 1.0], {"L": 1.0}, name="L", values=values, hold=hold)
        assert not found.crossings


def test_the_coordinate_of_a_joint_knows_no_mass():
    """So a mechanism is traced once, whichever mass or force a parameter changes."""
    place = lambda at: zw.Particle("m", p_WB=[at, 0.0], name="bob")
    body = zw.PlanarBody("m", 1.0, p_WB=[0.5, 0.0], name="rod")
    pin = zw.joints.Revolute(zw.GROUND, body, point=[0.0, 0.0], name="pin")
    made = [zw.Mechanism([body], [pin]), zw.Mechanism([place(2.0), body], [pin])]
    one, other, moved = (
        JointCoordinate(mechanism.at({"m": m}), pin, "angle")
        for mechanism, m in ((made[0], 1.0), (made[0], 2.0), (made[1], 1.0))
    )
    assert one == other and one != moved
    assert one != JointCoordinate(made[0].at({"m": 1.0}), pin, "displacement")


@pytest.mark.parametrize("mass", [1.0, 1e6])
def test_an_open_rate_that_enters_squared_is_found(mass):
    """A conical pendulum at a given angle: ω² = g / (l cos θ)."""
    found = zw.equilibrium(cone(1.0, mass), [0.5, 0.0], hold="tilt", rates={"turn": None})
    assert abs(abs(found.qd[1]) - (9.81 / np.cos(0.5)) ** 0.5) < 1e-9


@pytest.mark.parametrize("radius", [1.0, 1e3])
def test_a_bead_circles_in_a_bowl_also_where_it_turns_back_in_a_coordinate(radius):
    """At y = 0 the coordinate x rests for an instant; z is the one that stays."""
    bowl = zw.Holonomic(lambda q: (q @ q) / radius**2 - 1.0, name="bowl")
    bead = zw.System(1.0, [0.0, 0.0, -9.81], [bowl], coordinates=["x", "y", "z"])
    around = {"around": lambda q: jnp.arctan2(q[1], q[0])}
    guess = radius * np.array([0.5, 0.0, -(0.75**0.5)])
    rate = (9.81 / (0.75**0.5 * radius)) ** 0.5
    for hold, asked in (("z", None), ((), 1.01 * rate)):
        found = zw.equilibrium(bead, guess, coordinates=around, hold=hold, rates={"around": asked})
        speed = np.hypot(*found.qd[:2]) / np.hypot(*found.q[:2])
        assert abs(speed**2 + 9.81 / found.q[2]) < 1e-9 * speed**2
        assert 0.4 * radius < found.q[0] < 0.6 * radius and "z" in found.steady
