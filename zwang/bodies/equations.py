r"""The equations of a mechanism: M, Q, A, b, C and the energies, from its parts.

Blocks first, each of one body, or of one joint and its bodies, in time and program linear in their
number; then one scatter puts them into the dense matrices that the kernel takes.

**The mass matrix made definite.** With the rows A_g q̈ = b_g of any constraints g, and any weight
W ≥ 0,

    M̂ = M + A_gᵀ W A_g,        Q̂ = Q + A_gᵀ W b_g

give the same motion and the same constraint force: what is added to both sides of M q̈ = Q + Qc is
A_gᵀ W (A_g q̈) = A_gᵀ W b_g. Taken with the length of the quaternion, A_g = uᵀ, b_g = −u̇ᵀu̇ and
W = 4 J₀, it makes 4 EᵀJE + 4 J₀ u uᵀ of the 4 EᵀJE, which is positive definite: the auxiliary
system with α² = 4 J₀ and z = α²b. A point on a curve has a coordinate without mass, s; its rows
give it one.

References
----------
[US10] eqs. (91), (119), (122), (123).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from zwang.base.identity.keyed import AbstractKeyed
from zwang.bodies.alike import together
from zwang.bodies.batches import LEVELS, Batch, batched, marked, markers, position_rows
from zwang.bodies.blocks import Blocks, JointBlocks
from zwang.bodies.forces.base import AbstractForce
from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.friction import Places, pose_force, rubbings
from zwang.bodies.kinds.body import GROUND, AbstractBody, Placed
from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.layout import Layout
from zwang.bodies.varying import Made, put
from zwang.system.constraints import Rowwise


class Equations(AbstractKeyed):
    """The parts of a mechanism sorted into batches, and the equations that follow.

    Attributes
    ----------
    layout : where bodies and coordinates are
    joints : batches of joints
    first : places of the joints' first rows, on positions and on velocities
    rows : for each batch the places (J, k) of its rows on positions, and on velocities
    m : number of rows on positions, the norms among them; and on velocities
    forces, rubbing : batches of forces, and of joint friction
    """

    def __init__(
        self,
        bodies: Sequence[AbstractBody],
        joints: Sequence[Any],
        forces: Sequence[AbstractForce],
        gravity: Sequence[Gravity],
        friction: Sequence[Any],
    ):
        self.layout = Layout(bodies, GROUND)
        index = self.layout.index
        self.planar = all(body.planar for body in bodies)
        self.masses = np.array([body.mass for body in bodies], float)
        self.gravity = tuple(gravity)
        self.joints = batched(joints, index)
        self.forces = batched(forces, index)
        self.rigid = np.array([i for i, b in enumerate(bodies) if isinstance(b, RigidBody)], int)
        self.weights = np.array([_weight(bodies[i]) for i in self.rigid], float)
        kept = [joint.kept() for joint in joints]
        self.first = [np.cumsum([0, *(len(rows[level]) for rows in kept)]) for level in (0, 1)]
        self.m = int(self.first[0][-1]) + len(self.rigid), int(self.first[1][-1])
        self.rows = tuple(map(self.place_rows, self.joints))
        self.rubbing = rubbings(friction, joints, self.place_rows, index)
        every = (*bodies, *joints, *forces, *gravity, *friction)
        self.open = any(part.open for part in every)

    def at(self, p: Any) -> Equations:
        """The same with the numbers that parameters give.

        Parameters
        ----------
        p : parameters
        """
        if not self.open:
            return self
        made, found, bodies = Made(p), copy(self), self.layout.open
        found.open = False
        found.layout = self.layout.at(made)
        if bodies:
            found.masses = put(self.masses, [*bodies], [made(x).mass for x in bodies.values()])
        rigid = [(k, made(bodies[i])) for k, i in enumerate(self.rigid) if i in bodies]
        if rigid:
            weights = [_weight(body) for _, body in rigid]
            found.weights = put(self.weights, [k for k, _ in rigid], weights)
        found.gravity = tuple(map(made, self.gravity))
        found.joints = tuple(batch.at(made) for batch in self.joints)
        found.forces = tuple(batch.at(made) for batch in self.forces)
        found.rubbing = tuple(batch.at(made) for batch in self.rubbing)
        return found

    def place_rows(self, batch: Batch) -> Places:
        """Places (J, k) of the rows of a batch of joints, on positions and on velocities."""
        on_q, on_qd = (
            self.first[level][batch.places][:, None] + np.arange(len(kept))
            for level, kept in enumerate(batch.model.kept())
        )
        return on_q, on_qd

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.layout, self.joints, self.forces, self.gravity, self.rubbing, self.masses

    def places(self) -> tuple[bytes, ...]:
        """What tells its blocks from others of the same matrices: where they stand."""
        bodies = [batch.bodies for batch in self.joints]
        rows = [x for levels in self.rows for x in levels]
        return tuple(
            np.ascontiguousarray(x).tobytes() for x in (self.layout.columns, *bodies, *rows)
        )

    def _placed_joints(self) -> list[tuple[Batch, Places]]:
        """Joints in as few batches as can be, each with the places of its rows."""
        return together(zip(self.joints, self.rows, strict=True))

    def _forces(self) -> list[Batch]:
        """Forces in as few batches as can be."""
        return [batch for batch, _ in together((batch, ()) for batch in self.forces)]

    # -- masses and forces -----------------------------------------------------------------------

    def M(self, q: Array, t: Array, p: Any, *, definite: bool) -> Array:
        """The mass matrix (n, n)."""
        M = self.layout.dense_mass(self.mass_blocks(q, definite=definite))
        for batch, rows in self._placed_joints() if definite else ():
            if batch.model.massless:
                A = self._weighted(batch, rows, q, jnp.zeros_like(q), t, p)[0]
                M = M + A.T @ A
        return M

    def mass_blocks(self, q: Array, *, definite: bool) -> Array:
        """The blocks of M (N, 7, 7); with 4 J₀ u uᵀ where it is to be definite."""
        M = self.layout.mass_blocks(q)
        if definite and len(self.rigid):
            u = self.layout.gathered(q)[self.rigid, 3:]
            added = self.weights[:, None, None] * u[:, :, None] * u[:, None, :]
            M = M.at[self.rigid, 3:, 3:].add(added)
        return M

    def Q(self, q: Array, qd: Array, t: Array, p: Any, *, definite: bool, own=False) -> Array:
        """The given force (n,); ``own`` without what gives mass to coordinates that have none."""
        placed = self.layout.placed(q, qd)
        forces = self.layout.velocity_forces(q, qd)
        if definite and len(self.rigid):
            u, ud = (self.layout.gathered(x)[self.rigid, 3:] for x in (q, qd))
            added = -self.weights[:, None] * (ud * ud).sum(axis=1, keepdims=True) * u
            forces = forces.at[self.rigid, 3:].add(added)
        on_poses = self._given_forces(placed, t, p)[:-1]
        forces = forces + jnp.einsum("aij,ai->aj", placed.T[:-1], on_poses)
        Q = self.layout.summed(forces)
        for batch, rows in self._placed_joints() if definite else ():
            if batch.model.massless and not own:
                A, b = self._weighted(batch, rows, q, qd, t, p)
                Q = Q + A.T @ b
        return Q

    def _weighted(self, batch: Batch, rows: Any, q, qd, t, p) -> tuple[Array, Array]:
        """√W A_g and √W b_g of rows that give a coordinate without mass some."""
        placed = self.layout.placed(q, qd)
        found = position_rows(batch, marked([batch], placed)[0], placed, t, p)
        weight = jnp.sqrt(jnp.asarray(batch.numbers["weight"]))[:, None]
        place = np.arange(rows[0].size).reshape(rows[0].shape)
        A = self._scattered(found.A * weight[..., None, None], batch.bodies, place, place.size)
        return A, (found.b * weight).reshape(-1)

    def _given_forces(self, placed: Placed, t: Array, p: Any) -> Array:
        """Forces (N + 1, 7) on the poses, the ground's last."""
        found = jnp.zeros_like(placed.x)
        for gravity in self.gravity:
            pull = self.masses[:, None] * gravity.pull(self.planar, t, p)
            found = found.at[:-1, :3].add(pull)
        forces = self._forces()
        for batch, here in zip(forces, marked(forces, placed), strict=True):

            def wrench(here, c, model=batch.model):
                return model.wrench(markers(here.y, here.s), c, t, p)

            found = self.pushed(
                found, placed, batch.bodies, here.y[..., :3], jax.vmap(wrench)(here, batch.arrays)
            )
        return found

    def pushed(self, found: Array, placed: Placed, bodies, points, wrench) -> Array:
        """Forces on poses, with those added that act at points (J, arity, 3) of bodies."""
        x = placed.x[bodies]
        force = wrench[..., 0, :]
        torque = wrench[..., 1, :] + jnp.cross(points - x[..., :3], force)
        return found.at[bodies].add(pose_force(x, force, torque))

    # -- rows ------------------------------------------------------------------------------------

    def _level(self, level: int, placed: Placed, t: Array, p: Any) -> list[tuple]:
        """For each batch with rows at this level: itself, the places of its rows, the rows."""
        some = [(batch, rows[level]) for batch, rows in self._placed_joints()]
        some = [(batch, rows) for batch, rows in some if rows.size]
        here = marked([batch for batch, _ in some], placed)
        return [
            (batch, rows, LEVELS[level](batch, at, placed, t, p))
            for (batch, rows), at in zip(some, here, strict=True)
        ]

    def positions(self, q: Array, qd: Array, t: Array, p: Any) -> Rowwise:
        """The rows on positions: those of the joints, then the lengths of the quaternions."""
        m, placed = self.m[0], self.layout.placed(q, qd)
        A, b = jnp.zeros((m, self.layout.n + 1)), jnp.zeros(m)
        phi, velocity = jnp.zeros(m), jnp.zeros(m)
        for batch, rows, found in self._level(0, placed, t, p):
            A = self._scattered(found.A, batch.bodies, rows, into=A)
            b, phi = b.at[rows].set(found.b), phi.at[rows].set(found.phi)
            velocity = velocity.at[rows].set(found.velocity)
        if len(self.rigid):
            # φ = ½ (uᵀu − 1): A = uᵀ, b = −u̇ᵀu̇, [US10] eq. (93).
            u, ud = (self.layout.gathered(x)[self.rigid, 3:] for x in (q, qd))
            rows = np.arange(m - len(self.rigid), m)
            A = A.at[rows[:, None], self.layout.columns[self.rigid, 3:]].set(u)
            b = b.at[rows].set(-(ud * ud).sum(axis=1))
            phi = phi.at[rows].set(((u * u).sum(axis=1) - 1.0) / 2.0)
            velocity = velocity.at[rows].set((u * ud).sum(axis=1))
        return Rowwise(A[:, :-1], b, phi, velocity)

    def velocities(self, q: Array, qd: Array, t: Array, p: Any) -> Rowwise:
        """The rows on velocities."""
        m, placed = self.m[1], self.layout.placed(q, qd)
        A, b, velocity = jnp.zeros((m, self.layout.n + 1)), jnp.zeros(m), jnp.zeros(m)
        for batch, rows, found in self._level(1, placed, t, p):
            A = self._scattered(found.A, batch.bodies, rows, into=A)
            b = b.at[rows].set(found.b)
            velocity = velocity.at[rows].set(found.velocity)
        return Rowwise(A[:, :-1], b, None, velocity)

    def _scattered(self, A: Array, bodies, rows, count: int = 0, into: Any = None) -> Array:
        """Blocks (J, k, arity, 7) at their rows (J, k) and columns, dense."""
        dense = jnp.zeros((count, self.layout.n + 1)) if into is None else into
        at = rows[:, :, None, None], self.layout.columns[bodies][:, None, :, :]
        dense = dense.at[at].add(A)
        return dense[:, :-1] if into is None else dense

    def blocks(self, q: Array, qd: Array, t: Array, p: Any, *, definite: bool) -> Blocks:
        """All of the equations, block by block; a coordinate without mass stays so."""
        placed = self.layout.placed(q, qd)
        found = [
            JointBlocks(x.A, x.b, batch.bodies, rows + level * self.m[0])
            for level in (0, 1)
            for batch, rows, x in self._level(level, placed, t, p)
        ]
        u, ud = (self.layout.gathered(x)[self.rigid, 3:] for x in (q, qd))
        return Blocks(
            M=self.mass_blocks(q, definite=definite),
            columns=self.layout.columns,
            Q=self.Q(q, qd, t, p, definite=definite, own=True),
            joints=tuple(found),
            norm=(u, -(ud * ud).sum(axis=1)),
            rigid=self.rigid,
        )

    # -- friction and energies -----------------------------------------------------------

    def friction(self, q: Array, qd: Array, t: Array, p: Any) -> Any:
        """The law of friction in a state: a function of lam (m,) that returns C (n,)."""
        placed = self.layout.placed(q, qd)
        laws = [(x.joints.bodies[:, :2], x.prepare(placed, self.m[0], t, p)) for x in self.rubbing]

        def C(lam):
            found = jnp.zeros_like(placed.x)
            for bodies, law in laws:
                on_2, where = law(lam)
                wrench = jnp.stack([-on_2, on_2], axis=1)
                points = jnp.stack([where, where], axis=1)
                found = self.pushed(found, placed, bodies, points, wrench)
            return self.layout.summed(jnp.einsum("aij,ai->aj", placed.T[:-1], found[:-1]))

        return C

    def rubbed(self) -> tuple[np.ndarray, np.ndarray]:
        """Places of the multipliers that friction looks at, and of the coordinates it acts on."""
        levels = [level * self.m[0] + x.rows[level] for x in self.rubbing for level in (0, 1)]
        bodies = [self.layout.columns[x.joints.bodies[:, :2]] for x in self.rubbing]
        rows, columns = (np.unique(np.concatenate([*map(np.ravel, y)])) for y in (levels, bodies))
        return rows.astype(int), columns[columns < self.layout.n]

    def kinetic(self, q: Array, qd: Array) -> Array:
        """The kinetic energy ()."""
        cd = self.layout.gathered(qd)
        return jnp.einsum("ai,aij,aj->", cd, self.layout.mass_blocks(q), cd) / 2.0

    def potential(self, q: Array, t: Array, p: Any) -> Array:
        """The potential energy () of weights and springs."""
        placed, V = self.layout.placed(q, jnp.zeros_like(q)), jnp.zeros(())
        for gravity in self.gravity:
            V = V - self.masses @ (placed.x[:-1, :3] @ gravity.pull(self.planar, t, p))
        forces = self._forces()
        for batch, here in zip(forces, marked(forces, placed), strict=True):

            def energy(here, c, model=batch.model):
                return model.potential(markers(here.y, here.s), c, t, p)

            V = V + jax.vmap(energy)(here, batch.arrays).sum()
        return V


def _weight(body: Any) -> Any:
    """4 J₀ with the mean of the moments: any positive number does where J is definite.

    Without inertia it is zero. One direction with mass would not make the other three definite,
    but M_jj = u_j² W would be what the unit of a coordinate is taken from, and that is rounding
    where u_j is.
    """
    J = body.inertia
    return 4.0 * (J[0, 0] + J[1, 1] + J[2, 2]) / 3.0
