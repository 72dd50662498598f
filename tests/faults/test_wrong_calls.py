"""A wrong kind of any argument of anything public is refused at once, by the argument's name."""

import inspect
import time

import numpy as np
import pytest

import zwang as zw
from tests.faults.calls import ABSTRACT, INWARD, MADE, RIGHT, of_results

WRONG = {
    "None": None,
    "text": "no such",
    "nan": np.nan,
    "negative": -1.0,
    "shape": np.ones((2, 3, 4)),
    "mixed": {1: 2.0, "k": 1.0},
    "thing": object(),
    "bool": True,
    "empty": [],
    "inf": np.inf,
    "complex": 1j,
}
PATIENCE = 3.0  # seconds; a compiler takes longer, and nothing is compiled for a wrong call

ANY = set(WRONG)
POSITIVE, SIGNED = {"bool"}, {"bool", "negative"}  # whole numbers and booleans are numbers too
VALUE = SIGNED | {"nan", "inf"}  # of a state: what is not finite ends with a status
CONSTANT = VALUE | {"shape", "empty"}  # in place of a function; its shape is seen when it is used
TREE = CONSTANT | {"text", "None"}  # numbers in any nest, and texts, which are fixed
TOLERANCE = {"bool", "inf"}

# What is right among the wrong kinds: by the argument's name, or by "callable.argument".
LEGAL = {
    "name": {"text"},
    "p": TREE,
    "t": VALUE,
    "path": {"text"},  # there may be such a file
    **dict.fromkeys(("A", "b", "alpha", "beta", "weight", "actuation"), CONSTANT),
    **dict.fromkeys(("rank", "consistency", "well_conditioned"), TOLERANCE),
    **dict.fromkeys(("mu", "radius", "length", "speed", "atol", "step", "sigma"), POSITIVE),
    "max_step": POSITIVE,
    **dict.fromkeys(("fps", "condition", "scale", "period", "delay", "width", "bound"), POSITIVE),
    **dict.fromkeys(("stiffness", "damping", "angle", "ratio", "pitch", "start"), SIGNED),
    **dict.fromkeys(("constraints", "observables", "events", "hold", "links", "breaks"), {"empty"}),
    **{f"{x}.t": set() for x in ("simulate", "simulate_many", "fit", "sensitivity")},
    **{f"{x}.t": set() for x in ("Mechanism.simulate", "Ensemble.motion")},
    **{f"{x}.t": SIGNED for x in ("assemble", "Mechanism.assemble", "Controller.start")},
    **{f"{x}.{y}": set() for x in ("solve", "gain", "error_signal") for y in "Ab"},
    **{f"Explanation.of.{y}": set() for y in "Ab"},
    **{
        f"{x}.p": ANY for x in ("fit", "sensitivity", "periodic")
    },  # as the function of this system reads it
    **{f"Mechanism.{x}.p": ANY for x in ("start", "pose")},  # read where numbers are names
    "Baumgarte.alpha": POSITIVE,
    "Family.plot.coordinate": set(),
    "Orbit.follow.to": SIGNED,
    "periodic.free": {"empty"},
    "periodic.t": SIGNED,
    "Baumgarte.beta": POSITIVE,
    "Singular.alpha": SIGNED,
    "Event.direction": SIGNED,
    "Quantiles.levels": POSITIVE,
    "Ensemble.quantiles.levels": POSITIVE,
    "Ensemble.holds.name": {"text"},
    "Load.torque": SIGNED,
    "Mechanism.joints": {"empty"},
    "Mechanism.forces": {"empty"},
    "PlanarBody.w_WB": SIGNED,
    "Spring.rest": POSITIVE,
    "TorsionSpring.rest": SIGNED,
    **{f"{x}.mass": POSITIVE for x in ("Particle", "PlanarBody", "RigidBody")},
    "PlanarBody.inertia": POSITIVE,
    "System.mass": VALUE,
    "System.force": {"None"},
    "System.coordinates": {"text"},
    "Explanation.of.coordinates": {"text"},
    "System.definite.z": CONSTANT,
    "System.origin": ANY,  # of what the system was made; set by zwang
    "System.from_particles.masses": VALUE,
    "System.from_particles.force": CONSTANT | {"None"},
    "grid.values": VALUE | {"shape"},
    "sample.ranges": {"shape"},
    "random_system.seed": {"None"},
    "Sensitivity.check.seed": {"None"},
    "Sensitivity.of.function": {"None"},  # the coordinates themselves
    "shared.x": ANY,
    "sensitivity.events": {"empty", "None"},
    "gain.A": {"empty"},  # no constraints
    **{f"{x}.t": SIGNED for x in ("linearize", "equilibrium")},
    **{f"{x}.{y}": {"empty"} for x in ("linearize", "io_system") for y in ("inputs", "outputs")},
    **{f"{x}.coordinates": {"empty"} for x in ("linearize", "equilibrium")},
    "equilibrium.rates": set(),
    "equilibrium.q": set(),
    "root_locus.p": ANY,  # as the function of this system reads it
    "root_locus.name": set(),
    "root_locus.values": SIGNED,
    "Linear.frequency_response.omega": SIGNED,
    "Linear.step_response.t": POSITIVE,
    "Mode.motion.amplitude": SIGNED,
    "Mode.motion.periods": POSITIVE,
    **{f"Equilibrium.{x}.name": set() for x in ("force", "lam")},
    "Equilibrium.modes.near": SIGNED | {"complex"},
    "simulate.drift": {"None"},
    "simulate.keep": {"empty", "None"},  # nothing but the times; everything
    "simulate_many.drift": {"None"},
    "simulate_many.reduce": {"empty"},
    "simulate_many.store": {"text"},
    "track.gains": {"bool", "shape"},
    "track.compromise": {"bool"},
    "track.C": CONSTANT,
    "track.priority": {"empty"},
    "Controller.closed_loop.p_plant": TREE,
    "Controller.closed_loop.massless": {"bool"},
    "Controller.limited.lower": SIGNED,
    "Controller.limited.upper": SIGNED | {"inf"},
    "Controller.robust.width": {"None", "bool"},
    "Controller.robust.spread": set(),
    "Motion.animate.trail": {"bool", "inf"},
    "Motion.animate.speed": POSITIVE,
    "PointOnCurve.start": SIGNED,
    "explicit.written_out": {"bool"},
    "Formulas.auxiliary.alpha": SIGNED,
    **{f"Formulas.{x}.title": {"text"} for x in ("html", "latex")},
    **{f"shapes.Box.{x}": POSITIVE for x in "xyz"},
    **{f"{x}.shape": {"empty"} for x in ("Particle", "PlanarBody", "RigidBody")},
    **{f"{x}.show.ghosts": {"empty"} for x in ("Motion", "Mode")},
    "Mode.show.title": {"text"},
    "Mode.show.file": set(),
    "Motion.show.title": {"text"},
    "page.title": {"text"},
    "page.path": set(),
    "Ensemble.show.title": {"text"},
    "Motion.show.file": set(),  # a page ends in .html
    "Ensemble.show.file": set(),
}


# Numbers of bodies, joints and forces, which may be names of parameters.
NUMBERS = (
    "angle axes axis center damping force g inertia length mass mu normal p_WB pitch point point_1 "
    "point_2 point_B points position quat quat_12 quat_WB radius ratio rest speed start "
    "stiffness torque v_WB value w_B w_WB"
)


def is_part(target):
    """Whether it is a body, a joint or a force."""
    kind = getattr(zw.joints if "." in target else zw, target.removeprefix("joints."), None)
    return inspect.isclass(kind) and kind.__module__.startswith("zwang.bodies.")


def parameters(function, where=None):
    """Names of the arguments, with their defaults; those by name stand for any."""
    for name, x in inspect.signature(where or function).parameters.items():
        if (
            name in ("motion", "ensemble", "comparison", "family")
            and where
            or x.kind is x.VAR_POSITIONAL
        ):
            continue
        if x.kind is not x.VAR_KEYWORD or name in ("values", "ranges"):
            yield name, x.default, str(x.annotation)


def legal(target, name, default, annotation):
    found = set(LEGAL.get(f"{target}.{name}", LEGAL.get(name, ())))
    if is_part(target) and name in NUMBERS.split():
        found |= {"text"}  # the name of a parameter, which `p` need not hold yet
    if default is None:
        found |= {"None"}
    if annotation == "bool":
        found |= {"bool"}
    return found


def complaint(function, right, name, x):
    """What is wrong with how a wrong call ends; nothing if it is refused by name, and at once."""
    began = time.process_time()  # what others do on the machine is not its fault
    try:
        function(**(right | {name: x}))
    except (TypeError, ValueError) as error:
        told = str(error)
        if f"`{name}`" not in told:
            return f"{type(error).__name__} without the name: {told[:120]}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:120]}"
    else:
        return "accepted"
    late = time.process_time() - began
    return f"took {late:.1f} s" if late > PATIENCE else ""


def complaints(table):
    found = []
    for target, (function, right, *where) in table.items():
        for name, default, annotation in parameters(function, *where):
            kinds = ANY - legal(target, name, default, annotation)
            told = {kind: complaint(function, right, name, WRONG[kind]) for kind in sorted(kinds)}
            found += [f"{target}({name}={kind}): {text}" for kind, text in told.items() if text]
    return found


def public():
    """Names of everything that is called, and of the methods of what is made."""
    spaces = {"": zw, "joints.": zw.joints}
    for before, space in spaces.items():
        for name in dir(space):
            x = getattr(space, name)
            if not name.startswith("_") and callable(x) and "zwang" in getattr(x, "__module__", ""):
                yield before + name


def test_every_public_callable_is_called():
    left = (
        set(public()) - set(RIGHT) - set(MADE.split()) - set(ABSTRACT.split()) - set(of_results())
    )
    assert left == set()


def methods():
    """Names of all methods that take arguments, but for those that only the library calls."""
    for name in public():
        kind = getattr(zw.joints if "." in name else zw, name.removeprefix("joints."))
        for method in dir(kind) if inspect.isclass(kind) else ():
            x = inspect.getattr_static(kind, method)
            x = getattr(x, "__func__", x)
            own = inspect.isfunction(x) and x.__module__.startswith("zwang") and method[0] != "_"
            if own and method not in INWARD and len(inspect.signature(x).parameters) > 1:
                yield f"{name}.{method}"


def test_every_public_method_is_called():
    assert set(methods()) - set(RIGHT) - set(of_results()) == set()


@pytest.mark.parametrize("target", [x for x in RIGHT if x.removeprefix("joints.")[0].isupper()])
def test_what_the_wrong_calls_are_made_from_is_right(target):
    function, right, *_ = RIGHT[target]
    if isinstance(function, type):
        function(**right)


def test_a_wrong_argument_is_refused_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not (found := complaints(RIGHT)), "\n".join(found)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_argument_of_a_method_is_refused_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not (found := complaints(of_results())), "\n".join(found)
    assert list(tmp_path.iterdir()) == []
