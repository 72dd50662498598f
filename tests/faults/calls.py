"""Every public callable with a call of it that is right, from which wrong ones are made."""

from typing import Any

import jax
import numpy as np
from sympy.physics.mechanics import dynamicsymbols

import zwang as zw
from zwang.page import show
from zwang.plots import animate, compare, plot
from zwang.plots import ensemble as fan
from zwang.plots import family as curve

ROD = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
BOB = zw.System(1.0, [0.0, -9.81], [ROD], coordinates=["x", "y"])
RUBBED = zw.System(1.0, [0.0, -9.81], [ROD], nonideal=lambda qd: -qd)
FREE = zw.System(1.0, lambda q: -q, coordinates=["x", "y"])
SPRING = zw.System(1.0, lambda q, p: -p["k"] * q)
BODY = zw.RigidBody(mass=1.0, inertia=[1.0, 1.0, 1.0], name="a")
OTHER = zw.RigidBody(mass=1.0, inertia=[1.0, 1.0, 1.0], p_WB=[1.0, 0.0, 0.0], name="b")
PIN = zw.joints.Revolute(zw.GROUND, BODY, point=[0.0, 0.0, 0.0], axis=[0.0, 0.0, 1.0], name="A")
MACHINE = zw.Mechanism([BODY], [PIN], [zw.Gravity()])
AT = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
CONTROL = zw.track(FREE, [ROD], gains=(1.0, 1.0))

X: Any = dynamicsymbols("x")
START = {"q0": [1.0, 0.0], "qd0": [0.0, 0.0], "t": (0.0, 0.1)}
STATE = {"q": [1.0, 0.0], "qd": [0.0, 0.0], "t": 0.0, "p": None}
ALONG = {"system": SPRING, "q0": [1.0], "qd0": [0.0], "t": [0.0, 0.1], "p": {"k": 4.0}}
LOCUS = {"system": SPRING, "q": [0.0], "p": {"k": 4.0}, "name": "k", "values": [1.0, 2.0]}
MATRICES = {"M": np.eye(2), "Q": np.ones(2), "A": np.ones((1, 2)), "b": np.ones(1)}
FIRST = {"t": 0.0, "y": [1.0, 0.0, 0.0, 0.0]}
TWO = {"body_1": BODY, "body_2": OTHER, "name": "j"}
ON_GROUND = {"body_1": zw.GROUND, "body_2": BODY, "name": "j"}
AXIS = {"point": [0.0, 0.0, 0.0], "axis": [0.0, 0.0, 1.0]}

# What zwang makes and users only read, or tells of itself.
MADE = (
    "Balance Branch Comparison Controller Derivatives Ensemble Equilibrium Explanation Family Fit "
    "Formulas Freedom Linear Locus Mode Motion NumericalError Orbit Report Sensitivity Solution "
    "Status"
)
ABSTRACT = "AbstractSolver joints.AbstractJoint"

# Methods by which the parts of the library speak with each other; users write none of these calls.
INWARD = (
    "at at_limits begin blocks_of careful compute extra feels find levels limits_of mass_block off "
    "phi place potential psi pull renamed "
    "require_of_use rub stabilised state tolerances values velocity_force where within wrench"
).split()

RIGHT = {
    "solve": (zw.solve, MATRICES),
    "gain": (zw.gain, {"M": np.eye(2), "A": np.ones((1, 2))}),
    "error_signal": (zw.error_signal, MATRICES),
    "AccelerationLevel": (zw.AccelerationLevel, {"A": lambda q: q, "b": lambda q: 0, "name": "n"}),
    "Holonomic": (zw.Holonomic, {"phi": lambda q: q[0], "name": "n"}),
    "Nonholonomic": (zw.Nonholonomic, {"psi": lambda qd: qd[0], "name": "n"}),
    "Pfaffian": (zw.Pfaffian, {"alpha": lambda q: q, "name": "n"}),
    "Auto": (zw.Auto, {}),
    "Cholesky": (zw.Cholesky, {}),
    "Orthogonal": (zw.Orthogonal, {}),
    "Singular": (zw.Singular, {}),
    "Sparse": (zw.Sparse, {}),
    "Baumgarte": (zw.Baumgarte, {"alpha": 1.0}),
    "Projection": (zw.Projection, {}),
    "Event": (zw.Event, {"g": lambda q: q[0], "name": "n"}),
    "Histogram": (zw.Histogram, {}),
    "Quantiles": (zw.Quantiles, {}),
    "Gravity": (zw.Gravity, {}),
    "JointFriction": (zw.JointFriction, {"joint": PIN, "mu": 0.1, "radius": 0.1}),
    "Load": (zw.Load, {"body": BODY, "force": [1.0, 0.0, 0.0]}),
    "Mechanism": (zw.Mechanism, {"bodies": [BODY], "joints": [PIN]}),
    "Particle": (zw.Particle, {"mass": 1.0, "name": "p"}),
    "PlanarBody": (zw.PlanarBody, {"mass": 1.0, "inertia": 1.0, "name": "p"}),
    "RigidBody": (zw.RigidBody, {"mass": 1.0, "inertia": [1.0, 1.0, 1.0], "name": "p"}),
    "Spring": (zw.Spring, {"body_1": BODY, "body_2": OTHER, "stiffness": 1.0}),
    "TorsionSpring": (zw.TorsionSpring, {"joint": PIN, "stiffness": 1.0}),
    "System": (zw.System, {"mass": 1.0, "force": [0.0, 1.0]}),
    "assemble": (zw.assemble, {"system": BOB} | STATE),
    "branches": (zw.branches, {"system": BOB} | STATE),
    "check": (zw.check, {"system": BOB} | STATE),
    "explicit": (zw.explicit, {"system": BOB} | STATE),
    "explain": (zw.explain, {"system": BOB} | STATE),
    "Explanation.of": (zw.Explanation.of, MATRICES),
    "FirstOrder": (zw.FirstOrder, {"system": BOB}),
    "FirstOrder.jacobian": (zw.FirstOrder(BOB).jacobian, FIRST),
    "FirstOrder.velocities": (zw.FirstOrder(BOB).velocities, FIRST),
    "FirstOrder.start": (zw.FirstOrder(BOB).start, {"q": [1.0, 0.0], "qd": [0.0, 0.0]}),
    "System.first_order": (BOB.first_order, {}),
    "System.definite": (BOB.definite, {}),
    "export_c": (zw.export_c, {"what": BOB, "path": "nowhere"}),
    "fit": (zw.fit, ALONG | {"data": np.ones((2, 1))}),
    "grid": (zw.grid, {"values": [1.0, 2.0]}),
    "page": (zw.page, {"what": BOB, "path": None, **START}),
    "load": (zw.load, {"path": "nowhere.nc"}),
    "periodic": (
        zw.periodic,
        {x: ALONG[x] for x in ("system", "q0", "qd0", "p")} | {"period": 3.0},
    ),
    "random_system": (zw.random_system, {"n": 3, "m": 1}),
    "sample": (zw.sample, {"n": 4, "ranges": (1.0, 2.0)}),
    "sensitivity": (zw.sensitivity, ALONG),
    "linearize": (zw.linearize, {"system": FREE, "q": [0.0, 0.0]}),
    "equilibrium": (zw.equilibrium, {"system": FREE, "q": [0.1, 0.0]}),
    "root_locus": (zw.root_locus, LOCUS),
    "io_system": (zw.io_system, {"system": FREE}),
    "shared": (zw.shared, {"x": 1.0}),
    "simulate": (zw.simulate, {"system": BOB} | START),
    "simulate_many": (zw.simulate_many, {"system": BOB} | START | {"q0": np.eye(2)}),
    "path": (zw.path, {"times": [0.0, 1.0, 2.0], "points": [0.0, 1.0, 0.5]}),
    "track": (zw.track, {"system": FREE, "requirements": [ROD]}),
    "System.acceleration": (BOB.acceleration, STATE),
    "System.M": (BOB.M, {"q": [1.0, 0.0]}),
    "System.Q": (BOB.Q, STATE),
    "System.C": (RUBBED.C, STATE),
    "System.from_particles": (zw.System.from_particles, {"masses": [1.0], "force": [0.0] * 3}),
    "System.from_lagrangian": (zw.System.from_lagrangian, {"L": lambda qd: qd @ qd}),
    "System.from_sympy": (zw.System.from_sympy, {"q": [X], "T": X.diff() ** 2}),
    "System.with_constraints": (BOB.with_constraints, {"constraints": [ROD]}),
    "Controller.closed_loop": (CONTROL.closed_loop, {}),
    "Controller.check_along": (
        CONTROL.check_along,
        {"where": [0.0, 0.1], "q": STATE["q"], "qd": STATE["qd"]},
    ),
    "Controller.compile": (CONTROL.compile, {}),
    "Controller.limited": (CONTROL.limited, {"lower": [-1.0, -1.0], "upper": [1.0, 1.0]}),
    "Controller.robust": (CONTROL.robust, {"bound": 1.0, "width": 0.1}),
    "Controller.sampled": (CONTROL.sampled, {"period": 0.1}),
    "Mechanism.assemble": (MACHINE.assemble, {}),
    "Mechanism.start": (MACHINE.start, {}),
    "Mechanism.check": (MACHINE.check, {}),
    "Mechanism.simulate": (MACHINE.simulate, {"t": (0.0, 0.1)}),
    "Mechanism.pose": (MACHINE.pose, {"name": "a"}),
    "Mechanism.reaction": (MACHINE.reaction, {"name": "A"}),
    "Mechanism.system": (MACHINE.system, {}),
    "Mechanism.blocks": (MACHINE.blocks, {"q": AT, "qd": np.zeros(7)}),
    "Mechanism.kinetic_energy": (MACHINE.kinetic_energy, {"q": AT, "qd": np.zeros(7)}),
    "Mechanism.potential_energy": (MACHINE.potential_energy, {"q": AT}),
    "joints.Custom": (zw.joints.Custom, TWO | {"position": lambda m_1, m_2: 0.0}),
    "joints.Distance": (zw.joints.Distance, TWO | {"length": 1.0}),
    "joints.Driven": (zw.joints.Driven, {"joint": PIN, "value": lambda t: t}),
    "joints.DrivenPose": (zw.joints.DrivenPose, TWO | {"position": lambda t: [t, 0.0, 0.0]}),
    "joints.Fixed": (zw.joints.Fixed, TWO),
    "joints.Gear": (zw.joints.Gear, TWO | {"ratio": 2.0, "axis": [0.0, 0.0, 1.0]}),
    "joints.KnifeEdge": (zw.joints.KnifeEdge, ON_GROUND | AXIS),
    "joints.PointOnCurve": (zw.joints.PointOnCurve, TWO | {"curve": lambda s: [s, 0.0, 0.0]}),
    "joints.Screw": (zw.joints.Screw, TWO | AXIS | {"pitch": 1.0}),
    "joints.Spherical": (zw.joints.Spherical, TWO | {"point": [0.0, 0.0, 0.0]}),
    "joints.Universal": (zw.joints.Universal, TWO | {"axes": np.eye(3)[:2]} | {"point": [0.0] * 3}),
    "joints.RollingDisk": (zw.joints.RollingDisk, ON_GROUND | {"radius": 1.0, "axis": [1.0, 0, 0]}),
    "joints.RollingSphere": (zw.joints.RollingSphere, ON_GROUND | {"radius": 1.0}),
}
RIGHT["Controller.uncertainty"] = (
    CONTROL.uncertainty,
    RIGHT["Controller.check_along"][1] | {"ranges": {"k": (0.5, 1.5)}, "p": {"k": 1.0}},
)
RIGHT["Controller.promise"] = CONTROL.robust(bound=1.0, width=0.1).promise, STATE
RIGHT["Controller.saturated"] = CONTROL.limited([-1.0, -1.0], [1.0, 1.0]).saturated, STATE
for kind, size in (("Box", "xyz"), ("Cylinder", ("radius", "length")), ("Sphere", ("radius",))):
    RIGHT[f"shapes.{kind}"] = getattr(zw.shapes, kind), dict.fromkeys(size, 1.0)
RIGHT["shapes.Capsule"] = zw.shapes.Capsule, {"radius": 1.0, "length": 1.0}
for kind in ("Cylindrical", "Planar", "PointOnLine", "Prismatic", "Revolute"):
    RIGHT[f"joints.{kind}"] = getattr(zw.joints, kind), TWO | AXIS
for method in ("check", "command", "error_signal", "feed_forward", "feedback", "force", "gain"):
    RIGHT[f"Controller.{method}"] = getattr(CONTROL, method), STATE
RIGHT["Controller.posed"] = CONTROL.posed, {"values": {"A": 0.1}}
for method in ("inputs", "outputs", "raised", "residual", "rows", "start", "status"):
    RIGHT[f"Controller.{method}"] = getattr(CONTROL, method), STATE


def of_results():
    """The same for methods of what zwang makes: (callable, right call, where the names are)."""
    motion = zw.simulate(BOB, **START)
    many = zw.simulate_many(BOB, np.eye(2), START["qd0"], START["t"])
    kept = zw.simulate_many(BOB, np.eye(2), START["qd0"], [0.0, 0.05], keep=("q", "qd"))
    turning = MACHINE.simulate((0.0, 0.01))
    answer, slopes = zw.solve(**MATRICES), zw.sensitivity(**ALONG)
    two = jax.vmap(zw.solve)(*(np.stack([x, x]) for x in MATRICES.values()))
    orbit = zw.periodic(SPRING, [1.0], [0.0], 3.1, {"k": 4.0})
    family, both = orbit.follow("k", 4.1), motion.compare(motion)
    taken_apart, S = motion.explain(0.0), {"S": lambda q: [[1.0, 0.0], [0.0, 1.0]]}
    turned, formulas = {"motion": motion} | S, zw.explicit(BOB)
    small = zw.linearize(SPRING, [0.0], p={"k": 4.0})
    rest = zw.equilibrium(BOB, [0.1, -1.0])
    rest.linear.mode(0).motion()  # compiled now, and not by a wrong call
    found = {
        "Linear.block": (lambda names: small.block(names), {"names": "q[0]"}),
        "Linear.mode": (small.mode, {"k": 0}),
        "Linear.derivatives": (small.derivatives, {}),
        "Linear.frequency_response": (small.frequency_response, {"omega": [1.0]}),
        "Linear.step_response": (small.step_response, {"t": [0.0, 1.0]}),
        "Linear.plot": (small.plot, {}),
        "Mode.motion": (small.mode(0).motion, {}),
        "Mode.show": (rest.linear.mode(0).show, {}, show.show),
        "Equilibrium.force": (rest.force, {"name": "rod"}),
        "Equilibrium.lam": (rest.lam, {"name": "rod"}),
        "Equilibrium.modes": (rest.modes, {"count": 2, "near": 1.0}),
        "Motion.explain": (motion.explain, {"t": 0.0}),
        "Explanation.gauss": (taken_apart.gauss, {"qdd": [0.0, 0.0]}),
        "Explanation.draw": (taken_apart.draw, {}),
        "Formulas.auxiliary": (formulas.auxiliary, {}),
        "Formulas.code": (formulas.code, {}),
        "Formulas.control_code": (zw.explicit(CONTROL).control_code, {}),
        "Formulas.full": (formulas.full, {"what": formulas.qdd}),
        "Formulas.html": (formulas.html, {}),
        "Formulas.latex": (formulas.latex, {}),
        "quasi_velocities": (zw.quasi_velocities, turned),
        "from_quasi_velocities": (zw.from_quasi_velocities, turned | {"u": motion.qd}),
        "Solution.explain": (answer.explain, {}),
        "Solution.member": (two.member, {"index": 0}),
        "Sensitivity.check": (slopes.check, {}),
        "Sensitivity.gradient": (slopes.gradient, {"loss": lambda q: q.sum()}),
        "Sensitivity.of": (slopes.of, {"function": lambda q: q}),
        "Motion.plot": (motion.plot, {}, plot.plot),
        "Motion.animate": (motion.animate, {}, animate.animate),
        "Motion.show": (motion.show, {}, show.show),
        "Motion.compare": (motion.compare, {"other": motion}),
        "Comparison.plot": (both.plot, {}, compare.plot),
        "Family.plot": (family.plot, {}, curve.plot),
        "Orbit.follow": (orbit.follow, {"name": "k", "to": 4.1}),
        "Motion.at": (motion.at, {"times": [0.05]}),
        "Motion.pose": (turning.pose, {"name": "a"}),
        "Motion.reaction": (turning.reaction, {"name": "A"}),
        "Motion.save": (motion.save, {"path": "nowhere.nc"}),
        "Ensemble.load": (zw.Ensemble.load, {"path": "nowhere.nc"}),
        "Ensemble.save": (many.save, {"path": "nowhere.nc"}),
        "Ensemble.histogram": (many.histogram, {}),
        "Ensemble.quantiles": (many.quantiles, {}),
        "Ensemble.motion": (many.motion, {"member": 0}),
        "Ensemble.plot": (many.plot, {}, fan.plot),
        "Ensemble.show": (kept.show, {}, show.show_ensemble),
    }
    for name in ("force", "lam", "coordinate", "tracking_error", "work"):
        found[f"Motion.{name}"] = getattr(motion, name), {}
    for name in ("force", "power", "work", "beyond"):
        found[f"Balance.{name}"] = getattr(motion.balance(), name), {}
    for name in ("covariance", "mean", "variable", "holds"):
        found[f"Ensemble.{name}"] = getattr(many, name), {}
    return found
