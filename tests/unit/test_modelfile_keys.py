"""Single keys of model files mean what the docs say."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from tests.unit.models import equations, model

# -- single keys -----------------------------------------------------------------------------------


def at(found, q=(0.3, 0.4), qd=(0.5, 0.6), **more: Any):
    """A function of a model in a state."""
    values: dict[str, Any] = {"q": jnp.array(q), "qd": jnp.array(qd), "t": 0.7} | more
    values["p"] = {"m": 2.0, "L": 1.0, "k": jnp.array([3.0, 5.0])}
    return np.asarray(found.at(values)).tolist()


MASSES = {
    'mass = "m"': 2.0,
    "mass = 3": 3.0,
    'mass = ["m", "m + x"]': [2.0, 2.3],
    'mass = "[m, k[1]]"': [2.0, 5.0],
    'mass = {y = 1, x = "L"}': [1.0, 1.0],
    'mass = [["m", "x"], ["x", "m"]]': [[2.0, 0.3], [0.3, 2.0]],
    'mass = """[[m, x],\n [x, m]]"""': [[2.0, 0.3], [0.3, 2.0]],
}


@pytest.mark.parametrize("text", MASSES)
def test_mass_may_be_a_number_a_list_or_a_matrix(text):
    np.testing.assert_allclose(at(model(system=text).system.mass), MASSES[text])


def test_forces_are_given_by_name_or_in_a_list():
    both = 'mass = 1\nforce = {}\nnonideal = ["-Qc_ideal.x*x\'", "reaction.y + t"]'
    system = model(system=both.format('{y = "x\'*t"}')).system
    np.testing.assert_allclose(at(system.force), [0.0, 0.35])
    assert model(system=both.format('[0, "x\'*t"]')).system == system
    forces = {"Qc_ideal": jnp.array([2.0, 0.0]), "reaction": jnp.array([0.0, 3.0])}
    np.testing.assert_allclose(at(system.nonideal, **forces), [-1.0, 3.7])
    assert system.nonideal.asks_for("Qc_ideal") and system.nonideal.asks_for("reaction")


def test_energies_and_the_lagrangian_give_one_system():
    by_energies = model(system='kinetic = "m*(x\'^2 + x*y\'^2)/2"\npotential = "L*x*y*t"').system
    by_both = model(system="lagrangian = \"m*(x'^2 + x*y'^2)/2 - L*x*y*t\"").system
    state = [0.3, 0.4], [0.5, 0.6], 0.7, {"m": 2.0, "L": 1.5}
    for found, wanted in zip(equations(by_energies, *state), equations(by_both, *state)):
        np.testing.assert_allclose(found, wanted, rtol=1e-14)
    np.testing.assert_allclose(by_energies.M(*state[:1], *state[2:]), np.diag([2.0, 0.6]))
    #  d/dt(m x ẏ) − 0 = −∂V/∂y,  so  Q_y = −L x t − m ẋ ẏ;  Q_x = m ẏ²/2 − L y t
    np.testing.assert_allclose(by_energies.Q(*state), [0.36 - 0.42, -0.315 - 0.6], rtol=1e-14)


CONSTRAINTS = {
    "x^2 + y^2 = L^2": zw.Holonomic,
    "y' = x*x'": zw.Pfaffian,
    "(y' - x*x')/L - 2*t": zw.Pfaffian,
    "x'^2 + y'^2 = 4": zw.Nonholonomic,
    "speed = 2": zw.Nonholonomic,
    "slide = 0": zw.Pfaffian,
    "x'' + x'^2 = -t": zw.AccelerationLevel,
}


@pytest.mark.parametrize("text", CONSTRAINTS)
def test_the_kind_of_a_constraint_follows_from_its_equation(text):
    let = "speed = \"hypot(x', y')\"\nslide = \"x' - x*y'\""
    found = model(**{"let": let, "[constraint]": f'equation = "{text}"'}).system
    (constraint,) = found.constraints
    assert type(constraint) is CONSTRAINTS[text]


def test_rows_of_linear_constraints_are_as_written():
    text = 'equation = ["y\' = x*x\' + t", "2*x\' - y\'/L"]\nname = ["one", "two"]'
    (constraint,) = model(**{"[constraint]": text}).system.constraints
    assert isinstance(constraint, zw.Pfaffian) and constraint.name == ("one", "two")
    np.testing.assert_array_equal(at(constraint.alpha), [[-0.3, 1.0], [2.0, -1.0]])
    np.testing.assert_array_equal(at(constraint.beta), [-0.7, 0.0])
    text = "equation = \"x''*y + 3*y'' = x'^2\""
    (constraint,) = model(**{"[constraint]": text}).system.constraints
    assert isinstance(constraint, zw.AccelerationLevel)
    np.testing.assert_array_equal(at(constraint.A), [[0.4, 3.0]])
    np.testing.assert_array_equal(at(constraint.b), [0.25])


def test_definitions_are_shared_in_any_order_and_do_not_grow():
    lines = [f'd{i} = "d{i - 1} + d{i - 1}"' for i in range(60, 0, -1)]
    system = model(let="\n".join([*lines, 'd0 = "x"']), system='mass = "d60"').system
    assert at(system.mass) == pytest.approx(0.3 * 2.0**60)
    graph = jax.make_jaxpr(lambda q: system.M(q, 0.0, {}))(jnp.array([0.3, 0.4]))
    assert str(graph).count(" add ") < 70


def test_parameters_and_starts_may_be_expressions_of_parameters():
    text = 'w = "sqrt(g/L)"\ng = 9.0\nL = "L0*4"\nL0 = 0.25\nk = ["w", 2]'
    found = model(parameters=text, coordinates='x = ["L", "w"]\ny = "k[0]"', system="mass = 1")
    assert (found.p["w"], found.p["k"].tolist()) == (3.0, [3.0, 2.0])
    assert (found.q0.tolist(), found.qd0.tolist()) == ([1.0, 3.0], [3.0, 0.0])
    changed = found.with_changes(p={"g": 16.0}, velocity={"y": 7.0})
    assert (changed.q0.tolist(), changed.qd0.tolist()) == ([1.0, 4.0], [4.0, 7.0])
    assert found.with_changes(p={"w": 5.0}).p["k"].tolist() == [5.0, 2.0]


def test_a_parameter_may_be_an_entry_of_another_that_is_computed():
    found = model(parameters='w = "2*k[0]"\nk = ["c", 2]\nc = 3', system="mass = 1")
    assert found.p["w"] == 6.0


def test_settings_are_those_of_simulate():
    drift = 'drift = {kind = "baumgarte", alpha = 3, beta = 4}'
    text = f'until = "2*L"\nfrom = 1\npoints = 3\nrtol = 1e-6\nmethod = "Kvaerno5"\n{drift}'
    found = model(simulate=text)
    np.testing.assert_array_equal(found.t, [1.0, 1.5, 2.0])
    baumgarte = zw.Baumgarte(3.0, 4.0)
    assert found.settings == {"rtol": 1e-6, "method": "Kvaerno5", "drift": baumgarte}
    assert model(simulate='until = 1\ndrift = "none"').settings == {"drift": None}
    assert found.with_changes(t=(0.0, 4.0)).t.tolist() == [0.0, 2.0, 4.0]
    assert found.with_changes(t=[0.0, 1.0, 3.0]).t.tolist() == [0.0, 1.0, 3.0]
    assert model().with_changes(until=3.0, max_steps=7).settings == {"max_steps": 7}


def test_events_and_plots():
    event = 'name = "top"\nwhen = "y\' = t"\ndirection = "falling"\nterminal = false'
    plot = 'name = "orbit"\nx = "x"\ny = ["y", "x\'"]\nequal = true'
    found = model(**{"[event]": event, "[plot]": plot})
    ((top,), (orbit,)) = found.events, found.plots
    assert (top.name, top.direction, top.terminal) == ("top", -1, False)
    assert at(top.g) == pytest.approx(-0.1)
    assert orbit[:1] + orbit[4:] == ("orbit", "x", ("y", "x'"), True)
