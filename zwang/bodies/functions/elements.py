"""The equations of a mechanism as sums over parts of few kinds; see ``zwang.system.elements``.

A kind of body, of joint or of force gives one function of the coordinates of the bodies that it
concerns, whatever else there is in the mechanism. Masses, points and axes are its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.arrays import is_concrete, namespace
from zwang.base.functions import Bound
from zwang.base.identity.keyed import key
from zwang.bodies import marker
from zwang.bodies.alike import together
from zwang.bodies.batches import Batch
from zwang.bodies.equations import Equations
from zwang.bodies.friction import pose_force, wrench_at
from zwang.bodies.kinds.body import GROUND, WIDTH, Placed
from zwang.bodies.marker import Mark, Marker
from zwang.system.elements import Element

MARK = {"r": (3,), "f": (4,), "F": (3, 3)}


def elements_of(equations: Equations) -> tuple[Element, ...]:
    """Bodies with their weights, then joints, then forces."""
    maker = Maker(equations)
    found = [x for kind in equations.layout.kinds for x in maker.bodies(*kind)]
    pairs = zip(equations.joints, equations.rows, strict=True)
    joints = [(batch, (rows[0], rows[1] + equations.m[0])) for batch, rows in pairs]
    for batch, rows in together(joints):
        found += maker.between(batch, _joint, rows)
    none = [np.zeros((len(batch.bodies), 0), int) for batch in equations.forces]
    for batch, rows in together((x, (y, y)) for x, y in zip(equations.forces, none, strict=True)):
        found += maker.between(batch, _force, rows)
    return tuple(found)


def rubbing_of(equations: Equations) -> tuple[Element, ...]:
    """Friction of joints, each with the rows of its joint; see ``Sums.friction``."""
    maker, found = Maker(equations), []
    for x in equations.rubbing:
        rows = x.rows[0], x.rows[1] + equations.m[0]
        found += maker.between(x.joints, _friction, rows, x.model, x.numbers)
    return tuple(found)


class Maker:
    """Makes the elements of a mechanism's equations."""

    def __init__(self, equations: Equations):
        self._equations = equations
        layout = equations.layout
        # Of each body its class and how many coordinates it has; a particle in the plane has two.
        self._kinds: list[Any] = [None] * (len(layout.names) + 1)
        widths = (layout.columns < layout.n).sum(axis=1)
        for kind, places, _ in layout.kinds:
            for i in places:
                self._kinds[i] = kind, int(widths[i])

    def bodies(
        self, kind: Any, places: np.ndarray, numbers: dict[str, np.ndarray]
    ) -> Iterator[Element]:
        """All bodies of one class, those with as many coordinates together."""
        widths = np.array([self._kinds[i][1] for i in places])
        for width in np.unique(widths):
            own = widths == width
            its = {k: x[own] for k, x in numbers.items()}
            yield self._alike(kind, int(width), places[own], its)

    def _alike(self, kind: Any, width: int, places: np.ndarray, numbers: dict) -> Element:
        """Bodies of one kind; those with a quaternion have a row for its length."""
        equations, count = self._equations, len(places)
        known = [x for x in equations.gravity if not isinstance(x.g, Bound)]
        called = tuple(x for x in equations.gravity if isinstance(x.g, Bound))
        g = sum((x.pull(equations.planar, 0.0, None) for x in known), np.zeros(3))
        rigid = np.isin(places, equations.rigid).all()
        own = dict(numbers)
        own |= {"pulled": equations.masses[places], "g": namespace(g).tile(g, (count, 1))}
        rows = np.zeros((count, 0), int)
        if rigid:
            which = np.searchsorted(equations.rigid, places)
            own["weight"] = equations.weights[which]
            rows = equations.m[0] - len(equations.rigid) + which[:, None]
        shapes = {name: np.shape(x)[1:] for name, x in own.items()}
        told = "body", kind, width, rigid, tuple(shapes.items())
        return Element(
            key=None if called else told,
            function=_body(kind, width, shapes, called, equations.planar),
            columns=equations.layout.columns[places, :width],
            rows=(rows, np.zeros((count, 0), int)),
            numbers=_packed(own, count),
        )

    def between(
        self, batch: Batch, made: Callable, rows: Any, law: Any = None, its: Any = None
    ) -> list[Element]:
        """A batch of joints or forces, parted by the kinds of bodies that they concern; of joints
        perhaps a ``law`` of friction with its numbers."""
        model, columns = batch.model, self._equations.layout.columns
        numbers = {f"mark {name}": x for name, x in zip(MARK, batch.marks, strict=True)}
        numbers |= batch.numbers | {f"rub {name}": x for name, x in (its or {}).items()}
        laws = [model.law(), *([] if law is None else [law.law()])]
        shapes = {name: np.shape(x)[1:] for name, x in numbers.items()}
        found = []
        for (slots, kinds), members in self._parted(batch.bodies).items():
            first = [slots.index(i) for i in range(len(kinds))]
            places = [
                columns[batch.bodies[members, slot], :width]
                for slot, (_, width) in zip(first, kinds, strict=True)
            ]
            told = made, *map(key, laws), slots, kinds, tuple(shapes.items())
            own = {name: x[np.array(members)] for name, x in numbers.items()}
            found.append(
                Element(
                    key=None if model.functions else told,
                    function=made(model, Concerned(kinds, slots, shapes), law),
                    columns=np.concatenate([np.zeros((len(members), 0), int), *places], axis=1),
                    rows=(rows[0][members], rows[1][members]),
                    numbers=_packed(own, len(members)),
                )
            )
        return found

    def _parted(self, bodies: np.ndarray) -> dict[Any, list[int]]:
        """Members whose markers sit on bodies of the same kinds in the same way."""
        groups: dict[Any, list[int]] = {}
        for j, of_member in enumerate(bodies):
            own = [i for i in dict.fromkeys(of_member) if self._kinds[i] is not None]
            slots = tuple(own.index(i) if i in own else -1 for i in of_member)
            groups.setdefault((slots, tuple(self._kinds[i] for i in own)), []).append(j)
        return groups


# -- numbers -------------------------------------------------------------------------------------


def _packed(numbers: dict[str, Any], count: int) -> Any:
    """All numbers of each member in one row (J, k); in a trace where parameters give some."""
    xp = namespace(*numbers.values())
    parts = [xp.asarray(x, float).reshape(count, -1) for x in numbers.values()]
    found = xp.concatenate(parts, axis=1)
    return np.asarray(found) if is_concrete(found) else found


def _unpacked(c: Array, shapes: dict[str, tuple[int, ...]]) -> dict[str, Array]:
    found, begin = {}, 0
    for name, shape in shapes.items():
        end = begin + int(np.prod(shape))
        found[name] = c[begin:end].reshape(shape)
        begin = end
    return found


def _filled(x: Array) -> Array:
    """Coordinates of a body filled up with zeros."""
    return jnp.concatenate([x, jnp.zeros(WIDTH - x.shape[0])])


# -- what each kind adds -------------------------------------------------------------------------


def _body(kind: Any, width: int, shapes: dict, called: Sequence[Any], planar: bool) -> Callable:
    """Mass, velocity force and weight of a body, and the length of its quaternion."""

    def function(q, qd, t, p, c):
        own, x, v = _unpacked(c, shapes), _filled(q), _filled(qd)
        placed = kind.place(x, v)
        g = own["g"] + sum((law.pull(planar, t, p) for law in called), jnp.zeros(3))
        pull = own["pulled"] * g
        M = kind.mass_block(x, own)[:width, :width]
        Q = kind.velocity_force(x, v, own) + placed.T[:3].T @ pull
        found = {"M": M, "Q": Q[:width], "kinetic": qd @ M @ qd / 2.0}
        found["potential"] = -pull @ placed.x[:3]
        if "weight" in own:
            u = q[3:]
            found |= {"phi": ((u @ u - 1.0) / 2.0)[None], "weight": own["weight"]}
        return found

    return function


class Concerned:
    """The bodies that a kind of joint or force concerns, and where their coordinates stand."""

    def __init__(self, kinds: Sequence[tuple[Any, int]], slots: Any, shapes: dict):
        ends = np.cumsum([0, *(width for _, width in kinds)])
        self.kinds, self.slots, self.shapes = kinds, slots, shapes
        self.parts = [slice(a, b) for a, b in zip(ends, ends[1:], strict=False)]

    def at(self, q: Array, qd: Array, c: Array) -> tuple[list[Placed], dict, list[Marker]]:
        """The bodies, the numbers by name, and the markers with their velocities."""
        bodies = [
            kind.place(_filled(q[x]), _filled(qd[x]))
            for (kind, _), x in zip(self.kinds, self.parts, strict=True)
        ]
        own, marks = _unpacked(c, self.shapes), []
        for i in range(len(self.slots)):
            x, v, mark = self.held(i, bodies, own)
            marks.append(marker.unpack(marker.vector(x, mark), marker.speeds(x, v, mark)))
        return bodies, own, marks

    def held(self, i: int, bodies: list[Placed], own: dict) -> tuple[Array, Array, Mark]:
        """Pose (7,) and its rate of the body of the i-th marker, and where on it the marker is."""
        mark, slot = Mark(*(own[f"mark {name}"][i] for name in MARK)), self.slots[i]
        if slot < 0:
            return jnp.asarray(GROUND.pose()), jnp.zeros(WIDTH), mark
        return bodies[slot].x, bodies[slot].v, mark

    def pushed(self, q: Array, bodies: list[Placed], acting: Iterable[Any]) -> Array:
        """The force (w,) on the coordinates, of a place, a force and a torque for each marker."""
        Q = jnp.zeros_like(q)
        for slot, (place, (force, torque)) in zip(self.slots, acting, strict=False):
            if slot >= 0:
                body, part = bodies[slot], self.parts[slot]
                about = torque + jnp.cross(place - body.x[:3], force)
                on_pose = body.T.T @ pose_force(body.x, force, about)
                Q = Q.at[part].add(on_pose[: part.stop - part.start])
        return Q


def _joint(model: Any, concerned: Concerned, law: None) -> Callable:
    """Rows between markers."""
    on_q, on_qd = (np.array(x, int) for x in model.kept())

    def function(q, qd, t, p, c):
        _, own, marks = concerned.at(q, qd, c)
        still = [x._replace(v=None, w=None) for x in marks]
        found = {"phi": model.phi(still, own, t, p)[on_q], "psi": model.psi(marks, own, t, p)}
        found["psi"] = found["psi"][on_qd]
        return found | ({"weight": own["weight"]} if model.massless else {})

    return function


def _force(model: Any, concerned: Concerned, law: None) -> Callable:
    """What acts at markers, brought to the coordinates."""

    def function(q, qd, t, p, c):
        bodies, own, marks = concerned.at(q, qd, c)
        acting = zip([mark.p for mark in marks], model.wrench(marks, own, t, p), strict=True)
        Q = concerned.pushed(q, bodies, acting)
        return {"Q": Q, "potential": model.potential(marks, own, t, p)}

    return function


def _friction(model: Any, concerned: Concerned, law: Any) -> Callable:
    """Friction of a joint by its multipliers, brought to the coordinates."""
    on_q, on_qd = (np.array(x, int) for x in model.kept())

    def function(q, qd, t, p, c, lam):
        bodies, own, marks = concerned.at(q, qd, c)
        x, v, mark = concerned.held(1, bodies, own)

        def rows(x, v):
            turned = marker.unpack(marker.vector(x, mark), marker.speeds(x, v, mark))
            there = [marks[0], turned, *marks[2:]]
            still = [one._replace(v=None, w=None) for one in there]
            return model.phi(still, own, t, p)[on_q], model.psi(there, own, t, p)[on_qd]

        # Of Aᵀ the part by the second body's pose, the ground's too.
        by_x, by_v = jax.jacfwd(rows)(x, v)[0], jax.jacfwd(rows, argnums=1)(x, v)[1]
        where = model.where(marks, own)
        force, torque = wrench_at(where, x, lam @ jnp.concatenate([by_x, by_v]))
        its = {name.removeprefix("rub "): y for name, y in own.items() if name[:4] == "rub "}
        on_2 = law.rub(marks, its, force, torque)
        return concerned.pushed(q, bodies, [(where, -on_2), (where, on_2)])

    return function
