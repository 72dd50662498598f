"""Constrained mechanical motion and its exact control.

The packages, in the order of reading; a file imports only from files above it.

base            arrays, statuses, names, how a user's function is called
files           files, whole or not at all, and read with care
library         the C library, loaded; functions on tape, and compiled
solvers         the one kernel: the least change, in the metric M, that satisfies A x = b
system          a mechanical system, described
equation        from a description in a state to its acceleration
ir              a traced function as data
emit            what is made of it
consistency     zw.check and zw.assemble
integrate       from a start along the motion
runtime         what the C library takes from Python
engine          the same in C
motion          zw.simulate, and all that can be asked of a motion
bodies          mechanisms of bodies, joints and forces
control         exact tracking control
sensitivity     how a motion changes with its numbers; fits
linear          small motions about a state
rest            where a system rests, or moves steadily
orbit           periodic motions and families of them
ensemble        many motions
plots           pictures and films
zoo             reference systems with their answers
papers          each paper's form of the equation, literally
modelfile       models as text files
page            pages in one file: motions to look at
symbolic        formulas: SymPy in, explicit equations out
reproduce       the papers' examples, computed anew
studio          a local page to write models in
cli             the commands of ``zwang``

The public names follow in the same order; each is imported when it is first asked for, for who
simulates needs no pages and no films. Importing zwang turns JAX's float64 on.
"""

import ast as _ast
import importlib as _importlib
import os as _os
import sys as _sys
import types as _types
import typing as _typing

import zwang.base.later as _later

if "jax" in _sys.modules:
    _sys.modules["jax"].config.update("jax_enable_x64", True)
else:
    _os.environ["JAX_ENABLE_X64"] = "1"  # which JAX reads when it is imported

__version__: str

# isort: off
if _typing.TYPE_CHECKING:  # and `_places` reads here where each name is to be found
    from zwang.base.status import NumericalError as NumericalError
    from zwang.base.status import Status as Status

    from zwang.solvers import AbstractSolver as AbstractSolver
    from zwang.solvers import Auto as Auto
    from zwang.solvers import Cholesky as Cholesky
    from zwang.solvers import Orthogonal as Orthogonal
    from zwang.solvers import Singular as Singular
    from zwang.solvers import Sparse as Sparse
    from zwang.solvers.solution import Solution as Solution

    from zwang.system.constraints import AccelerationLevel as AccelerationLevel
    from zwang.system.constraints import Holonomic as Holonomic
    from zwang.system.constraints import Nonholonomic as Nonholonomic
    from zwang.system.constraints import Pfaffian as Pfaffian
    from zwang.system.spline import path as path
    from zwang.system.system import System as System

    from zwang.equation.freedom import Freedom as Freedom
    from zwang.equation.fundamental import error_signal as error_signal
    from zwang.equation.fundamental import gain as gain
    from zwang.equation.fundamental import solve as solve
    from zwang.equation.views.explain import Explanation as Explanation
    from zwang.equation.views.explain import explain as explain
    from zwang.equation.views.forms import FirstOrder as FirstOrder

    from zwang.consistency.report import Report as Report
    from zwang.consistency.diagnose import check as check
    from zwang.consistency.assemble import assemble as assemble
    from zwang.consistency.branches import Branch as Branch
    from zwang.consistency.branches import branches as branches

    from zwang.integrate.projection import Baumgarte as Baumgarte
    from zwang.integrate.projection import Projection as Projection
    from zwang.integrate.events import Event as Event

    from zwang.engine.export import export_c as export_c

    from zwang.motion.motion import Motion as Motion
    from zwang.motion.store import load as load
    from zwang.motion.simulate import simulate as simulate
    from zwang.motion.mechanics import from_quasi_velocities as from_quasi_velocities
    from zwang.motion.mechanics import quasi_velocities as quasi_velocities
    from zwang.motion.work.balance import Balance as Balance
    from zwang.motion.compare import Comparison as Comparison

    from zwang.bodies.kinds.body import GROUND as GROUND
    from zwang.bodies.kinds.rigid_body import RigidBody as RigidBody
    from zwang.bodies.kinds.planar_body import PlanarBody as PlanarBody
    from zwang.bodies.kinds.particle import Particle as Particle
    from zwang.bodies import joints as joints
    from zwang.bodies import shapes as shapes
    from zwang.bodies.forces import Gravity as Gravity
    from zwang.bodies.forces import JointFriction as JointFriction
    from zwang.bodies.forces import Load as Load
    from zwang.bodies.forces import Spring as Spring
    from zwang.bodies.forces import TorsionSpring as TorsionSpring
    from zwang.bodies.mechanism import Mechanism as Mechanism

    from zwang.control.controller import Controller as Controller
    from zwang.control.track import track as track

    from zwang.sensitivity.sensitivity import Derivatives as Derivatives
    from zwang.sensitivity.sensitivity import Sensitivity as Sensitivity
    from zwang.sensitivity.sensitivity import sensitivity as sensitivity
    from zwang.sensitivity.fit import Fit as Fit
    from zwang.sensitivity.fit import fit as fit

    from zwang.linear.linear import Linear as Linear
    from zwang.linear.linearize import linearize as linearize
    from zwang.linear.mode import Mode as Mode
    from zwang.linear.interchange import io_system as io_system
    from zwang.rest.equilibrium import Equilibrium as Equilibrium
    from zwang.rest.find import equilibrium as equilibrium
    from zwang.rest.locus import Locus as Locus
    from zwang.rest.locus import root_locus as root_locus
    from zwang.orbit.orbit import Orbit as Orbit
    from zwang.orbit.periodic import periodic as periodic
    from zwang.orbit.family import Family as Family

    from zwang.ensemble.design import grid as grid
    from zwang.ensemble.design import sample as sample
    from zwang.ensemble import Ensemble as Ensemble
    from zwang.ensemble import Histogram as Histogram
    from zwang.ensemble import Quantiles as Quantiles
    from zwang.ensemble import shared as shared
    from zwang.ensemble import simulate_many as simulate_many

    from zwang.zoo.random_system import random_system as random_system

    from zwang.page.live.page import page as page
    from zwang.symbolic.explicit import explicit as explicit
    from zwang.symbolic.formulas import Formulas as Formulas
# isort: on


def _places(source: str) -> dict[str, tuple[str, str]]:
    """For each public name, in their order, the module that has it and its name there."""
    nodes = (x for x in _ast.walk(_ast.parse(source)) if isinstance(x, _ast.ImportFrom))
    return {
        str(alias.asname): (str(node.module), alias.name) for node in nodes for alias in node.names
    }


class _Lazy(_types.ModuleType):
    """A package whose names are imported when they are asked for."""

    def __getattr__(self, name: str) -> _typing.Any:
        if name == "__version__":
            return _importlib.import_module("zwang.base.version").version()
        if name in _PLACES:
            module, there = _PLACES[name]
            with _later.undisturbed():
                value = getattr(__import__(module, fromlist=[there]), there)
            if package := _sys.modules.get(f"zwang.{name}"):
                # Two functions have the names of packages. They also have the attributes of these,
                # so that `import zwang.page.show` and `zwang.page.show` mean what they say.
                value.__dict__ = package.__dict__
            self.__dict__[name] = value
            return value
        try:
            with _later.undisturbed():
                return _importlib.import_module(f"zwang.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"zwang.{name}":
                raise
        raise AttributeError(f"module 'zwang' has no attribute {name!r}")

    def __setattr__(self, name: str, value: _typing.Any) -> None:
        # Python puts a package here that is imported, also where a public name stands before it.
        if name not in _PLACES or getattr(value, "__name__", "") != f"zwang.{name}":
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_PLACES, "__version__"})


_PLACES = _places(__spec__.loader.get_source(__name__))  # pyright: ignore
__all__ = list(_PLACES)  # pyright: ignore[reportUnsupportedDunderAll]
_sys.modules[__name__].__class__ = _Lazy
