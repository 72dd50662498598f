"""Reference systems with their answers, one per file, each with its source.

Every function returns a ``Problem``: the system, a start, a span, parameters, and what the motion
should be, in closed form or as a table. ``PROBLEMS`` has them all by name, to loop over.

problem         what a reference problem is
elliptic        motions in elliptic functions, for the closed forms
random_system   random matrices M, Q, A, b, C whose answer is planted
random_machine  random machines of many bodies, as sparse matrices
points          points on curves and surfaces, and the examples of the 1993 paper
linkages        loops: redundant, singular, rheonomic, fast
turning         rolling, tops, free bodies in Euler's angles
mechanisms      the same and others from bodies and joints; by name in ``MECHANISMS``

Model files are in ``models/``, studies of many motions in ``studies/``.
"""

import importlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from zwang.zoo.linkages.andrews import andrews
from zwang.zoo.linkages.bricard import bricard
from zwang.zoo.linkages.car_axis import car_axis
from zwang.zoo.linkages.four_bar import four_bar
from zwang.zoo.linkages.slider_crank import slider_crank
from zwang.zoo.points.bead_on_hoop import bead_on_hoop
from zwang.zoo.points.conical_pendulum import conical_pendulum
from zwang.zoo.points.knife_edge import knife_edge
from zwang.zoo.points.ku93 import ku93_oscillator, ku93_particle, ku93_pendulum
from zwang.zoo.points.pendulum import pendulum
from zwang.zoo.points.rosenberg import rosenberg
from zwang.zoo.points.spherical_pendulum import spherical_pendulum
from zwang.zoo.points.two_masses import two_masses
from zwang.zoo.problem import Problem, Table
from zwang.zoo.turning.euler_free_body import euler_free_body
from zwang.zoo.turning.heavy_top import heavy_top
from zwang.zoo.turning.rolling_disk import rolling_disk

if TYPE_CHECKING:
    from zwang.zoo.mechanisms import MECHANISMS, Machine

PROBLEMS: dict[str, Callable[[], Problem]] = {
    "pendulum": pendulum,
    "four_bar": four_bar,
    "bricard": bricard,
    "andrews": andrews,
    "car_axis": car_axis,
    "slider_crank": slider_crank,
    "conical_pendulum": conical_pendulum,
    "spherical_pendulum": spherical_pendulum,
    "bead_on_hoop": bead_on_hoop,
    "knife_edge": knife_edge,
    "rolling_disk": rolling_disk,
    "rosenberg": rosenberg,
    "rosenberg_nonideal": partial(rosenberg, drag=0.4),
    "two_masses": two_masses,
    "heavy_top": heavy_top,
    "euler_free_body": euler_free_body,
    "ku93_particle": ku93_particle,
    "ku93_pendulum": ku93_pendulum,
    "ku93_pendulum_uneven": partial(ku93_pendulum, mu=-0.1, a=4.0),
    "ku93_oscillator": ku93_oscillator,
}

__all__ = [
    "MECHANISMS",
    "PROBLEMS",
    "Machine",
    "Problem",
    "Table",
    "andrews",
    "bead_on_hoop",
    "bricard",
    "car_axis",
    "conical_pendulum",
    "euler_free_body",
    "four_bar",
    "heavy_top",
    "knife_edge",
    "ku93_oscillator",
    "ku93_particle",
    "ku93_pendulum",
    "pendulum",
    "rolling_disk",
    "rosenberg",
    "slider_crank",
    "spherical_pendulum",
    "two_masses",
]


def __getattr__(name: str) -> Any:
    """Mechanisms, which bring all of ``zwang.bodies``: imported when they are asked for."""
    if name not in ("MECHANISMS", "Machine", "mechanisms"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    mechanisms = importlib.import_module("zwang.zoo.mechanisms")
    return mechanisms if name == "mechanisms" else getattr(mechanisms, name)
