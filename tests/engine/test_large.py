"""Large mechanisms in C by kinds of parts: the same equations, the same motions, known answers."""

import ctypes
import functools
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.bodies import everything
from tests.bodies.test_forces import SPRUNG
from tests.bodies.test_mechanism import mixed
from zwang import zoo
from zwang.base.stacked import Stacked
from zwang.emit.lines import PRELUDE, emit
from zwang.engine import choose
from zwang.engine.large import kind as kinds
from zwang.engine.large import machine as machines
from zwang.engine.large import rows
from zwang.engine.large.system import large
from zwang.engine.program.system_functions import described
from zwang.equation.matrices import evaluate
from zwang.files import build
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.ir.calls import called_texts
from zwang.zoo.mechanisms import scissor_lift


def machine_of(mechanism, p=None):
    q0, qd0 = mechanism.start()
    asked = request(mechanism.system(definite=True), q0, qd0, (0.0, 1.0), p, Options())
    return machines.large_machine(asked.program, asked.parameters, len(asked.start.q))


def near(a, b, rounding=1e-12):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape
    assert np.abs(a - b).max(initial=0.0) <= rounding * (1.0 + np.abs(b).max(initial=0.0))


def state_of(mechanism, seed):
    """Any state, off the joints."""
    rng = np.random.default_rng(seed)
    q, _ = mechanism.start()
    return q + 0.1 * rng.normal(size=len(q)), rng.normal(size=len(q))


def written_out(mechanism, definite, q, qd, t):
    """All that is written out of a mechanism in C, in a state, by name."""
    q0, qd0 = mechanism.start()
    system = mechanism.system(definite=definite)
    asked = request(system, q0, qd0, (0.0, 1.0), None, Options())
    values = described(asked.program, (), len(q))
    inputs = "q", "qd", "t", "p"
    emitted = emit("zw_all", inputs, values, public=True)
    texts = PRELUDE, called_texts(list(emitted.calls)), emitted.text
    function = build.library("\n".join(texts)).zw_all
    function.argtypes = (4 + len(values)) * [ctypes.c_void_p]
    found = {name: np.zeros(x.shape) for name, x in values.items()}
    given = [q, qd, np.array([t]), np.zeros(1), *found.values()]
    function(*(x.ctypes.data for x in given))
    return found


# -- the same equations --------------------------------------------------------------------------


@pytest.mark.parametrize("definite", [True, False])
def test_parts_that_are_written_out_are_the_equations(definite):
    """Each kind is traced once; JAX differentiates the whole, with M singular or definite."""
    mechanism, t = mixed(), 0.3
    q, qd = state_of(mechanism, 5)
    found, whole = written_out(mechanism, definite, q, qd, t), mechanism.system(definite=definite)
    dense = evaluate(whole, q, qd, t)
    wanted = {"M": dense.M, "Q": dense.Q, "A": dense.form.A, "b": dense.form.b}
    wanted |= {"phi": dense.form.phi, "velocity": dense.form.velocity}
    for name, x in wanted.items():
        near(found[name], x, 1e-10)
    assert (np.linalg.eigvalsh(found["M"])[0] > 1e-9) == definite
    energies = mechanism.kinetic_energy(q, qd), mechanism.potential_energy(q, t)
    near(found["seen"], [sum(energies), *energies])


@pytest.mark.parametrize(
    "mechanism",
    [
        pytest.param(mixed(), id="mixed"),
        pytest.param(SPRUNG, id="forces", marks=pytest.mark.slow),
        pytest.param(everything.mechanism(True), id="in the plane", marks=pytest.mark.slow),
        pytest.param(everything.mechanism(False), id="every joint", marks=pytest.mark.slow),
    ],
)
def test_sums_over_parts_are_the_equations(mechanism):
    q, qd = state_of(mechanism, 3)
    t, machine = 0.3, machine_of(mechanism)
    row = machine.system.row(machines.State(np.asarray(t), q, qd), machine.p)
    dense = evaluate(mechanism.system(definite=True), q, qd, t)
    near(row.M.toarray(), dense.M)
    near(row.Q, dense.Q)
    near(row.A.toarray(), dense.form.A)
    near(row.b, dense.form.b, 1e-10)
    near(row.phi, dense.form.phi)
    near(row.velocity, dense.form.velocity)
    near(row.seen["kinetic"], mechanism.kinetic_energy(q, qd))
    near(row.seen["potential"], mechanism.potential_energy(q, t))


def test_what_cannot_be_is_no_entry():
    """A rigid body's mass does not mix places and turns, so that factors stay sparse."""
    lift = machine_of(scissor_lift(1).mechanism)
    assert lift.system.pattern.M.nnz == 2 * (3 + 16)


# -- the same motions ----------------------------------------------------------------------------


def test_a_small_machine_moves_as_when_it_is_written_out(by_parts, monkeypatch):
    crank = zoo.MECHANISMS["slider_crank"]()
    times = np.linspace(0.0, 1.0, 4)
    parted = crank.simulate(times)
    assert "kinds of parts" in parted.engine
    monkeypatch.setattr(choose, "WRITTEN_OUT", np.inf)
    whole = crank.simulate(times)
    assert whole.engine == "native"
    for name in ("q", "qd", "qdd", "Qc", "multipliers", "energy", "A"):
        near(getattr(parted, name), getattr(whole, name), 1e-8)
    assert (parted.rank == whole.rank).all()
    near(parted.observables["potential energy"], whole.observables["potential energy"], 1e-8)
    assert np.abs(parted.residual).max() < 1e-12


@functools.cache
def lifted(stages):
    lift = scissor_lift(stages)
    return lift, lift.simulate(lift.times)


@pytest.mark.parametrize("stages", [4, 15, 150])
def test_a_scissor_lift_rises_as_one_angle_says(stages):
    lift, motion = lifted(stages)
    assert motion.engine == "native: 4 kinds of parts, sparse factors"
    assert lift.error(motion) < 1e-8
    assert np.abs(motion.residual).max() < 1e-12
    m, redundant = motion.residual.shape[1], 3 * stages - 2
    assert (motion.rank == m - redundant).all()
    assert np.ptp(motion.energy) < 1e-9 * abs(motion.energy[0])


def test_forces_of_a_large_motion():
    """Joints that repeat each other share their force by the one convention, as everywhere."""
    lift, motion = lifted(15)
    state = motion.q[-1], motion.qd[-1], motion.t[-1]
    alone = zw.solve(*lift.mechanism.blocks(*state).matrices(), solver=zw.Sparse(rank=1e-9))
    near(motion.qdd[-1], alone.qdd, 1e-8)
    near(motion.Qc[-1], alone.Qc, 1e-8)
    parts = [motion.force(name) for name, _ in motion.rows.groups]
    near(sum(parts), motion.Qc_ideal, 1e-9)


def test_the_papers_own_mass_moves_alike():
    lift, motion = lifted(15)
    own = zw.simulate(lift.mechanism.system(), *lift.mechanism.start(), lift.times)
    assert own.engine == motion.engine
    near(own.q, motion.q, 1e-10)


def test_an_event_is_met():
    lift = scissor_lift(4)
    last = 7 * 6 + 2  # z of the last bar that rises to the right
    top = zw.Event(lambda q, qd: qd[last], name="top", direction=-1, terminal=True)
    motion = lift.simulate((0.0, 0.3), events=top)
    when = motion.events["top"].t[0]
    assert motion.t[-1] == when
    assert lift.answer is not None and abs(lift.answer(when)[1]) < 1e-7


def test_fixed_steps_and_other_methods():
    import diffrax

    lift = scissor_lift(4)
    motion = lift.simulate((0.0, 0.1), step=0.01, method=diffrax.Dopri5())
    assert len(motion.t) == 11
    assert lift.error(motion) < 1e-6


# -- where the constraints lose rank -------------------------------------------------------------


def test_singular_configurations_are_crossed_by_sparse_factors(by_parts):
    """Four bars stated in planar bodies, whose rows are independent, against the dense way."""
    four_bar: Any = zoo.MECHANISMS["four_bar"]
    motion = four_bar(2).simulate((0.0, 3.0))
    assert motion.engine.startswith("native: ") and four_bar(2).error(motion) < 1e-8
    assert len(motion.rank_changes) > 2
    assert all(change.assured and change.before - change.at == 2 for change in motion.rank_changes)


def equal_slider_crank(flat, theta=1.0, speed=-4.0):
    """Crank and rod of length one, of bodies in the plane or in space; its system and a start."""
    place = lambda x: list(x) if flat else [*x, 0.0]
    axis = {} if flat else {"axis": [0.0, 0.0, 1.0]}
    ends = np.array([[np.cos(theta), np.sin(theta)], [np.cos(theta), -np.sin(theta)]])
    rates = speed * np.array([[-ends[0][1], ends[0][0]], [ends[1][1], -ends[1][0]]])

    def rod(name, centre, angle):
        if flat:
            return zw.PlanarBody(1.0, 1 / 12, centre, angle, name=name)
        quat = [np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)]
        return zw.RigidBody(1.0, [1 / 300, 1 / 12, 1 / 12], place(centre), quat, name=name)

    def moving(velocity, rate, angle):
        half = rate / 2 * np.array([-np.sin(angle / 2), 0.0, 0.0, np.cos(angle / 2)])
        return [*velocity, rate] if flat else [*velocity, 0.0, *half]

    tip, end = ends[0], ends.sum(axis=0)
    parts = [(tip / 2, theta), (tip + ends[1] / 2, -theta), (end, 0.0)]
    bodies = [rod(name, *x) for name, x in zip(("crank", "rod", "slider"), parts, strict=True)]
    pairs = [(zw.GROUND, bodies[0]), (bodies[0], bodies[1]), (bodies[1], bodies[2])]
    joints: list[Any] = [
        zw.joints.Revolute(*pair, point=place(at), name=name, **axis)
        for pair, at, name in zip(pairs, ([0.0, 0.0], tip, end), "ABC", strict=True)
    ]
    along = {"point": place(end), "axis": place([1.0, 0.0]), "name": "D"}
    joints.append(zw.joints.Prismatic(zw.GROUND, bodies[2], **along))
    mechanism = zw.Mechanism(bodies, joints, [zw.Gravity(place([0.0, -9.81]))])
    velocities = [
        moving(rates[0] / 2, speed, theta),
        moving(rates[0] + rates[1] / 2, -speed, -theta),
        moving(rates.sum(axis=0), 0.0, 0.0),
    ]
    return mechanism.system(definite=True), mechanism.start()[0], np.concatenate(velocities)


def test_in_space_and_in_the_plane_the_same_is_crossed_and_told(by_parts):
    """A slider-crank that may rest in the middle: redundant rows in space, none in the plane."""
    motions = []
    for flat in (True, False):
        motion = zw.simulate(*equal_slider_crank(flat), (0.0, 3.0))
        assert "kinds of parts" in motion.engine and np.ptp(motion.energy) < 1e-8
        assert abs(motion.q[-1][-3 if flat else -7] - 4 * motion.q[-1][0]) < 1e-9
        motions.append(motion)
    np.testing.assert_allclose(motions[0].q[-1][:2], motions[1].q[-1][:2], atol=1e-8)
    flat, space = (motion.rank_changes for motion in motions)
    assert len(flat) == len(space) == 5
    for x, y in zip(flat, space, strict=True):
        assert abs(x.t - y.t) < 1e-6 and x.before - x.at == y.before - y.at == 1
        assert x.constraints == y.constraints == ("A.y", "B.y", "C.y", "D.o")


# -- numbers are no code -------------------------------------------------------------------------


def test_other_numbers_and_other_machines_of_the_same_parts_compile_nothing(monkeypatch):
    lifted(4)

    def refuse(*_):
        raise AssertionError("compiled anew")

    monkeypatch.setattr(build, "run_compiler", refuse)
    monkeypatch.setattr(kinds, "described", refuse)
    heavier: Any = scissor_lift(5)
    assert heavier.error(heavier.simulate([0.0, 0.1])) < 1e-8
    bodies = [
        zw.RigidBody(2.0 * x.mass, 3.0 * x.inertia, x.p_WB, x.quat_WB, x.v_WB, x.w_WB, name=x.name)
        for x in heavier.mechanism.bodies
    ]
    of = {body.name: body for body in bodies} | {"GROUND": zw.GROUND}
    joints: list[Any] = [
        type(x)(of[x.body_1.name], of[x.body_2.name], x.point, x.axis, name=x.name)
        for x in heavier.mechanism.joints
    ]
    other = zw.Mechanism(bodies, joints, [zw.Gravity([0.0, 0.0, -1.6])])
    motion = other.simulate([0.0, 0.1])
    assert np.ptp(motion.energy) < 1e-9 * abs(motion.energy[0])
    # On the moon, and not in the other's motion.
    assert abs(motion.q[-1, 2] - heavier.simulate([0.0, 0.1]).q[-1, 2]) > 1e-4


def test_parameters_reach_the_parts():
    rod = zw.RigidBody(1.0, [0.1, 0.1, 0.01], p_WB=[0.5, 0.0, 0.0], name="rod")
    hinge = zw.joints.Revolute(zw.GROUND, rod, point=[0, 0, 0], axis=[0, 1, 0], name="hinge")
    pull = zw.Gravity(lambda t, p: jnp.stack([0.0, 0.0, -p["g"]]) * jnp.exp(-t))
    pendulum = zw.Mechanism([rod], joints=[hinge], forces=[pull])
    machine = machine_of(pendulum, {"g": 3.0})
    q, qd = pendulum.start()
    row = machine.system.row(machines.State(np.asarray(0.5), q, qd), machine.p)
    near(row.Q[2], -3.0 * np.exp(-0.5))


# -- what is refused -----------------------------------------------------------------------------


def test_what_large_motions_do_not_take_is_named():
    lift, options = scissor_lift(15).mechanism, {"engine": "native"}
    for name, given in {"drift": zw.Baumgarte(5.0), "solver": zw.Orthogonal()}.items():
        with pytest.raises(ValueError, match=f"`{name}` is .* which large systems do not take"):
            lift.simulate((0.0, 0.1), **options, **{name: given})


@pytest.mark.parametrize("most", [10**6, 0])
def test_a_force_that_ends_ends_the_motion(by_parts, monkeypatch, most):
    """With the cause where the system is small enough to be looked into, and else without."""
    monkeypatch.setattr(machines, "LOOKED_INTO", most)
    dot = zw.Particle(1.0, p_WB=[1.0, 0.0], name="dot")
    rod = zw.joints.Distance(zw.GROUND, dot, point_1=[0, 0, 0], name="rod")
    push = zw.Load(dot, force=lambda t: jnp.stack([0.0, -jnp.sqrt(0.5 - t)]))
    motion = zw.Mechanism([dot], [rod], [push]).simulate((0.0, 1.0), throw=False)
    assert abs(motion.t[-1] - 0.5) < 1e-3
    expected = zw.Status.NON_FINITE if most else zw.Status.STEP_TOO_SMALL
    assert motion.status == expected


def test_a_start_off_the_joints_is_refused():
    lift = scissor_lift(15).mechanism
    q, qd = lift.start()
    q[100] += 1e-3
    with pytest.raises(ValueError, match="off the constraint"):
        lift.simulate((0.0, 0.1), q0=q, qd0=qd)


# -- matrices of many rows -----------------------------------------------------------------------


def test_constraint_matrices_of_large_motions_are_sparse(monkeypatch):
    lift, motion = lifted(15)
    dense = np.asarray(motion.A)
    monkeypatch.setattr(rows, "DENSE", 0)
    sparse = lift.simulate(lift.times)
    assert isinstance(sparse.A, Stacked)
    assert sparse.A.shape == dense.shape
    near(np.asarray(sparse.A), dense)
    near(sparse.A[0].toarray(), dense[0])
    near(sparse.force("middle 3"), motion.force("middle 3"))
    monkeypatch.setattr("zwang.base.stacked.MOST", 1000)
    with pytest.raises(ValueError, match=r"motion.A\[i\] is a matrix of scipy.sparse"):
        np.asarray(sparse.A)


def test_a_large_system_is_remembered():
    lift = scissor_lift(4).mechanism
    assert machine_of(lift).system is machine_of(lift).system
    assert large.cache_info().hits > 0
