"""Constrained mechanical motion and its exact control.

The public names, in the order of the flow. Importing zwang turns JAX's float64 on.
"""

import importlib.metadata as _metadata

import jax as _jax

_jax.config.update("jax_enable_x64", True)

import zwang.bodies.joints as joints  # noqa: E402, F401
from zwang.base.status import NumericalError as NumericalError  # noqa: E402
from zwang.base.status import Status as Status  # noqa: E402
from zwang.bodies.forces import Gravity as Gravity  # noqa: E402
from zwang.bodies.forces import JointFriction as JointFriction  # noqa: E402
from zwang.bodies.forces import Load as Load  # noqa: E402
from zwang.bodies.forces import Spring as Spring  # noqa: E402
from zwang.bodies.forces import TorsionSpring as TorsionSpring  # noqa: E402
from zwang.bodies.kinds.body import GROUND as GROUND  # noqa: E402
from zwang.bodies.kinds.particle import Particle as Particle  # noqa: E402
from zwang.bodies.kinds.planar_body import PlanarBody as PlanarBody  # noqa: E402
from zwang.bodies.kinds.rigid_body import RigidBody as RigidBody  # noqa: E402
from zwang.bodies.mechanism import Mechanism as Mechanism  # noqa: E402
from zwang.consistency.assemble import assemble as assemble  # noqa: E402
from zwang.consistency.diagnose import check as check  # noqa: E402
from zwang.consistency.report import Report as Report  # noqa: E402
from zwang.control.controller import Controller as Controller  # noqa: E402
from zwang.control.track import track as track  # noqa: E402
from zwang.engine import export_c as export_c  # noqa: E402
from zwang.ensemble import Ensemble as Ensemble  # noqa: E402
from zwang.ensemble import Histogram as Histogram  # noqa: E402
from zwang.ensemble import Quantiles as Quantiles  # noqa: E402
from zwang.ensemble import shared as shared  # noqa: E402
from zwang.ensemble import simulate_many as simulate_many  # noqa: E402
from zwang.ensemble.design import grid as grid  # noqa: E402
from zwang.ensemble.design import sample as sample  # noqa: E402
from zwang.equation.fundamental import Solution as Solution  # noqa: E402
from zwang.equation.fundamental import error_signal as error_signal  # noqa: E402
from zwang.equation.fundamental import gain as gain  # noqa: E402
from zwang.equation.fundamental import solve as solve  # noqa: E402
from zwang.integrate.events import Event as Event  # noqa: E402
from zwang.integrate.projection import Baumgarte as Baumgarte  # noqa: E402
from zwang.integrate.projection import Projection as Projection  # noqa: E402
from zwang.motion.motion import Motion as Motion  # noqa: E402
from zwang.motion.simulate import simulate as simulate  # noqa: E402
from zwang.motion.store import load as load  # noqa: E402
from zwang.sensitivity.fit import Fit as Fit  # noqa: E402
from zwang.sensitivity.fit import fit as fit  # noqa: E402
from zwang.sensitivity.sensitivity import Derivatives as Derivatives  # noqa: E402
from zwang.sensitivity.sensitivity import Sensitivity as Sensitivity  # noqa: E402
from zwang.sensitivity.sensitivity import sensitivity as sensitivity  # noqa: E402
from zwang.solvers import AbstractSolver as AbstractSolver  # noqa: E402
from zwang.solvers import Auto as Auto  # noqa: E402
from zwang.solvers import Cholesky as Cholesky  # noqa: E402
from zwang.solvers import Orthogonal as Orthogonal  # noqa: E402
from zwang.solvers import Singular as Singular  # noqa: E402
from zwang.system.constraints import AccelerationLevel as AccelerationLevel  # noqa: E402
from zwang.system.constraints import Holonomic as Holonomic  # noqa: E402
from zwang.system.constraints import Nonholonomic as Nonholonomic  # noqa: E402
from zwang.system.constraints import Pfaffian as Pfaffian  # noqa: E402
from zwang.system.system import System as System  # noqa: E402
from zwang.zoo.random_system import random_system as random_system  # noqa: E402

try:
    __version__ = _metadata.version("zwang")
except _metadata.PackageNotFoundError:  # a checkout that was not installed
    __version__ = "0+unknown"
