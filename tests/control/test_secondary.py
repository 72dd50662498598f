"""Secondary aims: a wanted control, priorities and limits never disturb what is above them."""

import ctypes
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.control.plants import CASES, arbitrary, requirement
from zwang.control.law.bounded import bounded
from zwang.control.law.least_effort import Inputs
from zwang.control.law.levels import by_level
from zwang.engine.evaluate import in_c, pack
from zwang.files.build import compiler

WISH = lambda p: p["C_u"]
PLANT = arbitrary()
FREE = PLANT.with_constraints([])


def of(name, seed=0):
    case = CASES[name]
    p = case.parameters(seed)
    units = np.sqrt(np.diag(p["M"]))
    return p | {"C_u": units * np.random.default_rng(seed + 9).normal(size=5)}, case.state


def test_a_wanted_control_is_the_prescribed_work_of_the_paper():
    """[U05] eq. (24): without physical constraints u is Qc of ``zw.solve`` with this C."""
    control = zw.track(FREE, requirement(), C=WISH)
    for name in ("plain", "redundant requirement", "units", "singular mass"):
        p, state = of(name)
        if name == "singular mass":
            p["C_u"] = p["M"] @ np.linalg.lstsq(p["M"], p["C_u"], rcond=None)[0]
        wanted = zw.solve(p["M"], p["Q"], p["A_c"], p["b_c"], p["C_u"], throw=False)
        if wanted.status != zw.Status.OK:
            continue
        u = control.force(*state, 0.0, p)
        size = np.abs(wanted.Qc) + np.abs(p["C_u"])
        assert (np.abs(u - wanted.Qc) <= 1e-8 * size).all()
        assert (
            np.abs(
                control.feed_forward(*state, 0.0, p) + control.feedback(*state, 0.0, p) - u
            ).max()
            <= 1e-8 * size.max()
        )


@pytest.mark.parametrize("name", ["plain", "implied requirement", "singular mass", "units"])
def test_a_wanted_control_disturbs_no_requirement_and_is_kept_where_none_is(name):
    more = {"actuation": lambda p: p["S"], "weight": lambda p: p["N3"], "compromise": True}
    control = zw.track(PLANT, requirement(), C=lambda p: p["C3"], **more)
    plain = zw.track(PLANT, requirement(), **more)
    p, state = of(name)
    before = plain.command(*state, 0.0, p | {"C3": np.zeros(3)})
    for size in (1.0, 1e3):
        found = control.command(*state, 0.0, p | {"C3": size * np.array([1.0, -2.0, 0.5])})
        moved = np.abs(found.inputs - before.inputs).max()
        rounding = 1e-12 * np.abs(p["A_c"]) @ (np.abs(found.qdd) + np.abs(before.qdd)) * (1 + moved)
        assert (np.abs(found.residual - before.residual) <= rounding).all()
    kept = control.inputs(*state, 0.0, p | {"C3": before.inputs})
    assert np.abs(kept - before.inputs).max() <= 1e-9 * np.abs(before.inputs).max()


# -- priorities -----------------------------------------------------------------------------------

ARM3 = zw.System([3.0, 2.0, 1.0], lambda q: -q, coordinates="a b c")
HIGH = zw.Holonomic(lambda q, t: q[0] + q[1] + q[2] - jnp.sin(t), name="high")
MID = zw.Holonomic(lambda q, p: p["mid"] * jnp.stack([q[0] - q[1], q[0] + q[1]]), name="mid")
LOW = zw.Holonomic(lambda q, p: p["low"] * (q - jnp.array([1.0, 2.0, 3.0]) * p["far"]), name="low")
LEVELS = zw.track(ARM3, [LOW, HIGH, MID], gains=(2.0, 1.0), priority={"mid": 1, "low": 2})


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_a_lower_aim_never_disturbs_a_higher_one(unit):
    rng = np.random.default_rng(0)
    alone = zw.track(ARM3, [HIGH, MID], gains=(2.0, 1.0), priority={"mid": 1})
    for far in (0.0, 1.0, 1e4):
        q, qd = rng.normal(size=3), rng.normal(size=3)
        p = {"mid": 1.0, "low": unit, "far": far}
        found, without = LEVELS.command(q, qd, 0.3, p), alone.command(q, qd, 0.3, p)
        assert abs(found.residual[LEVELS_HIGH]) < 1e-12
        mid = found.residual[[i for i, n in enumerate(NAMES) if n.startswith("mid")]]
        assert np.abs(mid).max() < 1e-11 and np.abs(without.residual).max() < 1e-12


NAMES = LEVELS.rows(np.zeros(3), np.zeros(3), 0.0, {"mid": 1.0, "low": 1.0, "far": 1.0}).names
LEVELS_HIGH = NAMES.index("high")


def test_what_the_higher_ones_leave_the_lower_ones_use():
    """Level two can have what is left: one direction of three, and it takes the nearest."""
    p = {"mid": 1.0, "low": 1.0, "far": 1.0}
    two = zw.track(ARM3, [HIGH, LOW], gains=(2.0, 1.0), priority={"low": 1})
    q, qd = np.array([0.1, 0.2, 0.3]), np.zeros(3)
    found = two.command(q, qd, 0.0, p)
    names = two.rows(q, qd, 0.0, p).names
    low = [i for i, name in enumerate(names) if name != "high"]
    # By hand: q̈ nearest to what `low` asks for, in rows of length one, on the plane of `high`.
    aim = -2.0 * qd - (q - np.array([1.0, 2.0, 3.0]))
    plane, level = np.ones(3), -(q.sum()) + 1.0 * 0.0 - 2.0 * (qd.sum() - 1.0)
    R = np.array([3.0, 2.0, 1.0])  # a row that is a coordinate has the length m^(-1/2)
    saddle = np.block([[np.diag(R), plane[:, None]], [plane[None], np.zeros((1, 1))]])
    wanted = np.linalg.solve(saddle, np.append(R * aim, level))[:3]
    assert np.abs(found.qdd - wanted).max() < 1e-10
    assert np.abs(found.residual[low] - (wanted - aim)).max() < 1e-10


def test_the_highest_level_is_refused_if_it_cannot_be_met():
    other = zw.Holonomic(lambda q, t: 2.0 * (q[0] + q[1] + q[2]) - jnp.cos(t), name="other")
    control = zw.track(ARM3, [HIGH, other, MID], gains=(2.0, 1.0), priority={"mid": 1})
    p = {"mid": 1.0}
    assert control.status(np.zeros(3), np.zeros(3), 0.3, p) == zw.Status.INFEASIBLE
    fine = zw.track(ARM3, [HIGH, other], gains=(2.0, 1.0), priority={"other": 1})
    assert fine.status(np.zeros(3), np.zeros(3), 0.3, p) == zw.Status.OK


# -- limits ---------------------------------------------------------------------------------------


def programs(count, m, k, seed):
    """Random quadratic programs: N, G, e, C and limits; some demands lie beyond the limits."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(count, k, k))
    N = X @ X.swapaxes(1, 2) + 0.2 * np.eye(k)
    G, C = rng.normal(size=(count, m, k)), rng.normal(size=(count, k))
    low, high = -rng.uniform(0.1, 1.5, (count, k)), rng.uniform(0.1, 1.5, (count, k))
    inside = rng.uniform(low, high) * rng.choice([0.6, 1.0, 1.8], size=(count, 1))
    return N, G, np.einsum("cmk,ck->cm", G, inside), C, low, high


def nearest(N, G, e, C, low, high):
    how, levels = Inputs(G, N, None), (tuple(range(len(e))),)
    start = C + by_level(how, (e - G @ C)[:, None], levels, give_up=True).inputs[:, 0]
    return bounded(how, e, C, low, high, start, levels)


def test_the_control_within_limits_is_the_answer_of_two_quadratic_programs():
    """Certified by the conditions of optimality; and by quadprog, where that is installed."""
    given = programs(150, 3, 5, 0)
    found = jax.jit(jax.vmap(nearest))(*given)
    assert found.done.all() and (found.status == zw.Status.OK).all()
    in_text = in_c(lambda q, qd, t, x: nearest(*x), 1, tuple(x.shape[1:] for x in given))
    for i, inputs in enumerate(found.inputs):
        by_c = in_text(0.0, 0.0, 0.0, pack([x[i] for x in given]))
        assert by_c.done and np.abs(by_c.inputs - inputs).max() < 1e-11
    beyond = 0
    for tau, N, G, e, C, low, high in zip(np.asarray(found.inputs), *given, strict=True):
        assert (tau >= low).all() and (tau <= high).all()
        r = G @ tau - e
        beyond += np.abs(r).max() > 1e-9
        assert is_optimal(tau, G.T @ r, low, high, np.eye(len(tau)))
        # Of all with the same G τ the cheapest: no way within the null space leads on.
        null = np.linalg.svd(G)[2][len(e) :].T
        assert is_optimal(tau, N @ (tau - C), low, high, null)
    assert 10 < beyond < 140


def is_optimal(tau, slope, low, high, ways):
    """Whether no combination of ``ways`` that stays within limits goes down: a linear program."""
    from scipy.optimize import linprog

    room = np.vstack([ways[tau >= high - 1e-12], -ways[tau <= low + 1e-12], 0.0 * ways[:1]])
    bounds = [(-1.0, 1.0)] * ways.shape[1]
    found = linprog(ways.T @ slope, room, np.zeros(len(room)), bounds=bounds)
    return found.fun > -1e-7


def test_quadprog_finds_the_same():
    quadprog = pytest.importorskip("quadprog")
    given = programs(150, 3, 5, 1)
    found = np.asarray(jax.jit(jax.vmap(nearest))(*given).inputs)
    compared = 0
    for tau, N, G, e, C, low, high in zip(found, *given, strict=True):
        rows = np.hstack([G.T, np.eye(5), -np.eye(5)])
        try:
            wanted = quadprog.solve_qp(N, N @ C, rows, np.concatenate([e, low, -high]), 3)[0]
        except ValueError:  # beyond the limits
            continue
        compared += 1
        assert np.abs(tau - wanted).max() < 1e-8
    assert compared > 50


def test_four_wheels_do_what_three_cannot():
    """A pyramid of wheels at its limit: another allocation gives the same torque."""
    c, s = np.cos(0.6), np.sin(0.6)
    S = np.array([[c, 0.0, -c, 0.0], [0.0, c, 0.0, -c], [s, s, s, s]])
    body = zw.System([10.0, 12.0, 8.0], None, coordinates="roll pitch yaw")
    slew = zw.AccelerationLevel(np.eye(3), lambda p: p["rates"], name=["r", "p", "y"])
    plain = zw.track(body, slew, actuation=S, weight=np.diag([1.0, 3.0, 1.0, 1.0]))
    state = np.zeros(3), np.zeros(3), 0.0
    p = {"rates": np.array([0.02, 0.0, 0.03])}
    most = np.abs(plain.inputs(*state, p)).max()
    least = best_limit(S, np.array([10.0, 12.0, 8.0]) * p["rates"])
    assert least < 0.99 * most
    limited = plain.limited(-(least + 1e-9), least + 1e-9)
    assert np.abs(limited.residual(*state, p)).max() < 1e-9 and limited.check(*state, p).ok
    short = plain.limited(-0.9 * least, 0.9 * least)
    assert not short.check(*state, p).ok and short.saturated(*state, p).any()
    law = limited.compile(p, inputs=True)
    assert law.engine in ("", "native")
    assert np.array_equal(law(*state), limited.inputs(*state, p))


@pytest.mark.parametrize("priority", [None, {"turn": 1}])
def test_an_exported_control_with_limits_is_the_same_and_says_what_is_saturated(tmp_path, priority):
    body = zw.System([10.0, 12.0], None)
    turn = zw.Holonomic(lambda q, t: q - t**2 / 2, name="turn")
    level = zw.Holonomic(lambda q: q[0] - q[1], name="level")
    S = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5]])
    plain = zw.track(body, [turn, level], actuation=S, weight=1.0, gains=2.0, priority=priority)
    limited = plain.limited(-7.0, 7.0)
    header, source, _ = zw.export_c(limited, tmp_path / "wheels", q=np.zeros(2))
    assert "saturated" in header.read_text()
    library = tmp_path / "wheels.so"
    strict = "-std=c99 -Wall -Wextra -Werror -ffp-contract=off -shared -fPIC -o".split()
    subprocess.run([*compiler(), *strict, library, source, "-lm"], check=True)
    function = ctypes.CDLL(str(library)).wheels_compute
    numbers = lambda *x: (ctypes.c_double * max(len(x), 1))(*x)
    for off in (0.0, 0.3):
        out = u, inputs, saturated, status = [numbers(*[0.0] * n) for n in (2, 3, 3, 1)]
        function(numbers(off, 0.0), numbers(0.0, 0.0), numbers(0.0), numbers(), *out)
        state = [off, 0.0], [0.0, 0.0], 0.0
        assert status[0] == 0 and np.array_equal(inputs, limited.inputs(*state))
        assert np.array_equal(u, limited.force(*state))
        assert np.array_equal(np.array(saturated, bool), limited.saturated(*state))
        assert any(saturated)


def best_limit(S, torque):
    """The least limit with which the torque can be given, by a linear program."""
    from scipy.optimize import linprog

    k = S.shape[1]
    rows = np.block([[np.eye(k), -np.ones((k, 1))], [-np.eye(k), -np.ones((k, 1))]])
    equal = np.hstack([S, np.zeros((len(S), 1))])
    bounds = [(None, None)] * (k + 1)
    return linprog(np.eye(k + 1)[-1], rows, np.zeros(2 * k), equal, torque, bounds).fun


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"priority": {"hihg": 1}}, "Did you mean 'high'"),
        ({"priority": {"high": -1}}, "`priority` of `high`"),
        ({"priority": 1}, "`priority` is 1; wanted the level"),
        ({"C": "much"}, "`C` is 'much'"),
    ],
    ids=["unknown name", "negative", "no names", "no numbers"],
)
def test_a_users_mistake_is_an_error_that_helps(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        zw.track(ARM3, [HIGH], **arguments)


def test_another_shape_of_a_wanted_control_is_refused():
    control = zw.track(ARM3, [HIGH], C=[1.0, 2.0])
    with pytest.raises(ValueError, match="`C` has the shape"):
        control.force(np.zeros(3), np.zeros(3))


def test_the_report_tells_what_each_level_gets():
    main = zw.Holonomic(lambda q: q[0] - 1.0, name="main")
    low = zw.Holonomic(lambda q: jnp.stack([q[0] + q[1], q[1] - 2.0]), name="low")
    point = zw.System([2.0, 1.0], None)
    controller = zw.track(point, [main, low], gains=(4.0, 4.0), priority={"low": 1})
    found, rest = controller.check([0.0, 0.0], [0.0, 0.0]), np.zeros(2)
    assert found.unmet == ("low[0]",) and found.missed[0] == 0.0
    assert np.abs(found.missed - controller.residual(rest, rest)).max() < 1e-9
    # What a priority gives up is no problem; what it may not give up is.
    assert found.ok and "all requirements of the highest level can be met" in str(found)
    along = controller.check_along([0.0, 0.5, 1.0], rest, rest)
    assert along.ok and np.abs(along.residual).max() > 0.1
    assert "all requirements of the highest level are met" in str(along)
    equal = zw.track(point, [main, low], gains=(4.0, 4.0)).check([0.0, 0.0], [0.0, 0.0])
    assert not equal.ok and "contradict each other" in equal.problems[0]
    held = controller.limited([-5.0, -50.0], [5.0, 50.0]).check([0.0, 0.0], [0.0, 0.0])
    assert held.beyond_limits == ("main",) and "main" in held.problems[-1]


def test_a_robust_term_wants_gains_that_do_not_oscillate():
    path = zw.Holonomic(lambda q, t: q - t, name="path")
    controller = zw.track(zw.System(1.0, lambda q: -q), path, gains=(4.0, 16.0))
    robust = controller.robust(1.0, width=0.1)
    for call in (robust.force, robust.check, robust.promise):
        with pytest.raises(ValueError, match="without oscillating"):
            call([0.0], [1.0])
