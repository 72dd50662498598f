"""Motions in C are those of JAX: the same states, forces, events, poses and failures."""

import diffrax
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

G = 9.81
ROD = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")


def energy(q, qd):
    return qd @ qd / 2 + G * q[1]


BOB = zw.System(
    1.0,
    [0.0, -G],
    [ROD],
    coordinates=["x", "y"],
    energy=energy,
    observables={
        "angle": lambda q: jnp.arctan2(q[0], -q[1]),
        "both": lambda q, qd: q[:, None] * qd,
    },
)
P = {"L": 1.0}
START = [0.6, -0.8], [0.8, 0.6]


def both(*args, **options):
    return [zw.simulate(*args, **options, engine=engine) for engine in ("native", "jax")]


FIELDS = "qdd Qc Qc_ideal Qc_nonideal multipliers A residual rate rank energy power".split()


def test_rows_hold_the_same():
    native, by_jax = both(BOB, *START, [0.0, 0.3, 0.7, 2.0], P, rtol=1e-11)
    np.testing.assert_allclose(native.q, by_jax.q, atol=1e-10)
    for name in FIELDS:
        found, wanted = getattr(native, name), getattr(by_jax, name)
        assert found.shape == wanted.shape and found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-8)
    assert native.rows == by_jax.rows
    for name, wanted in by_jax.observables.items():
        np.testing.assert_allclose(native.observables[name], wanted, atol=1e-9)
    assert native.settings == by_jax.settings


# Several at once: every program takes JAX its time to compile.
OPTIONS = {
    "fixed steps of another method, two corrections": {
        "step": 1e-3,
        "method": diffrax.Heun(),
        "drift": zw.Projection(2),
    },
    "Tsit5 and Baumgarte": {"method": diffrax.Tsit5(), "rtol": 1e-7, "drift": zw.Baumgarte(5.0)},
    "no drift control, its own solver": {"drift": None, "solver": zw.Auto(rank=1e-7)},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_mean_the_same(name):
    native, by_jax = both(BOB, *START, [0.0, 0.5, 1.0], P, **OPTIONS[name])
    assert native.engine == "native"
    np.testing.assert_allclose(native.q, by_jax.q, rtol=1e-8)
    assert abs(native.stats["accepted"] - by_jax.stats["accepted"]) <= 1


def test_times_close_together_do_not_shorten_the_steps_behind_them():
    steps = [
        zw.simulate(BOB, *START, times, P).stats["accepted"]
        for times in ([0.0, 1.0, 6.0], [0.0, 1.0, 1.0 + 1e-8, 6.0])
    ]
    assert steps[1] == steps[0] + 1


@pytest.mark.parametrize(("method", "order"), [(diffrax.Heun(), 2), (diffrax.Dopri5(), 5)])
def test_the_order_of_a_method_is_its_order(method, order):
    """Errors of steps h and h/2, of a particle on a circle of constant speed."""
    free = zw.System(1.0, None, [ROD])
    errors = []
    for step in (0.1, 0.05):
        motion = zw.simulate(
            free, [1.0, 0.0], [0.0, 1.0], (0.0, 2.0), P, step=step, method=method, drift=None
        )
        assert motion.engine == "native"
        errors.append(np.abs(motion.q[-1] - [np.cos(2.0), np.sin(2.0)]).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.4)


def test_Dopri8_is_of_order_eight():
    free = zw.System(1.0, None, [ROD])
    motions = [
        zw.simulate(free, [1.0, 0.0], [0.0, 1.0], (0.0, 4.0), P, step=step, drift=None)
        for step in (0.8, 0.4)
    ]
    errors = [np.abs(m.q[-1] - [np.cos(4.0), np.sin(4.0)]).max() for m in motions]
    assert np.log2(errors[0] / errors[1]) > 7.7


def test_events_are_found_at_the_same_times():
    names = {"falling": -1, "either": 0, "rising": 1}
    low = [zw.Event(lambda q: q[0], name=x, direction=d, terminal=False) for x, d in names.items()]
    native, by_jax = both(BOB, *START, (0.0, 3.0), P, events=low)
    for name in names:
        assert len(native.events[name].t) >= 1
        np.testing.assert_allclose(native.events[name].t, by_jax.events[name].t, atol=1e-10)
        np.testing.assert_allclose(native.events[name].q[:, 0], 0.0, atol=1e-12)
    assert len(native.events["either"].t) == sum(len(native.events[x].t) for x in names) / 2


def test_an_event_at_the_very_end_of_a_step():
    clock = zw.Event(lambda t: t - 1.0, "clock", terminal=False)
    times = np.linspace(0.0, 2.0, 5)
    motion = zw.simulate(BOB, *START, times, P, events=clock, engine="native")
    assert motion.events["clock"].t.tolist() == [1.0]


def test_a_terminal_event_ends_the_motion():
    low = zw.Event(lambda q: q[0], name="low")
    motion = zw.simulate(BOB, *START, (0.0, 3.0), P, events=low)
    assert motion.engine == "native"
    assert motion.t[-1] == motion.events["low"].t[0] and abs(motion.q[-1, 0]) < 1e-12


def test_many_times_are_reported_all():
    times = np.linspace(0.0, 3.0, 3001)
    motion = zw.simulate(BOB, *START, times, P, rtol=1e-7)
    np.testing.assert_array_equal(motion.t, times)
    assert np.abs(motion.residual).max() < 1e-13 and np.ptp(motion.energy) < 1e-6


def test_between_the_rows():
    motion = zw.simulate(BOB, *START, (0.0, 2.0), P)
    found = motion.at([0.1234, 1.7])
    wanted = zw.simulate(BOB, *START, [0.0, 0.1234, 1.7], P)
    np.testing.assert_allclose(found.q, wanted.q[1:], atol=1e-9)


def dry(q, qd, Qc_ideal, p):
    return -p["mu"] * jnp.linalg.norm(Qc_ideal) * qd / jnp.sqrt(qd @ qd + 1e-6)


def test_friction_by_the_ideal_force():
    bead = zw.System(1.0, [0.0, -G], [ROD], nonideal=dry)
    start = bead, [0.6, -0.8], [1.6, 1.2], [0.0, 0.3, 0.6], P | {"mu": 0.3}
    native, by_jax = both(*start)
    assert native.engine == "native"
    np.testing.assert_allclose(native.q, by_jax.q, atol=1e-9)
    np.testing.assert_allclose(native.Qc_nonideal, by_jax.Qc_nonideal, atol=1e-7)


def test_numbers_are_no_reason_to_trace_again():
    traced = []

    def force(q, p):
        traced.append(1)
        return p["g"] * jnp.array([0.0, -1.0])

    falling = zw.System(1.0, force)
    zw.simulate(falling, [0.0, 0.0], [1.0, 0.0], (0.0, 1.0), {"g": 9.81})
    count = len(traced)
    motion = zw.simulate(falling, [1.0, 2.0], [0.0, 0.0], [0.0, 2.0, 3.0], {"g": 1.0}, rtol=1e-6)
    assert motion.engine == "native" and len(traced) == count
    np.testing.assert_allclose(motion.q[-1], [1.0, 2.0 - 4.5], rtol=1e-12)


# -- failures ----------------------------------------------------------------------------------


def stops(q):
    return jnp.array([-1.0, 0.0]) / jnp.sqrt(q[0])


FAILURES = {
    "a force that becomes NaN": (zw.System(1.0, stops), [0.5, 0.0], [0.0, 0.0]),
    "constraints that contradict": (
        zw.System(
            1.0,
            None,
            [
                zw.Holonomic(lambda q, t: q[0] - t, name="driven"),
                zw.Holonomic(lambda q: jnp.maximum(q[0] - 0.5, 0.0) ** 3, name="wall"),
            ],
        ),
        [0.0, 0.0],
        [1.0, 0.0],
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_failures_have_the_same_status(name):
    system, q0, qd0 = FAILURES[name]
    native, by_jax = both(system, q0, qd0, (0.0, 2.0), throw=False)
    assert native.engine == "native"
    assert native.status == by_jax.status != zw.Status.OK
    assert native.t[-1] == pytest.approx(by_jax.t[-1], abs=1e-3)


def endless(q):
    return jax.lax.while_loop(lambda x: x[0] < 3.0, lambda x: x + 1.0, q) * 0.0


def side_by_side(q):
    """Solves in a batch, inside of a force."""
    M, A = jnp.eye(2), q[None, :]
    solve = lambda b: zw.solve(M, q, A, b, throw=False).qdd  # noqa: E731
    return 0.0 * jax.vmap(solve)(jnp.ones((3, 1))).sum(axis=0)


def test_a_system_too_large_for_C_is_left_to_JAX():
    """And whoever did not ask for it is told beforehand, for it may take minutes."""
    many = zw.System(np.ones(130), lambda q: -q, nonideal=np.zeros(130))
    given = many, np.linspace(0.0, 1.0, 130), np.zeros(130), [0.0, 1.0]
    told = "130 coordinates is computed by JAX .* `nonideal` is"
    with pytest.warns(RuntimeWarning, match=told) as warned:
        motion = zw.simulate(*given)
    assert warned[0].filename == __file__  # at the line of whoever asks
    assert zw.simulate(*given, engine="jax").engine == "jax"  # and nothing is said
    assert motion.engine.startswith("jax: `nonideal` is given")
    np.testing.assert_allclose(motion.q[-1], np.cos(1.0) * motion.q[0], atol=1e-9)


def test_a_program_too_long_to_compile_is_not_compiled(monkeypatch):
    monkeypatch.setattr("zwang.engine.program.program.SURE", 0)
    monkeypatch.setattr("zwang.engine.program.program.LETTERS", 1000)
    one = zw.System(2.0, lambda q: -3.7 * q)
    with pytest.raises(ValueError, match="letters, too many to compile"):
        zw.simulate(one, [1.0], [0.0], (0.0, 0.1), engine="native")


# Forces, constraints, options. What needs no rod has none: JAX compiles that sooner.
FALLBACKS = {
    "": (side_by_side, [], {}),
    "no explicit stages": ([0.0, -G], [], {"method": diffrax.Kvaerno5()}),
    "a loop whose length depends": (endless, [], {}),
    "not written in C": ([0.0, -G], [ROD], {"solver": zw.Orthogonal(rank=1e-6)}),
}


@pytest.mark.parametrize("told", FALLBACKS)
def test_what_C_cannot_do_JAX_does_and_says_why(told):
    force, constraints, options = FALLBACKS[told]
    bob = zw.System(1.0, force, constraints)
    with pytest.raises(ValueError, match=f"'native', which this motion cannot have: .*{told}"):
        zw.simulate(bob, *START, (0.0, 0.1), P, **options, engine="native")
    motion = zw.simulate(bob, *START, (0.0, 0.1), P, **options)
    assert motion.engine.startswith("jax: ") and told in motion.engine
    assert motion.status == zw.Status.OK
