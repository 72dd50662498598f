"""The live pages of the zoo, by name: what each is of, and what is drawn of it.

A problem that has a model file is shown by that file, whose [page] says what is drawn and whose
start follows from its parameters. The points of the others are here.
"""

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

import zwang as zw
from zwang import modelfile, zoo
from zwang.bodies.varying import changed
from zwang.zoo.linkages.bricard import pose

lengths: Any = importlib.import_module("zwang.zoo.linkages.andrews")  # zoo.andrews is the function
RIM = 24  # points of a rim
FEW = 4  # bodies that have a slider for their mass each
LONG = {
    "chain": 6.0,
    "scissor_lift": 1.0,
    "ladder": 3.0,
    "net": 3.0,
}  # spans of motions that have no end of their own


class Drawn(NamedTuple):
    """What ``zw.page`` draws: points as a function of (q, t, p), links, and which leave a trail."""

    points: Callable
    links: list
    trails: list


def chained(*ways):
    """Links along ways through points."""
    return [pair for way in ways for pair in zip(way, way[1:])]


def along(angle):
    """The unit vector at an angle."""
    return jnp.stack([jnp.cos(angle), jnp.sin(angle)])


def squeezer(q):
    """O, the ends of K1 and K2, B, D, A, G, H and the spring's foot C of Andrews' squeezer."""
    k, (be, th, ga, _, de, _, ep) = lengths, q
    A, B, C = (jnp.array(x) for x in ((k.xa, k.ya), (k.xb, k.yb), (k.xc, k.yc)))
    crank = k.rr * along(be)
    E = crank - k.d * along(be + th)
    D = B + k.sd * along(ga) + k.sc * along(ga - jnp.pi / 2)
    G, H = A + k.zt * along(de), A + k.u * along(ep - jnp.pi / 2)
    return jnp.stack([jnp.zeros(2), crank, E, B, D, A, G, H, C])


def loop(q):
    """The hinges of Bricard's loop, with its y upward."""
    x, y, z = pose(q).points.T
    return jnp.stack([x, -z, y], axis=-1)


def disk(q, p):
    """The contact, the middle, and the rim of a disk that rolls upright."""
    x, y, theta, phi = q
    s = jnp.linspace(0.0, 2.0 * jnp.pi, RIM, endpoint=False) - theta
    across, up = p["R"] * jnp.cos(s), p["R"] * (1.0 + jnp.sin(s))
    rim = jnp.stack([x + across * jnp.cos(phi), y + across * jnp.sin(phi), up], axis=-1)
    middle = jnp.stack([x, y, p["R"]])
    return jnp.concatenate([jnp.stack([middle * jnp.array([1, 1, 0]), middle]), rim])


def turned(q):
    """The axes of a body, its rows, after turns by φ about z, θ about x and ψ about z."""
    (c1, c2, c3), (s1, s2, s3) = jnp.cos(q), jnp.sin(q)
    first = jnp.stack([c1 * c3 - s1 * c2 * s3, s1 * c3 + c1 * c2 * s3, s2 * s3])
    second = jnp.stack([-c1 * s3 - s1 * c2 * c3, -s1 * s3 + c1 * c2 * c3, s2 * c3])
    return jnp.stack([first, second, jnp.stack([s1 * s2, -c1 * s2, c2])])


def top(q):
    """The tip, the middle and the head of a top, and the rim of its disk."""
    x, y, z = turned(q)
    s = jnp.linspace(0.0, 2.0 * jnp.pi, RIM, endpoint=False)[:, None]
    rim = 0.6 * z + 0.35 * (jnp.cos(s) * x + jnp.sin(s) * y)
    return jnp.concatenate([jnp.stack([jnp.zeros(3), 0.6 * z, z]), rim])


def axes(q):
    """The middle of a body and the ends of its three axes."""
    return jnp.concatenate([jnp.zeros((1, 3)), turned(q)])


ROUND = [*range(2, RIM + 2), 2]
DRAWN = {
    "andrews": Drawn(
        squeezer, chained((0, 1, 2), (3, 4, 2, 3), (5, 6, 2), (5, 7, 2), (8, 4)), [1, 2]
    ),
    "bricard": Drawn(loop, chained(range(6)), [1, 2, 3, 4]),
    "rolling_disk": Drawn(disk, chained(ROUND, (1, 2)), [0, 2]),
    "heavy_top": Drawn(
        top, chained((0, 2), [*range(3, RIM + 3), 3], (1, 3), (1, 3 + RIM // 2)), [2]
    ),
    "euler_free_body": Drawn(axes, chained((0, 1), (0, 2), (0, 3)), [1, 2, 3]),
}
# Problems that are a model file with other numbers.
CHANGED = {
    "rosenberg": ("rosenberg", {"drag": 0.0}),
    "rosenberg_nonideal": ("rosenberg", {}),
    "ku93_pendulum_uneven": ("ku93_pendulum", {"mu": -0.1, "a": 4.0}),
}


def problem(name, path):
    """The page of a problem of ``zoo.PROBLEMS``."""
    known = zoo.PROBLEMS[name]()
    file, other = CHANGED.get(name, (name, {}))
    title = known.title[0].upper() + known.title[1:]
    if file in modelfile.examples():
        model = modelfile.read(modelfile.examples()[file]).with_changes(p=other)
        return zw.page(model, path, title=title)
    drawn = DRAWN[name]._asdict() if name in DRAWN else {}
    start = {"q0": known.q0, "qd0": known.qd0, "t": (0, known.t), "p": dict(known.p)}
    return zw.page(known.system, path, **start, **drawn, title=title)


def opened(mechanism):
    """A mechanism whose weight, masses and springs are parameters, and their values.

    A body's inertia grows with its mass. Mechanisms of many bodies have one factor for all masses.
    """
    p, made = {}, {}
    several = len(mechanism.bodies) > FEW
    flat = all(body.planar for body in mechanism.bodies)
    for body in mechanism.bodies:
        if not body.mass > 0.0:
            continue
        name, unit = ("masses", 1.0) if several else (f"mass of {body.name}", float(body.mass))
        p[name] = unit
        scaled = {"mass": grown(name, body.mass / unit)}
        if hasattr(body, "inertia"):
            scaled["inertia"] = grown(name, body.inertia / unit)
        made[id(body)] = changed(body, **scaled)

    def again(part, **other):
        if id(part) not in made:
            own = {x: again(getattr(part, x)) for x in getattr(part, "made_with", ())}
            other |= own
            made[id(part)] = changed(part, **other) if other else part
        return made[id(part)]

    bodies, joints = (list(map(again, x)) for x in (mechanism.bodies, mechanism.joints))
    forces = []
    for force in mechanism.forces:
        other, label = {}, getattr(force, "name", None) or getattr(force, "kind", "")
        if isinstance(force, zw.Gravity):
            g = np.asarray(force.pull(flat, 0.0, None))
            p["gravity"] = float(np.linalg.norm(g))
            other = {"g": grown("gravity", g / p["gravity"])}
        elif isinstance(force, zw.Spring):
            for what in ("stiffness", "damping"):
                if getattr(force, what) > 0.0:
                    p[f"{what} of {label}"] = float(getattr(force, what))
                    other[what] = f"{what} of {label}"
        forces.append(again(force, **other))
    return zw.Mechanism(bodies, joints, forces), p


def grown(name, by):
    """A number or array that grows with a parameter."""
    return lambda p: p[name] * by


def mechanism(name, path):
    """The page of a mechanism of ``zoo.MECHANISMS``."""
    machine = zoo.MECHANISMS[name]()
    title = machine.title[0].upper() + machine.title[1:]
    movable, p = opened(machine.mechanism)
    return zw.page(movable, path, p=p, t=(0, LONG.get(name, machine.t)), title=title)


def pages() -> dict[str, Callable]:
    """Every page: where it stands in ``site/pages/``, and the function of a path that writes it."""
    found: dict[str, Callable] = {
        f"{name}.html": lambda path, name=name: problem(name, path) for name in zoo.PROBLEMS
    }
    for name in zoo.MECHANISMS:
        found[f"mechanisms/{name}.html"] = lambda path, name=name: mechanism(name, path)
    return found
