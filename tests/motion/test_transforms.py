"""Motions inside other programs: derivatives, batches; and what is traced how often."""

import diffrax
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw

traced = []


def rods(q, p):
    """A rod, written twice: redundant everywhere."""
    traced.append(1)
    return jnp.stack([q @ q - p["L"] ** 2, 2.0 * (q @ q - p["L"] ** 2)])


def pendulum():
    """A new description each time, of new but equal functions."""
    return zw.System(
        1.0, lambda q, p: jnp.stack([0.0 * q[0], -p["g"]]), [zw.Holonomic(rods, name="rods")]
    )


def end(angle, g, L, **options):
    """A number of the state after 1.2 s; the start is varied along the constraint."""
    q0 = L * jnp.stack([jnp.cos(angle), jnp.sin(angle)])
    p = {"L": L, "g": g}
    motion = zw.simulate(pendulum(), q0, jnp.zeros(2), (0.0, 1.2), p, rtol=1e-10, **options)
    return motion.q[-1] @ jnp.array([1.0, 2.0]) + motion.qd[-1] @ jnp.array([0.5, -0.3])


POINT = (0.3, 9.81, 1.1)


def differences(step=1e-4):
    for i in range(3):
        up, down = ([x + sign * step * (i == j) for j, x in enumerate(POINT)] for sign in (1, -1))
        yield (float(end(*up)) - float(end(*down))) / (2 * step)


@pytest.fixture(scope="module")
def slopes():
    return np.array(list(differences()))


@pytest.mark.parametrize(
    ("derivative", "adjoint"),
    [
        (jax.grad, None),
        (jax.jacfwd, None),
        pytest.param(jax.grad, diffrax.RecursiveCheckpointAdjoint(), marks=pytest.mark.slow),
        pytest.param(jax.jacfwd, diffrax.ForwardMode(), marks=pytest.mark.slow),
    ],
    ids=["reverse", "forward", "checkpointed", "forward only"],
)
def test_derivatives_of_the_end(derivative, adjoint, slopes):
    found = jax.jit(derivative(lambda *x: end(*x, adjoint=adjoint), argnums=(0, 1, 2)))(*POINT)
    assert np.array(found) == pytest.approx(slopes, rel=1e-6)


def test_a_batch_equals_its_members():
    angles = jnp.array([0.1, 0.3, -0.4])
    member = lambda a: end(a, 9.81, 1.1, adjoint=diffrax.ForwardMode())
    batch = jax.jit(jax.vmap(member))(angles)
    single = [float(end(float(a), 9.81, 1.1)) for a in angles]
    assert np.asarray(batch) == pytest.approx(single, abs=1e-8)


@pytest.mark.slow
def test_a_member_that_fails_spoils_no_other():
    def run(g):
        p = {"L": 1.0, "g": g}
        adjoint = diffrax.ForwardMode()
        return zw.simulate(pendulum(), [1.0, 0.0], [0.0, 0.0], (0.0, 1.2), p, adjoint=adjoint)

    motion = jax.vmap(run)(jnp.array([9.81, jnp.nan, 3.0]))
    assert (np.asarray(motion.status) != zw.Status.OK).tolist() == [False, True, False]
    assert np.isnan(motion.q[1, -1]).all()
    assert np.isfinite(np.asarray(motion.q)[[0, 2]]).all()


@pytest.mark.slow
def test_derivatives_at_rest():
    """Where nothing moves, the length of the first step has no derivative; the motion has."""
    adjoint = diffrax.RecursiveCheckpointAdjoint()

    def hang(q0):
        p = {"L": 1.0, "g": 9.81}
        motion = zw.simulate(pendulum(), q0, jnp.zeros(2), (0.0, 1.2), p, adjoint=adjoint)
        return motion.q[-1, 0]

    # Steps are as long as the motion at rest allows, and not made for its derivative.
    slope = jax.grad(hang)(jnp.array([0.0, -1.0]))
    assert slope[0] == pytest.approx(np.cos(1.2 * np.sqrt(9.81)), abs=1e-2)


def test_a_start_off_the_constraints_is_told_in_traced_motions():
    p = {"L": 1.0, "g": 1.0}
    run = jax.jit(lambda q: zw.simulate(pendulum(), q, [0.0, 0.0], (0.0, 1.0), p))
    motion = run(jnp.array([1.1, 0.0]))
    assert motion.status == zw.Status.NOT_ASSEMBLED
    assert np.isnan(motion.q[-1]).all()
    with pytest.raises(RuntimeError, match="inside jit"):
        run(jnp.array([1.0, 0.0])).at([0.5])


def test_events_are_refused_in_traced_motions():
    event = zw.Event(lambda q: q[0], "x")
    with pytest.raises(ValueError, match="`events` need known numbers"):
        jax.jit(lambda g: end(0.3, g, 1.1, events=event))(9.81)


def test_nothing_is_traced_for_other_numbers():
    same = pendulum()

    def run(angle=0.3, g=9.81, t=(0.0, 1.0), **options):
        q0 = [np.cos(angle), np.sin(angle)]
        return zw.simulate(same, q0, [0.0, 0.0], t, {"L": 1.0, "g": g}, **options)

    first = run(rtol=1e-6)
    traced.clear()
    run(angle=-1.0, rtol=1e-6)
    run(g=3)
    run(t=(0, 2))
    run(rtol=1e-9, atol=1e-9)
    run(t=[0.0, 0.5, 1.0])
    run(t=np.linspace(0.0, 1.0, 60))
    again = run(rtol=1e-6)
    assert not traced
    assert np.array_equal(first.q, again.q)


@pytest.mark.parametrize("values", [(1.0, 2.0)])
def test_a_changed_captured_number_changes_the_answer(values):
    def run(k):
        return zw.simulate(zw.System(1.0, lambda q: -k * q), [1.0], [0.0], (0.0, 1.0)).q[-1, 0]

    for k in values:
        assert run(k) == pytest.approx(np.cos(np.sqrt(k)), abs=1e-8)
