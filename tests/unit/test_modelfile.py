"""Model files: the System that Python would give, and errors that point at their place."""

import os
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.integrate import solve_ivp

import zwang as zw
from tests.project.source import ROOT
from zwang import zoo
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.known import known_at
from zwang.modelfile import examples, parse, read, write
from zwang.modelfile.expression.formula import Formula
from zwang.modelfile.tables.text import LARGEST, ModelError, decode, load
from zwang.zoo.points.ku93 import path as ku93_path

EXAMPLES = examples()

# -- the twins of the examples ---------------------------------------------------------------------


def double_pendulum():
    """The textbook's M and Q, written out by hand."""
    m1, m2, L1, L2, g, c = 1.0, 0.5, 1.0, 0.8, 9.81, 0.3

    def mass(q):
        cos = m2 * L1 * L2 * jnp.cos(q[0] - q[1])
        return jnp.array([[(m1 + m2) * L1**2, cos], [cos, m2 * L2**2]])

    def force(q, qd):
        sin = m2 * L1 * L2 * jnp.sin(q[0] - q[1])
        slip = qd[1] - qd[0]
        return jnp.array(
            [
                -sin * qd[1] ** 2 - (m1 + m2) * g * L1 * jnp.sin(q[0]) - c * (qd[0] - slip),
                sin * qd[0] ** 2 - m2 * g * L2 * jnp.sin(q[1]) - c * slip,
            ]
        )

    return zw.System(mass, force, coordinates="a b"), [2.0, 2.5], [0.0, 0.0], None


def shot():
    def force(qd):
        air = qd - jnp.array([-3.0, 0.0])
        return jnp.array([0.0, -0.2 * 9.81]) - 0.01 * jnp.sqrt(air @ air) * air

    angle = np.radians(40.0)
    return (
        zw.System(0.2, force, coordinates="x y"),
        [0.0, 5.0],
        [20.0 * np.cos(angle), 20.0 * np.sin(angle)],
        None,
    )


def controlled():
    """The controller's own closed loop."""
    problem = zoo.ku93_oscillator()
    path = zw.Holonomic(ku93_path, "path")
    free = problem.system.with_constraints(())
    loop = zw.track(free, path, actuation="x1", gains=(8.0, 16.0)).closed_loop()
    return loop, [1.2, 1.0], [8.0, 2.0], problem.p


def problem(make, *arguments):
    def twin():
        found = make(*arguments)
        return found.system, found.q0, found.qd0, found.p

    return twin


TWINS: dict[str, Callable[[], Any]] = {
    "bead_on_hoop": problem(zoo.bead_on_hoop),
    "car_axis": problem(zoo.car_axis),
    "double_pendulum": double_pendulum,
    "four_bar": problem(zoo.four_bar),
    "knife_edge": problem(zoo.knife_edge),
    "ku93_control": controlled,
    "ku93_oscillator": problem(zoo.ku93_oscillator),
    "ku93_particle": problem(zoo.ku93_particle),
    "ku93_pendulum": problem(zoo.ku93_pendulum),
    "pendulum": problem(zoo.pendulum),
    "rosenberg": problem(zoo.rosenberg, 0.4),
    "shot": shot,
    "slider_crank": problem(zoo.slider_crank),
    "two_masses": problem(zoo.two_masses),
}


def equations(system, q, qd, t, p):
    """All that a system says in a state."""
    form = acceleration_form(system, q, qd, t, p)
    energy = () if system.energy is None else (system.energy.at(system.values(q, qd, t, p)),)
    C = system.C(q, qd, t, p) if system.nonideal is not None else 0.0
    return [system.M(q, t, p), system.Q(q, qd, t, p), form.A, form.b, C, *energy]


def test_every_example_has_a_twin():
    assert sorted(EXAMPLES) == sorted(TWINS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_equals_its_twin(name):
    twin, q0, qd0, p = TWINS[name]()
    model = read(EXAMPLES[name])
    if name == "double_pendulum":
        model = model.with_changes(p={"c": 0.3})
    np.testing.assert_allclose(model.q0, q0, rtol=1e-15)
    np.testing.assert_allclose(model.qd0, qd0, rtol=1e-15)
    assert model.system.coordinates == twin.coordinates
    rng = np.random.default_rng(5)
    state = model.q0 + 0.1 * rng.normal(size=len(q0)), model.qd0 + rng.normal(size=len(q0)), 0.3
    ours = equations(model.system, *state, model.p)
    theirs = equations(twin, *state, p)
    for found, wanted in zip(ours, theirs):  # the twin may have no energy
        scale = np.abs(wanted).max(initial=1.0)
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-14 * scale)
    assert acceleration_form(model.system, *state, model.p).rows == (
        acceleration_form(twin, *state, p).rows
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_written_gives_an_equal_model(name):
    model = read(EXAMPLES[name])
    again = parse(write(model))
    assert again == model and hash(again) == hash(model)
    programs = [known_at(x.system, x.q0, x.qd0, 0.0, x.p) for x in (model, again)]
    assert programs[0] == programs[1]
    assert again != again.with_changes(until=0.5)


# -- motions ---------------------------------------------------------------------------------------


def shot_by_scipy(motion):
    """Apex and landing, found by another integrator."""
    _, q0, qd0, _ = shot()

    def rate(t, y):
        air = np.hypot(y[2] + 3.0, y[3])
        return [y[2], y[3], -0.01 * air * (y[2] + 3.0) / 0.2, -9.81 - 0.01 * air * y[3] / 0.2]

    def apex(t, y):
        return y[3]

    def landing(t, y):
        return y[1]

    found = solve_ivp(
        rate, (0.0, 4.0), [*q0, *qd0], "DOP853", events=[apex, landing], rtol=1e-12, atol=1e-12
    )
    events = motion.events["apex"].t[0], motion.events["landing"].t[0]
    return np.array(events) - [times[0] for times in found.t_events]


def tracking_error(motion):
    """The error of the start dies out as φ̈ + 8 φ̇ + 16 φ = 0 says."""
    start, rate = 0.2, 8.0 - 2.0 - 2.0 * np.pi
    wanted = (start + (rate + 4.0 * start) * motion.t) * np.exp(-4.0 * motion.t)
    return motion.observables["error"] - wanted


OTHERS = {
    "double_pendulum": lambda motion: motion.energy - motion.energy[0],
    "ku93_control": tracking_error,
    "shot": shot_by_scipy,
}
SLOW = ("four_bar", "ku93_control")  # crosses singular poses; has a large graph


@pytest.mark.xdist_group("model files")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW), id=name) for name in EXAMPLES],
)
def test_example_runs_to_its_known_end(name):
    """To a hundred times the tolerance of a file: errors of the steps add up."""
    model = read(EXAMPLES[name])
    allowed = 100.0 * model.settings.get("rtol", 1e-9)
    if name in OTHERS:
        assert np.abs(OTHERS[name](model.simulate())).max() < allowed
        return
    known = zoo.rosenberg(0.4) if name == "rosenberg" else getattr(zoo, name)()
    motion = model.with_changes(t=[0.0, *known.times]).simulate()
    assert known.error(motion.t[1:], motion.q[1:], motion.qd[1:]) < allowed


@pytest.mark.xdist_group("model files")
class TestMotion:
    """One pendulum, compiled once."""

    def test_the_motion_is_the_known_one_and_other_numbers_trace_nothing(self, monkeypatch):
        model, known = read(EXAMPLES["pendulum"]), zoo.pendulum()
        motion = model.simulate(rtol=1e-10)
        assert known.error(motion.t[-1], motion.q[-1], motion.qd[-1]) < 1e-8
        np.testing.assert_allclose(
            model.column(motion, "tilt"), np.arctan2(motion.q[:, 0], -motion.q[:, 1])
        )
        np.testing.assert_array_equal(model.column(motion, "y'"), motion.qd[:, 1])
        np.testing.assert_array_equal(model.column(motion, "energy"), motion.energy)
        traced = []
        monkeypatch.setattr(Formula, "at", lambda self, *args, **rows: traced.append(self))
        again = parse(write(model)).with_changes(p={"L": 2.0}, until=1.0).simulate()
        assert not traced
        assert again.q[0].tolist() == [-2.0, 0.0] and again.t[-1] == 1.0

    def test_a_start_off_the_constraints_is_assembled_around_what_is_held(self):
        text = (
            EXAMPLES["pendulum"].read_text().replace('x = "-L"', "x = {start = 0.6, hold = true}")
        )
        model = parse(text.replace("y = 0\n", "y = -0.7\n"))
        q, qd = model.start()
        np.testing.assert_allclose(q, [0.6, -0.8], atol=1e-12)
        assert not model.check().problems
        plain = parse(text.replace("rtol = 1e-9", "assemble = false"))
        assert plain.start()[0].tolist() == [0.6, 0.0]


# -- single keys -----------------------------------------------------------------------------------


def model(**tables):
    """A small model: a table in the place of the default one of its name."""
    parts = {
        "coordinates": "x = 1.0\ny = 0.0",
        "parameters": "m = 2.0\nL = 1.0\nk = [3.0, 5.0]",
        "system": 'mass = "m"',
        "simulate": "until = 1",
    }
    parts |= tables
    texts = [f"[{key}]\n{text}" for key, text in parts.items() if key in parts and text]
    return parse("\n".join(texts))


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


# -- errors ----------------------------------------------------------------------------------------

# What stands between the marks « and » is where the error must point; «» is refused as a whole.
WRONG = {
    "unknown name": ('force = {y = "-m*«thta»"}', "unknown name `thta`, did you mean `theta`?"),
    "in a long text": ('force = ["""\n  x\n  + 2*«kk»""", 0]', "unknown name `kk`"),
    "after an escape": ('force = ["\\u0078 + \\"«", 0]'.replace('\\"«', "«zz»"), "`zz`"),
    "unknown key": ('«forse» = ["0", "0"]', "did you mean `force`?"),
    "velocity in a mass": ('mass = "m*«x\'»"', "wanted only coordinates"),
    "acceleration": ("force = [\"«x''»\", 0]", "is an acceleration"),
    "rates of parameters": ('force = ["«m\'»", 0]', "is no coordinate"),
    "too few": ('force = «["x"]»', "wanted 2 entries"),
    "unknown coordinate": ('force = {«xx» = "1"}', "did you mean `x`?"),
    "two forms": ('kinetic = "x\'^2"', "found `mass` and `kinetic`"),
    "energy twice": ('potential = "x"', "belongs to `kinetic`"),
    "reaction": ('force = ["«reaction.x»", 0]', "only to the nonideal force"),
    "list": ('force = ["«k»", 0]', "wanted `k[0]`"),
    "beyond a list": ('force = ["«k[2]»", 0]', "from 0 to 1"),
    "huge": ("force = [«1e400», 0]", "too large"),
    "tiny": ("force = [0, «-1e-400»]", "too small"),
    "nan": ("force = [«nan», 0]", "finite"),
    "inf": ("force = [0, «-inf»]", "finite"),
    "truth": ("force = [«true», 0]", "wanted an expression"),
    "date": ("force = [«1979-05-27», 0]", "date"),
    "empty": ("force = «[]»", "one entry or more"),
    "ragged": ('energy = "1"\nforce = «[["x"], "y"]»', "rows of one length"),
}
BASE = """title = "wrong"
[coordinates]
x = 1
theta = 0
[parameters]
m = 2.0
k = [1, 2]
[system]
{}
[simulate]
until = 1
"""


@pytest.mark.parametrize("case", WRONG)
def test_error_points_at_its_place(case):
    line, words = WRONG[case]
    mass = "" if "mass" in line else 'mass = "m"\n'
    text = BASE.replace("theta", "theta" if "thta" in line else "y").format(mass + line)
    text = text.replace("{y =", "{theta =") if "thta" in line else text
    at, clean = text.find("«"), text.replace("«", "").replace("»", "")
    with pytest.raises(ModelError) as found:
        parse(clean, "wrong.toml")
    error = found.value
    assert words in error.message
    if at >= 0:
        assert error.line is not None
        assert error.line == text.count("\n", 0, at) + 1
        assert error.column == at - text.rfind("\n", 0, at)
        shown, mark = error.excerpt.split("\n")
        assert shown.strip() == clean.split("\n")[error.line - 1].strip()
        assert shown[mark.index("^")] == text[at + 1]
        assert str(error).startswith(f"wrong.toml, line {error.line}, column {error.column}: ")


NAMES = {
    "sin": "a function",
    "where": "a function",
    "pi": "a constant",
    "t": "the time",
    "and": "a word of the grammar",
    "reaction": "a force of constraints",
    "x": "a coordinate already",
    "__import__": "is no name",
    '"../../etc"': "is no name",
    '"a b"': "is no name",
    '"θ"': "is no name",
    '""': "is no name",
    "1e400": "is no name",
    "a" * 50: "50 letters",
}


@pytest.mark.parametrize("table", ["parameters", "let", "observables"])
@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_are_refused_by_name(table, name):
    key = name.strip('"')
    with pytest.raises(ModelError) as found:
        model(**{table: f"{name} = 1.0"})
    assert f"`{key}`" in found.value.message and NAMES[name] in found.value.message
    assert found.value.line is not None


@pytest.mark.parametrize(
    "name", ["../../etc", "/etc/passwd", "a\\\\b", "..", ".x", "", " ", "a\\nb"]
)
@pytest.mark.parametrize("kind", ["constraint", "event", "plot"])
def test_names_that_are_paths_are_refused(kind, name):
    rest = {"constraint": 'equation = "x"', "event": 'when = "x"', "plot": 'y = "x"'}[kind]
    with pytest.raises(ModelError, match=rf"`{kind}\[0\].name` is"):
        model(**{f"[{kind}]": f'name = "{name}"\n{rest}'})


REFUSED = {
    "no coordinates": ({"coordinates": ""}, "wanted [coordinates]"),
    "circle of parameters": ({"parameters": 'a = "b"\nb = "a"'}, "`a` is defined by itself"),
    "circle of definitions": ({"let": 'u = "v"\nv = "x*u"'}, "is defined by itself"),
    "parameter of a coordinate": ({"parameters": 'm = "x"'}, "wanted only parameters"),
    "start of a coordinate": ({"coordinates": 'x = "y"\ny = 1'}, "wanted only parameters"),
    "infinite start": ({"coordinates": 'x = "1/0"\ny = 1'}, "and this is inf"),
    "undefined start": ({"coordinates": 'x = "sqrt(-1)"\ny = 1'}, "and this is nan"),
    "three starts": ({"coordinates": "x = [1, 2, 3]"}, "a start and a velocity"),
    "no end": ({"simulate": "rtol = 1e-6"}, "does not say how long"),
    "end before start": ({"simulate": "from = 2\nuntil = 1"}, "a time after 2"),
    "times and end": ({"simulate": "times = [0, 1]\nuntil = 1"}, "`until` beside `times`"),
    "times back": ({"simulate": "times = [0, 2, 1]"}, "that increase"),
    "many points": ({"simulate": "until = 1\npoints = 1000000000"}, "wanted 2 to 100000"),
    "method": ({"simulate": 'until = 1\nmethod = "diffeqsolve"'}, "wanted any of Dopri8"),
    "method without step": ({"simulate": 'until = 1\nmethod = "Euler"'}, "give `step`"),
    "fine rtol": ({"simulate": "until = 1\nrtol = 1e-20"}, "from 1e-13 to 1"),
    "drift": ({"simulate": 'until = 1\ndrift = "baumgart"'}, "did you mean `baumgarte`?"),
    "velocities": ({"[constraint]": 'kind = "holonomic"\nequation = "x\'"'}, "on velocities"),
    "no velocities": ({"[constraint]": 'kind = "pfaffian"\nequation = "x"'}, "no velocities"),
    "not linear": ({"[constraint]": 'kind = "pfaffian"\nequation = "x\'^2"'}, "not linear"),
    "quotient": ({"[constraint]": 'kind = "pfaffian"\nequation = "1/x\'"'}, "not linear"),
    "bent accelerations": ({"[constraint]": "equation = \"x''*y''\""}, "not linear"),
    "kind": ({"[constraint]": 'kind = "holonomc"\nequation = "x"'}, "did you mean `holonomic`?"),
    "no equation": ({"[constraint]": 'name = "rod"'}, "wanted `equation`"),
    "names": ({"[constraint]": 'name = ["a", "b"]\nequation = "x"'}, "one name, or 1"),
    "event without name": ({"[event]": 'when = "x"'}, "without a name"),
    "condition as event": (
        {"[event]": 'name = "a"\nwhen = "x < 2*y"'},
        "write `x = 2*y`, for an event with `direction`",
    ),
    "force of constraints under let": ({"let": 'f = "Qc_ideal.x"'}, "[let] cannot use it"),
    "scales of panels": ({"[plot]": 'show = "phase"\nequal = true'}, "`equal` has no meaning"),
    "panel": ({"[plot]": 'show = "coordinate"'}, "did you mean `coordinates`?"),
    "plot of nothing": ({"[plot]": 'name = "a"'}, "either `show`"),
    "unknown curve": ({"[plot]": 'y = "energy"'}, "is no quantity"),
    "control alone": ({"control": "gains = 1"}, "[control] without requirements"),
    "requirement": ({"[require]": 'equation = "x"'}, "without a name"),
    "gains": ({"[require]": 'name = "r"\nequation = "x"\ngains = [1, 2, 3]'}, "[alpha, beta]"),
    "many definitions": ({"let": "\n".join(f"d{i} = 1" for i in range(501))}, "at most 500"),
    "many nodes": (
        {"let": "\n".join(f'd{i} = "{"x + " * 100}x"' for i in range(120))},
        "more than 10000 operations",
    ),
    "long expression": ({"let": f'd = "{"x + " * 3000}x"'}, "at most 10000"),
    "deep expression": ({"let": f'd = "{"(" * 3000}x"'}, "inside one another"),
    "deep lists": ({"parameters": f"m = {'[' * 5000}{']' * 5000}"}, "inside one another"),
    "deep tables": ({"parameters": f"m = {'{a = ' * 5000}"}, "inside one another"),
    "dots": ({"parameters": f"{'a.' * 5000}a = 1"}, "joined by dots"),
    "digits": ({"parameters": f"m = {'9' * 5000}"}, "digits"),
    "large whole number": ({"parameters": f"m = {'9' * 350}"}, "below 1.8e308"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_in_words(case):
    tables, words = REFUSED[case]
    with pytest.raises(ModelError) as found:
        model(**tables)
    assert words in found.value.message


def test_keys_that_stand_in_the_wrong_table_are_sent_to_theirs():
    with pytest.raises(ModelError, match=r"unknown key `kinetic` .* belongs under \[system\]"):
        parse('kinetic = "x"\n[coordinates]\nx = 1')


# -- files -----------------------------------------------------------------------------------------

BYTES = {
    "mark": (b"\xef\xbb\xbftitle = 'a'", "byte order mark", 1),
    "UTF-16": ("title = 'a'".encode("utf-16"), "UTF-16", 1),
    "Latin": ("title = 'a'\n# Größe".encode("latin-1"), "0xf6 is not UTF-8", 2),
    "NUL": (b"title = 'a'\n\x00", "NUL", 2),
    "control": (b"title = '\x1b[31m'", "no TOML", 1),
    "not TOML": (b"title = a", "stand in quotes", 1),
    "twice": (b"title = 'a'\ntitle = 'b'", "given before", 2),
}


@pytest.mark.parametrize("case", BYTES)
def test_bad_bytes_are_refused_by_name(case, tmp_path):
    data, words, line = BYTES[case]
    file = tmp_path / "bad.toml"
    file.write_bytes(data)
    with pytest.raises(ModelError) as found:
        read(file)
    assert words in found.value.message and found.value.line == line
    assert str(found.value).replace("\n", "").isprintable()


def test_a_file_of_a_gibibyte_is_refused_without_being_read(tmp_path):
    file = tmp_path / "large.toml"
    with file.open("wb") as stream:
        os.truncate(stream.fileno(), 2**30)
    with pytest.raises(ModelError, match="has 1073741824 bytes"):
        read(file)
    with pytest.raises(ModelError, match="more than"):
        decode(b" " * (LARGEST + 1))


def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")  # reading it would wait without end
    for path, words in (("none.toml", "no such file"), ("", "a folder"), ("pipe", "no ordinary")):
        with pytest.raises(ModelError, match=words):
            read(tmp_path / path)
    with pytest.raises(ModelError, match="cannot be read"):
        read("a\0b")


def test_changes_are_checked_by_name():
    found = model()
    cases: list[tuple[dict[str, Any], str]] = [
        ({"p": {"LL": 1.0}}, "no parameter, did you mean `L`?"),
        ({"p": {"L": float("nan")}}, "finite"),
        ({"p": {"L": "y"}}, "wanted only parameters"),
        ({"start": {"z": 1.0}}, "no coordinate"),
        ({"untill": 1.0}, "did you mean `until`?"),
        ({"rtol": 2.0}, "from 1e-13 to 1"),
    ]
    for changes, words in cases:
        with pytest.raises(ModelError) as error:
            found.with_changes(**changes)
        assert words in error.value.message


ODD = (
    r'''
a = "one \"two\" \u00e9\t"  # "not this"
"b c".'d.e' = ['x', """
  long \
     line""", {k = "v"}]
[[list]]
k = """""" # empty
[list.inner]
s = """ends in two"""""
[[list]]
k = '''
    + "''''quotes'' inside'''\n"
)


def texts(value, keys=()):
    """All texts in nested tables, with their keys."""
    if isinstance(value, str):
        yield keys, value
    elif isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from texts(inner, (*keys, key))


@pytest.mark.parametrize("name", [*EXAMPLES, "odd"])
def test_every_character_of_a_text_is_found_in_its_place(name):
    """tomllib says what a text is, the scan says where: they must agree."""
    tables, source = load(ODD if name == "odd" else EXAMPLES[name].read_text(encoding="utf-8"))
    found = list(texts(tables))
    assert len(found) > 5
    for keys, value in found:
        for i, letter in enumerate(value):
            place = source.inside(keys, value, i)
            assert place is not None
            assert source.text[place] in (letter, "\\")


def test_lines_that_end_in_two_characters_change_no_place():
    text = BASE.format('mass = "m*zz"')
    places = []
    for ending in ("\n", "\r\n"):
        with pytest.raises(ModelError) as found:
            parse(text.replace("\n", ending))
        places.append((found.value.line, found.value.column, found.value.excerpt))
    assert places[0] == places[1] and places[0][:2] == (9, 11)


def test_no_code_is_made_from_text():
    """The modules of the grammar and of model files call nothing that would run a text."""
    files = list((ROOT / "zwang" / "modelfile").rglob("*.py"))
    assert len(files) > 10
    for file in files:
        text = file.read_text(encoding="utf-8")
        for word in (" eval(", " exec(", " compile(", "import ast", "__import__(", "pickle"):
            assert word not in text
