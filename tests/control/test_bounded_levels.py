"""Priorities within limits: each level is as good as limits and higher levels allow."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.optimize import linprog, lsq_linear

import zwang as zw
from zwang.control.law.bounded import bounded
from zwang.control.law.least_effort import Inputs
from zwang.control.law.levels import by_level
from zwang.engine.evaluate import in_c, pack

ROWS, INPUTS = 4, 5
LEVELS = ((0,), (1, 2), (3,))
SHAPES = ((ROWS, INPUTS), (INPUTS, INPUTS), (ROWS,), (ROWS,), *[(INPUTS,)] * 3)


def served(G, N, inverse, e, C, low, high, levels=LEVELS):
    """``inverse`` is what it costs to miss a row."""
    root = jnp.sqrt(inverse)
    how, e = Inputs(G / root[:, None], N, None), e / root
    start = C + by_level(how, (e - how.G @ C)[:, None], levels, give_up=True).inputs[:, 0]
    return bounded(how, e, C, low, high, start, levels)


@pytest.fixture(scope="module")
def in_text():
    return in_c(lambda q, qd, t, x: served(*x), 1, SHAPES)


def problem(i):
    """Random; in every second one rows and inputs have other units, in every third a lower row
    asks for what a higher one has decided, in every fifth an input has one limit."""
    rng = np.random.default_rng(i)
    G, X = rng.normal(size=(ROWS, INPUTS)), rng.normal(size=(INPUTS, INPUTS))
    if i % 3 == 1:
        G[2] = -2.0 * G[0]
    inverse, e = np.exp(rng.normal(size=ROWS)), 3.0 * rng.normal(size=ROWS)
    C, low, high = rng.normal(size=INPUTS), *np.abs(rng.normal(size=(2, INPUTS)))
    high[0] = np.inf if i % 5 == 0 else high[0]
    of_row, of_input = 10.0 ** (i % 2 * rng.uniform(-4.0, 4.0, ROWS)), np.ones(INPUTS)
    of_input = 10.0 ** (i % 2 * rng.uniform(-4.0, 4.0, INPUTS))
    plain = G, X @ X.T + 0.3 * np.eye(INPUTS), inverse, e, C, -low, high
    u, v = of_input, of_row
    G, N, inverse, e, *inputs = plain
    told = v[:, None] * G * u, u[:, None] * N * u, inverse * v**2, v * e, *(x / u for x in inputs)
    return plain, told, u


def missed(rows, G, inverse, e, tau):
    """What rows miss, in their metric; and its slope by the inputs."""
    r = (G @ tau - e)[list(rows)] / np.sqrt(inverse[list(rows)])
    return r, G[list(rows)].T @ (r / np.sqrt(inverse[list(rows)]))


def goes_down(tau, slope, low, high, ways):
    """How far a combination of ``ways`` that stays within limits goes down: a linear program."""
    room = np.vstack([ways[tau >= high - 1e-10], -ways[tau <= low + 1e-10], 0.0 * ways[:1]])
    bounds = [(-1.0, 1.0)] * ways.shape[1]
    return -linprog(ways.T @ slope, room, np.zeros(len(room)), bounds=bounds).fun


def of_whole_numbers(i):
    """Where rounding decides, if it may: slopes that vanish, several limits met at once, inputs
    that have no room, rows that repeat."""
    rng = np.random.default_rng(i)
    some = lambda low, high, *size: rng.integers(low, high, size).astype(float)
    G, N = some(-1, 2, ROWS, INPUTS), np.diag(some(1, 4, INPUTS))
    e, C = some(-3, 4, ROWS), some(-2, 3, INPUTS)
    plain = G, N, np.ones(ROWS), e, C, -some(0, 2, INPUTS), some(0, 3, INPUTS)
    return plain, plain, np.ones(INPUTS)


def test_many_limits_met_at_once_end_no_search(in_text):
    for i in range(2000):
        assert in_text(0.0, 0.0, 0.0, pack(of_whole_numbers(i)[0])).status == zw.Status.OK


def nearly_parallel(i):
    """Two or three inputs, and sometimes two rows, that do the same but for 1e-6 to 1e-16."""
    rng = np.random.default_rng(i)
    G, X = rng.normal(size=(ROWS, INPUTS)), rng.normal(size=(INPUTS, INPUTS))
    apart, some = 10.0 ** -rng.uniform(6.0, 16.0), rng.permutation(INPUTS)
    for j in some[1 : rng.integers(2, 4)]:
        G[:, j] = rng.normal() * G[:, some[0]] + apart * rng.normal(size=ROWS)
    if i % 4 == 1:
        G[3] = rng.normal() * G[1] + apart * rng.normal(size=INPUTS)
    C, low, high = rng.normal(size=INPUTS), *np.abs(rng.normal(size=(2, INPUTS)))
    return (
        G,
        X @ X.T + 0.3 * np.eye(INPUTS),
        np.ones(ROWS),
        3.0 * rng.normal(size=ROWS),
        C,
        -low,
        high,
    )


def test_nearly_parallel_inputs_end_no_search_and_the_answer_is_the_best(in_text):
    """Whether they are one direction or two is decided once; spoiled, the best is told from it."""
    whole = in_c(lambda q, qd, t, x: served(*x, levels=((0, 1, 2, 3),)), 1, SHAPES)
    for i in range(3000):
        G, N, _, e, C, low, high = given = nearly_parallel(i)
        found = [x(0.0, 0.0, 0.0, pack(given)) for x in (in_text, whole)]
        assert [x.status for x in found] == [zw.Status.OK] * 2
        for tau, rows in zip([x.inputs for x in found], (1, ROWS), strict=True):
            assert (tau <= high * (1 + 1e-14)).all() and (tau >= low * (1 + 1e-14)).all()
            if i % 10:
                continue
            cost = lambda x, rows=rows: float(np.sum((G[:rows] @ x - e[:rows]) ** 2)) / 2
            best = lsq_linear(G[:rows], e[:rows], (low, high), method="bvls", tol=1e-15).cost
            assert cost(tau) <= best + 1e-8 * float(e @ e)
            assert cost(0.99 * tau) > best + 1e-8 * float(e @ e) or cost(tau) < 1e-3


@pytest.mark.parametrize("problem", [problem, of_whole_numbers])
@pytest.mark.parametrize("begin", range(0, 120, 40))
def test_each_level_is_optimal_among_all_that_leave_the_higher_ones_as_they_are(
    in_text, begin, problem
):
    for i in range(begin, begin + 40):
        (G, N, inverse, e, C, low, high), told, unit = problem(i)
        found = in_text(0.0, 0.0, 0.0, pack(told))
        tau = unit * found.inputs
        assert found.status == zw.Status.OK
        assert (tau <= high * (1 + 1e-14)).all() and (tau >= low * (1 + 1e-14)).all()
        room = low, np.maximum(high, low + 1e-14)  # which SciPy wants
        best = lsq_linear(G[:1] / np.sqrt(inverse[:1]), e[:1] / np.sqrt(inverse[:1]), room)
        highest, _ = missed(LEVELS[0], G, inverse, e, tau)
        assert np.abs(highest) ** 2 / 2 <= best.cost + 1e-12
        ways = np.eye(INPUTS)
        for rows in LEVELS:
            _, slope = missed(rows, G, inverse, e, tau)
            assert goes_down(tau, slope, low, high, ways) < 1e-7 * (1.0 + np.abs(slope).max())
            decided = G[list(rows)] @ ways
            _, values, V = np.linalg.svd(decided)
            ways = ways @ V[int((values > 1e-9).sum()) :].T
            if not ways.size:
                break
        else:
            assert goes_down(tau, N @ (tau - C), low, high, ways) < 1e-6


def test_a_lower_aim_never_disturbs_a_higher_one_within_limits(in_text):
    """Whatever the lowest level asks for, the higher ones get the same; spoiled, they do not."""
    for i in range(40):
        (G, N, inverse, e, *inputs), *_ = problem(2 * i)
        got = []
        for ask in (0.0, 1.0, -1e4):
            asked = np.append(e[:3], ask)
            tau = in_text(0.0, 0.0, 0.0, pack((G, N, inverse, asked, *inputs))).inputs
            got.append(G[:3] @ tau)
        assert np.abs(np.ptp(got, axis=0)).max() < 1e-10 * (1.0 + np.abs(got).max())
    weighed = lsq_linear(G, np.append(e[:3], -1e4), inputs[1:])  # all rows alike
    assert np.abs(G[:3] @ weighed.x - got[0]).max() > 0.1


def test_quadprog_finds_no_better_second_level(in_text):
    quadprog = pytest.importorskip("quadprog")
    for i in range(0, 200, 2):
        (G, N, inverse, e, C, low, high), told, _ = problem(i)
        tau, rows = in_text(0.0, 0.0, 0.0, pack(told)).inputs, [1, 2]
        weighted = G[rows].T / inverse[rows]
        limits = np.hstack([np.eye(INPUTS), -np.eye(INPUTS)[:, np.isfinite(high)]])
        ends = np.concatenate([low, -high[np.isfinite(high)]]) - 1e-11
        some = weighted @ G[rows] + 1e-9 * N, weighted @ e[rows] + 1e-9 * N @ tau
        equal = np.hstack([G[:1].T, limits])
        try:
            other = quadprog.solve_qp(*some, equal, np.append(G[0] @ tau, ends), 1)[0]
        except ValueError:  # on the edge of what can be: rounding decides
            continue
        ours, theirs = (np.linalg.norm(missed(rows, G, inverse, e, x)[0]) for x in (tau, other))
        assert ours <= theirs + 1e-8 * (1.0 + theirs)


@pytest.mark.slow
def test_jax_gives_the_same_as_c(in_text):
    given = [problem(i)[0] for i in range(6)] + [nearly_parallel(i) for i in range(60)]
    stacked = [jnp.stack(x) for x in zip(*given, strict=True)]
    found = jax.jit(jax.vmap(served))(*stacked)
    assert (found.status == zw.Status.OK).all()
    for i, (x, tau) in enumerate(zip(given, found.inputs, strict=True)):
        other = in_text(0.0, 0.0, 0.0, pack(x)).inputs
        # Of nearly parallel inputs rounding may choose, but not what the highest level has.
        off = np.abs(other - tau).max() if i < 6 else np.abs(x[0][0] @ (other - tau))
        assert off < 1e-9


def test_a_controller_serves_the_highest_level_first_and_says_what_it_misses():
    cart = zw.System([2.0, 1.0, 1.0], None, coordinates="a b c")
    high = zw.AccelerationLevel(np.ones((1, 3)), [6.0], name="high")
    low = zw.AccelerationLevel(np.eye(3)[1:2], [5.0], name="low")
    state = np.zeros(3), np.zeros(3)
    control = zw.track(cart, [low, high], priority={"low": 1}).limited(-2.0, 2.0)
    # The sum of all is 1 + 2 + 2 = 5 at most, and leaves nothing to `low`.
    assert control.inputs(*state) == pytest.approx([2.0, 2.0, 2.0])
    assert dict(zip(control.rows(*state, 0.0, None).names, control.residual(*state))) == (
        pytest.approx({"low": -3.0, "high": -1.0})
    )
    wide = control.limited(-4.0, 4.0)  # 2 + 4 + 0 within limits, `low` nearest to 5
    assert wide.inputs(*state)[1] == pytest.approx(4.0)
    assert wide.residual(*state) == pytest.approx([-1.0, 0.0], abs=1e-12)
    law = wide.compile(inputs=True)
    assert np.array_equal(law(*state), wide.inputs(*state)) and law.engine == "native"


# -- where an arm is stretched --------------------------------------------------------------------


def ends(q):
    """Of two links of length one (4,)."""
    first = jnp.stack([jnp.cos(q[0]), jnp.sin(q[0])])
    return jnp.concatenate([first, first + jnp.stack([jnp.cos(q.sum()), jnp.sin(q.sum())])])


def reaching(cartesian):
    """Masses at the ends of two links, motors at their joints, a target that leaves the reach."""
    target = lambda t: jnp.stack([1.2 + 0.6 * t, 0.6])
    motors: Any = np.eye(2)
    if not cartesian:
        speeds = lambda q, qd: jax.jvp(ends, (q,), (qd,))[1]
        weight = lambda q: 9.81 * (ends(q)[1] + ends(q)[3])
        arm = zw.System.from_lagrangian(T=lambda q, qd: (speeds(q, qd) ** 2).sum() / 2, V=weight)
        tip = lambda q, t: ends(q)[2:] - target(t)
    else:
        links = zw.Holonomic(
            lambda q: jnp.stack([q[:2] @ q[:2], (q[2:] - q[:2]) @ (q[2:] - q[:2])]) - 1.0,
            name="links",
        )
        arm = zw.System(np.ones(4), [0.0, -9.81, 0.0, -9.81], links)
        turned = lambda x: jnp.stack([-x[1], x[0]])

        def at_joints(q):
            upper, lower = turned(q[:2]), turned(q[2:] - q[:2])
            shoulder = jnp.concatenate([upper, jnp.zeros(2)])
            return jnp.stack([shoulder, jnp.concatenate([-lower, lower]) - shoulder], axis=1)

        tip, motors = lambda q, t: q[2:] - target(t), at_joints
    path = zw.Holonomic(tip, name="tip")
    return zw.track(arm, path, actuation=motors, gains=(6.0, 9.0))


def test_an_arm_goes_through_its_stretched_pose_within_limits_however_it_is_stated():
    """There the shoulder does next to nothing to the tip, and rounding must not decide what."""
    found = []
    for cartesian in (False, True):
        control, q0 = reaching(cartesian).limited(-15.0, 15.0), jnp.array([0.3, 1.2])
        start = np.asarray(ends(q0) if cartesian else q0)
        motion = zw.simulate(control.closed_loop(), start, 0.0 * start, [0.0, 0.5, 0.85, 1.5])
        found.append(motion.q if cartesian else [ends(jnp.asarray(q)) for q in motion.q])
    assert np.abs(np.array(found[0]) - found[1]).max() < 1e-3
    near = [np.array([-0.12, 1e-6 * x]) for x in np.linspace(5.0, 9.0, 41)]
    law = reaching(False).limited(-15.0, 15.0).compile(inputs=True)
    inputs = np.array([law(q, np.array([2.8, -11.4]), 0.888) for q in near])
    assert np.ptp(inputs, axis=0).max() < 1e-6


def test_a_control_that_grows_without_bound_is_told_alike_however_the_arm_is_stated():
    """The arm is stretched at t = 1.19968, as simulating shows."""
    times, q0 = np.linspace(0.0, 3.0, 61), jnp.array([0.3, 1.2])
    found = []
    for cartesian in (False, True):
        start = np.asarray(ends(q0) if cartesian else q0)
        found.append(reaching(cartesian).check_along(times, start, 0.0 * start))
    for along in found:
        assert along.first == along.t[-1] == pytest.approx(1.15)
        assert "lose their grip on 'tip[0]' and 'tip[1]'" in along.cause
    assert np.abs(found[0].inputs - found[1].inputs).max() < 1e-3
