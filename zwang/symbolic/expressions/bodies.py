r"""Bodies and loads of SymPy's mechanics as velocities, inertias and forces.

SymPy forms equations by writing out dot products between frames, which for five bars in a row takes
20 s. Here rotations stay matrices: R_F of each frame, the product of those on the way to it, whose
entries have names. What remains is as long as what the user wrote.

Of a body with the central inertia I, which is constant in axes that turn with Ω, angular momentum
changes by  I ω̇ + Ω × I ω + İ ω  in these axes; with a mass, momentum by  m v̇ + ṁ v.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

from sympy.core.function import AppliedUndef
from sympy.physics.mechanics import Particle, RigidBody
from sympy.physics.vector import ReferenceFrame, dynamicsymbols

from zwang.symbolic.expressions.walk import Replacing, used_by
from zwang.symbolic.untyped import sp

Triple = tuple[Any, Any, Any]


class Kinematics(NamedTuple):
    """Velocities of parts and what acts on them, in expressions."""

    # pairs of a name, a function of the time, and an expression; each after those that it uses
    definitions: tuple[tuple[Any, Any], ...]
    velocity: tuple[Triple, ...]  # (k, 3) of mass centres and other points, and angular ones
    # (k, 3, 3) a mass times 1, a matrix of inertia, or 0 for a point without mass
    inertia: tuple[Any, ...]
    # (k, 3) force or torque, less what turning axes and changing inertia need
    load: tuple[Triple, ...]


def kinematics_of(
    frame: Any, bodies: Any, loads: Any, speeds: Sequence[tuple[Any, Any]]
) -> Kinematics:
    """What bodies and loads give."""
    axes, parts = _Axes(frame, speeds), []
    left = [(where, vector) for where, vector in loads or ()]

    def taken(owner: Any) -> Any:
        """The sum of loads on a point or a frame."""
        own = [vector for where, vector in left if where is owner]
        left[:] = [x for x in left if x[0] is not owner]
        return sum(own[1:], own[0]) if own else None

    for body in bodies:
        parts.append(_moved(axes, body, taken(body.masscenter)))
        if isinstance(body, RigidBody):
            parts.append(_turned(axes, body, taken(body.frame)))
        elif not isinstance(body, Particle):
            raise TypeError(f"`model` has the body {body!r}; wanted a Particle or a RigidBody.")
    nothing = ((sp.S.Zero,) * 3,) * 3
    for where in dict.fromkeys(where for where, _ in left):
        turns = isinstance(where, ReferenceFrame)
        w = where.ang_vel_in(frame) if turns else where.vel(frame)
        parts.append((axes.fixed(w), nothing, axes.fixed(taken(where))))
    parts = [_that_matter(*part) for part in parts if any(x != 0 for x in part[0])]
    if not parts:
        raise ValueError("`model` has no bodies that move; wanted one at least.")
    velocity, inertia, load = zip(*parts, strict=True)
    return Kinematics(used_by(tuple(parts), axes.definitions), velocity, inertia, load)


def _that_matter(w: Triple, G: Any, f: Triple) -> tuple[Any, Any, Any]:
    """A part without what multiplies a zero: in a plane only one entry of an inertia matters."""
    moves = [x != 0 for x in w]
    G = tuple(
        tuple(x if a and b else sp.S.Zero for b, x in zip(moves, row, strict=True))
        for a, row in zip(moves, G, strict=True)
    )
    return w, G, tuple(x if a else sp.S.Zero for a, x in zip(moves, f, strict=True))


def _moved(axes: _Axes, body: Any, force: Any) -> tuple[Any, Any, Any]:
    """Of the mass centre: velocity, mass and force."""
    v, m = axes.fixed(body.masscenter.vel(axes.frame)), sp.sympify(body.mass)
    f = axes.fixed(force)
    changed = m.diff(dynamicsymbols._t)
    if changed != 0:
        f = tuple(x - changed * y for x, y in zip(f, v, strict=True))
    return v, _rows(m * sp.eye(3)), f


def _turned(axes: _Axes, body: Any, torque: Any) -> tuple[Any, Any, Any]:
    """Of a body's turning: angular velocity, inertia and torque, in the axes of its inertia."""
    inertia = body.central_inertia
    frames = {frame for _, *pair in inertia.args for v in pair for _, frame in v.args}
    own = frames.pop() if len(frames) == 1 else body.frame
    I = inertia.to_matrix(own)
    w = axes.turning(body.frame.ang_vel_in(axes.frame), own)
    turning = w if own == body.frame else axes.turning(own.ang_vel_in(axes.frame), own)
    momentum = I * sp.Matrix(w)
    needed = sp.Matrix(turning).cross(sp.Matrix([axes.named(x) for x in momentum]))
    needed += I.diff(dynamicsymbols._t) * sp.Matrix(w)
    f = axes.turning(torque, own)
    return w, _rows(I), tuple(x - y for x, y in zip(f, needed, strict=True))


def _rows(matrix: Any) -> tuple[Triple, ...]:
    return tuple(map(tuple, matrix.tolist()))


class _Axes:
    """Vectors of SymPy in the axes of a frame that does not turn, or of another."""

    def __init__(self, frame: Any, speeds: Sequence[tuple[Any, Any]]):
        self.frame = frame  # that does not turn
        self.definitions = [(x, tree) for x, tree in speeds if tree != 0]
        self._stop = Replacing({x: tree for x, tree in speeds if tree == 0})
        self._names: dict[Any, Any] = {}
        self._turns = {frame: (0, sp.eye(3))}  # of each frame: how far it is, and R
        self._sums: dict[Any, Any] = {}

    def named(self, tree: Any) -> Any:
        """A name for an expression that is no single symbol or number."""
        plain = lambda x: not x.args or isinstance(x, AppliedUndef | sp.Derivative)
        if plain(tree) or plain(-tree):
            return tree
        if tree not in self._names:
            name = sp.Function(f"~{len(self._names)}")(dynamicsymbols._t)
            self._names[tree] = name
            self.definitions.append((name, tree))
        return self._names[tree]

    def turn(self, frame: Any) -> tuple[int, Any]:
        """How many rotations a frame is away, and R (3, 3), its axes as columns."""
        if frame not in self._turns:
            path = self.frame._dict_list(frame, 0)
            far, R = self.turn(path[-2])
            R = (R * path[-2]._dcm_dict[frame]).applyfunc(self.named)
            self._turns[frame] = far + 1, R
        return self._turns[frame]

    def fixed(self, vector: Any) -> Triple:
        """A vector in axes that do not turn.

        It is a sum over frames, the nearest first: so bodies in a row have most of it in common.
        """
        pieces = self._pieces(vector)
        pieces.sort(key=lambda piece: self.turn(piece[1])[0])
        key, total = (), sp.zeros(3, 1)
        for numbers, frame in pieces:
            key = (*key, (sp.ImmutableMatrix(numbers), frame))
            if key not in self._sums:
                term = self.turn(frame)[1] * numbers
                self._sums[key] = (total + term).applyfunc(self.named)
            total = self._sums[key]
        return tuple(total)

    def _pieces(self, vector: Any) -> list[tuple[Any, Any]]:
        """Pairs of numbers (3, 1) and a frame."""
        given = () if vector is None or vector == 0 else vector.args
        return [(self._stop(numbers), frame) for numbers, frame in given]

    def turning(self, vector: Any, frame: Any) -> Triple:
        """A vector in the axes of a frame."""
        pieces = self._pieces(vector)
        if all(other == frame for _, other in pieces):
            total = reduce(lambda x, y: x + y[0], pieces, sp.zeros(3, 1))
            return tuple(total.applyfunc(self.named))
        R = self.turn(frame)[1]
        return tuple((R.T * sp.Matrix(self.fixed(vector))).applyfunc(self.named))
