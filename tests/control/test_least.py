"""The control is the least that meets the requirements, in closed form."""

import numpy as np
import pytest
from scipy.optimize import minimize

import zwang as zw
from tests.control.plants import CASES, arbitrary, constrained_inverse_mass, requirement
from zwang.papers import ku93

PLANT = arbitrary(nonideal=True)
FREE = arbitrary().with_constraints([])
NATURAL = zw.track(PLANT, requirement())
WEIGHTED = zw.track(PLANT, requirement(), weight=lambda p: p["N"])
DRIVEN = zw.track(
    PLANT, requirement(), weight=lambda p: p["N3"], actuation=lambda p: p["S"], compromise=True
)

each_case = pytest.mark.parametrize("name", CASES)


def of(name, seed=0):
    case = CASES[name]
    p = case.parameters(seed)
    return p, (*case.state, 0.0, p)


def close(found, wanted, part=1e-9):
    """To rounding, in parts of each entry's own size or of the largest in its unit."""
    return np.abs(found - wanted) <= part * (np.abs(wanted) + np.abs(found).max() * 1e-3)


def all_constraints(p):
    return np.vstack([p["A"], p["A_c"]]), np.concatenate([p["b"], p["b_c"]])


@each_case
def test_natures_choice_is_the_force_of_all_constraints_less_that_of_the_physical_ones(name):
    p, state = of(name)
    A, b = all_constraints(p)
    everything = zw.solve(p["M"], p["Q"], A, b, p["C"])
    physical = zw.solve(p["M"], p["Q"], p["A"], p["b"], p["C"])
    u = NATURAL.force(*state)
    difference = everything.Qc - physical.Qc
    size = np.abs(everything.Qc) + np.abs(physical.Qc)
    assert (np.abs(u - difference) <= 1e-9 * size).all()


def test_natures_choice_is_not_the_share_of_the_multipliers():
    """The two differ as soon as there are physical constraints."""
    p, state = of("plain")
    A, b = all_constraints(p)
    share = p["A_c"].T @ zw.solve(p["M"], p["Q"], A, b, p["C"]).lam[2:]
    assert np.abs(NATURAL.force(*state) - share).max() > 0.1


@each_case
def test_natures_choice_does_not_load_the_physical_constraints(name):
    p, state = of(name)
    before = zw.solve(p["M"], p["Q"], p["A"], p["b"], p["C"]).Qc
    after = zw.solve(p["M"], p["Q"] + NATURAL.force(*state), p["A"], p["b"], p["C"]).Qc
    assert (np.abs(after - before) <= 1e-8 * (np.abs(before) + np.abs(before).max() * 1e-3)).all()


@pytest.mark.parametrize("seed", range(3))
def test_without_physical_constraints_it_is_the_ideal_constraint_force(seed):
    p, state = of("plain", seed)
    control = zw.track(FREE, requirement())
    solution = zw.solve(p["M"], p["Q"], p["A_c"], p["b_c"])
    assert np.abs(control.force(*state) - solution.Qc_ideal).max() < 1e-12
    K, e = control.gain(*state), control.error_signal(*state)
    assert np.abs(K - zw.gain(p["M"], p["A_c"])).max() < 1e-12
    assert np.abs(e - zw.error_signal(p["M"], p["Q"], p["A_c"], p["b_c"])).max() < 1e-12


def test_the_two_parts_are_those_of_ku93():
    p, state = of("plain")
    control = zw.track(FREE, requirement())
    M, Q, A, b = (p[name] for name in ("M", "Q", "A_c", "b_c"))
    A_g = np.linalg.pinv(A)
    H_ls = ku93.least_squares_ginverse(M, A, A_g)
    closed, forward = control.feedback(*state), control.feed_forward(*state)
    assert np.abs(closed - ku93.closed_loop_force(M, Q, A, A_g, H_ls)).max() < 1e-10
    assert np.abs(forward - ku93.feed_forward_force(M, A, b, A_g, H_ls)).max() < 1e-10


CONTROLLERS = {"natural": NATURAL, "weighted": WEIGHTED, "driven": DRIVEN}


@pytest.mark.parametrize("control", CONTROLLERS)
@each_case
def test_gain_times_error_signal_is_the_force(name, control):
    _, state = of(name)
    controller = CONTROLLERS[control]
    u = controller.force(*state)
    product = controller.gain(*state) @ controller.error_signal(*state)
    assert close(product, u).all()
    assert close(controller.feed_forward(*state) + controller.feedback(*state), u).all()


@pytest.mark.parametrize("control", ["natural", "weighted"])
@each_case
def test_the_plant_under_the_force_meets_the_requirements(name, control):
    """By a solve of the plant alone, nonideal part and all, with the force added."""
    p, state = of(name)
    u = CONTROLLERS[control].force(*state)
    qdd = zw.solve(p["M"], p["Q"] + u, p["A"], p["b"], p["C"]).qdd
    for A, b in ((p["A_c"], p["b_c"]), (p["A"], p["b"])):
        assert (np.abs(A @ qdd - b) <= 1e-9 * (np.abs(A) @ np.abs(qdd) + np.abs(b))).all()
    assert (np.abs(CONTROLLERS[control].command(*state).qdd - qdd) <= 1e-8 * np.abs(qdd)).all()


@each_case
def test_no_admissible_control_is_cheaper(name):
    """The other admissible ones differ by the null space of A P; the cost is convex."""
    p, state = of(name)
    P, N, u = constrained_inverse_mass(p["M"], p["A"]), p["N"], WEIGHTED.force(*state)
    G = p["A_c"] @ P
    d = 1 / np.sqrt(np.diag(N))
    noise = 1e-9 * np.linalg.norm((np.abs(p["A_c"]) @ np.abs(P)) * d, axis=1)
    rows = (G * d)[np.linalg.norm(G * d, axis=1) > noise]
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    null = d[:, None] * np.linalg.svd(rows)[2][np.linalg.matrix_rank(rows, 1e-9) :].T
    slope = null.T @ N @ u
    size = np.abs(null).T @ np.abs(N) @ np.abs(u)
    assert (np.abs(slope) <= 1e-8 * size).all()


def test_a_quadratic_program_finds_the_same_control():
    p, state = of("plain")
    P = constrained_inverse_mass(p["M"], p["A"])
    qdd = zw.solve(p["M"], p["Q"], p["A"], p["b"], p["C"]).qdd
    G, e, N = p["A_c"] @ P, p["b_c"] - p["A_c"] @ qdd, p["N"]
    found = minimize(
        lambda u: u @ N @ u,
        np.zeros(5),
        jac=lambda u: 2 * N @ u,
        constraints={"type": "eq", "fun": lambda u: G @ u - e, "jac": lambda u: G},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 200},
    )
    u = WEIGHTED.force(*state)
    assert found.success and np.abs(found.x - u).max() < 1e-6 * np.abs(u).max()


def kkt(N, G, e):
    """The least τᵀN τ with G τ = e, by the saddle matrix."""
    m = len(G)
    lengths = np.linalg.norm(G, axis=1)
    G, e = G / lengths[:, None], e / lengths
    saddle = np.block([[N, G.T], [G, np.zeros((m, m))]])
    return np.linalg.lstsq(saddle, np.concatenate([np.zeros(len(N)), e]), rcond=1e-11)[0][: len(N)]


@pytest.mark.parametrize("name", ["plain", "redundant physics", "redundant requirement", "units"])
def test_inputs_of_actuators_are_the_least_that_serve(name):
    p, state = of(name)
    P = constrained_inverse_mass(p["M"], p["A"])
    qdd = zw.solve(p["M"], p["Q"], p["A"], p["b"], p["C"]).qdd
    G, e = p["A_c"] @ P @ p["S"], p["b_c"] - p["A_c"] @ qdd
    inputs = DRIVEN.inputs(*state)
    assert np.abs(inputs - kkt(p["N3"], G, e)).max() < 1e-8 * np.abs(inputs).max()
    assert np.abs(DRIVEN.force(*state) - p["S"] @ inputs).max() <= 1e-12 * np.abs(p["S"]).max()


@each_case
def test_all_coordinates_as_actuators_change_nothing(name):
    """Without a weight, S = I is Nature's choice again, for singular M too."""
    _, state = of(name)
    every = zw.track(PLANT, requirement(), actuation=np.eye(5))
    u = NATURAL.force(*state)
    assert (np.abs(every.force(*state) - u) <= 1e-8 * (np.abs(u) + 1e-3 * np.abs(u).max())).all()
