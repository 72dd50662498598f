"""Mechanism: bodies, joints and forces as one description, which can be checked and moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import Array
from zwang.base.escape import for_terminal
from zwang.base.functions import join, split
from zwang.base.identity.keyed import AbstractKeyed, Keyed, jit_by_key
from zwang.base.names import some_of
from zwang.bodies import members
from zwang.bodies.blocks import Blocks
from zwang.bodies.equations import Equations
from zwang.bodies.forces.base import AbstractForce
from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.forces.joint_friction import JointFriction
from zwang.bodies.functions import parts
from zwang.bodies.kinds.body import row
from zwang.bodies.varying import Made
from zwang.consistency.assemble import assemble
from zwang.consistency.diagnose import check
from zwang.consistency.report import Report
from zwang.equation.known import known
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulate
from zwang.system.constraints import Structured
from zwang.system.origin import AbstractStarted
from zwang.system.system import System


class Mechanism(AbstractKeyed, AbstractStarted):
    """Bodies, held by joints and moved by forces.

    A description that does not change: what was compiled for one serves another that is alike.
    Any topology will do, closed loops and joints that repeat each other too.

    Parameters
    ----------
    bodies : ``RigidBody``, ``PlanarBody`` and ``Particle``, each with a name of its own
    joints : of ``zw.joints``, between these bodies or a body and ``zw.GROUND``. The nameless are
        called by their kind and number
    forces : ``Gravity``, ``Spring`` and the like

    Any number of them may be a parameter: a name in ``p``, as ``mass="m"``, or a function of it.

    Examples
    --------
    >>> import zwang as zw
    >>> rod = zw.RigidBody(1.0, [0.1, 0.1, 0.01], p_WB=[0.5, 0.0, 0.0], name="rod")
    >>> hinge = zw.joints.Revolute(zw.GROUND, rod, point=[0, 0, 0], axis=[0, 1, 0], name="hinge")
    >>> pendulum = zw.Mechanism([rod], joints=[hinge], forces=[zw.Gravity()])
    >>> pendulum.check().degrees_of_freedom
    1
    """

    def __init__(self, bodies: Sequence[Any], joints: Sequence[Any] = (), forces: Any = ()):
        self.bodies = members.checked_bodies(bodies)
        self.joints = members.checked_joints(joints)
        self.forces = members.checked_forces(forces, joints, self.joints)
        self._hidden = members.hidden_bodies(self.joints)
        members.require_distinct([b.name for b in (*self.bodies, *self._hidden)], "bodies", "body")
        # The norms of quaternions have names of their own, among those of the joints.
        names = [joint.label for joint in self.joints]
        norms = [f"{body.name}.norm" for body in self.bodies]
        members.require_distinct([*names, *norms], "joints", "joint")
        by_name = {body.name: body for body in (*self.bodies, *self._hidden)}
        for part in (*self.joints, *self.forces):
            for body in () if isinstance(part, Gravity) else part.bodies:
                members.require_member(part, body, by_name)
        members.require_one_gravity(self._all(Gravity))
        for gravity in self._all(Gravity):
            gravity.require_of_use(all(body.planar for body in self.bodies))
        joint_by_name = {joint.label: joint for joint in self.joints}
        for part in (*self.joints, *self.forces):
            for joint in getattr(part, "joints", ()):
                members.require_joint(part, joint, joint_by_name)

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.equations, self._names

    def _all(self, kind: Any) -> list[Any]:
        return [force for force in self.forces if isinstance(force, kind)]

    @cached_property
    def equations(self) -> Equations:
        """Its equations, batch by batch."""
        return Equations(
            (*self.bodies, *self._hidden),
            self.joints,
            self._all(AbstractForce),
            self._all(Gravity),
            self._all(JointFriction),
        )

    @cached_property
    def _names(self) -> tuple[Any, ...]:
        """Names of coordinates, and of rows and groups on positions and on velocities."""
        every = (*self.bodies, *self._hidden)
        coordinates = tuple(f"{body.name}.{axis}" for body in every for axis in body.axes)
        norms = [f"{every[i].name}.norm" for i in self.equations.rigid]
        return coordinates, *members.named_rows(self.joints, norms)

    def system(self, *, definite: bool = False) -> System:
        """The ``zw.System`` of this mechanism.

        Parameters
        ----------
        definite : whether M is made positive definite, by which neither motion nor forces
            change; otherwise it is the papers' own, of rank 6 for each rigid body

        References
        ----------
        [US10] eqs. (91), (122).
        """
        arguments.flag("definite", definite)
        return self.moving if definite else self._singular

    @cached_property  # a System keeps what was traced of it, so there is one of each
    def _singular(self) -> System:
        return self._made(definite=False)

    @cached_property
    def moving(self) -> System:
        """The System that its motions are of, with a definite M."""
        return self._made(definite=True)

    def _made(self, *, definite: bool) -> System:
        equations = self.equations
        coordinates, (on_q, q_groups), (on_qd, qd_groups) = self._names
        constraints = []
        if on_q:
            constraints.append(Structured(parts.Positions(equations), on_q, q_groups, 0))
        if on_qd:
            curved = any(joint.curved for joint in self.joints)
            constraints.append(
                Structured(parts.Velocities(equations), on_qd, qd_groups, 1, curved=curved)
            )
        return System(
            parts.Mass(equations, definite),
            parts.Force(equations, definite, self.forces),
            constraints,
            nonideal=parts.Friction(equations, self.forces) if equations.rubbing else None,
            coordinates=coordinates,
            energy=parts.Energy(equations),
            observables={
                "kinetic energy": parts.Kinetic(equations),
                "potential energy": parts.Potential(equations),
            },
            origin=self,
        )

    def blocks(
        self, q: Any, qd: Any, t: Any = 0.0, p: Any = None, *, definite: bool = False
    ) -> Blocks:
        """M, Q, A and b block by block, in time linear in the number of bodies and joints.

        Parameters
        ----------
        q : (n,)    coordinates
        qd : (n,)   velocities
        t : ()      time
        p : parameters
        definite : as for ``system``
        """
        q, qd, t = self.system().state(q, qd, t, jnp)
        arguments.flag("definite", definite)
        numbers, rest = split(p)
        fixed = known(self.system(definite=definite), q, qd, t, numbers, rest)
        fixed = Keyed(self, (fixed.key, self.equations.places()))
        return _blocks(fixed, rest, definite, q, qd, t, numbers)

    def at(self, p: Any) -> Mechanism:
        """The same mechanism with the numbers that parameters give; itself if none does.

        Parameters
        ----------
        p : parameters, known ones
        """
        if not self.equations.open:
            return self
        made = Made(p)
        parts = (list(map(made, x)) for x in (self.bodies, self.joints, self.forces))
        return Mechanism(*parts)

    def start(self, p: Any = None) -> tuple[Array, Array]:
        """Coordinates and velocities (n,) of the bodies as they were given.

        Parameters
        ----------
        p : parameters, where places or velocities of bodies depend on them
        """
        made = Made(p)
        joints = [made(joint) if joint.massless else joint for joint in self.joints]
        bodies = [made(body) if body.starts else body for body in self.bodies]
        every = (*bodies, *members.hidden_bodies(joints))
        q, qd = zip(*(body.coordinates() for body in every), strict=True)
        return row(*q), row(*qd)

    def check(self, q: Any = None, qd: Any = None, t: Any = 0.0, p: Any = None) -> Report:
        """Diagnose it: mobility, redundant joints, which reactions are unique; see ``zw.check``.

        Parameters
        ----------
        q, qd : (n,)    where; by default at the start
        t : ()      time
        p : parameters
        """
        q, qd = self.state(q, qd, p)
        report = check(self.system(definite=True), q, qd, t, p)
        every = (*self.bodies, *self._hidden)
        freedom = sum(body.freedom for body in every)
        rows = sum(len(rows) for joint in self.joints for rows in joint.row_names())
        theirs, ours = "zw.assemble(system, q, qd", "mechanism.assemble(q, qd"
        problems = [text.replace(theirs, ours) for text in report.problems]
        report = replace(report, problems=problems, counted=freedom - rows)
        return self._with_directions(report, q, qd, t, p)

    def _with_directions(self, report: Report, q: Any, qd: Any, t: Any, p: Any) -> Report:
        from zwang.bodies.along.reactions import with_directions

        return with_directions(self, report, q, qd, t, p)

    def assemble(
        self,
        q: Any = None,
        qd: Any = None,
        t: Any = 0.0,
        p: Any = None,
        *,
        hold: Any = (),
    ) -> tuple[Array, Array]:
        """The nearest coordinates and velocities that satisfy the joints; see ``zw.assemble``.

        Parameters
        ----------
        q, qd : (n,)    a guess; by default the start
        t : ()      time
        p : parameters
        hold : names of coordinates that keep their values, such as "crank.x"; or the name of a
            body, for all of its
        """
        q, qd = self.state(q, qd, p)
        return assemble(
            self.system(definite=True), q, qd, t, p, hold=members.held(self.bodies, hold)
        )

    def simulate(
        self, t: Any, p: Any = None, *, q0: Any = None, qd0: Any = None, **options: Any
    ) -> Motion:
        """Move it; see ``zw.simulate``.

        Parameters
        ----------
        t : a pair (start, end), or the times to report
        p : parameters
        q0, qd0 : (n,)      where from; by default the start
        **options : as for ``zw.simulate``
        """
        try:
            return simulate(self, q0, qd0, t, p, **options)
        except ValueError as error:
            told = str(error)
            if "zw.assemble(system" not in told:
                raise
            ours = "q0, qd0 = mechanism.assemble(t=t0, p=p), then simulate(..., q0=q0, qd0=qd0)."
            raise ValueError(told[: told.index("q0, qd0 = zw.assemble")] + ours) from None

    def pose(self, name: str, q: Any = None, qd: Any = None, p: Any = None) -> Any:
        """Where a body is; see ``zwang.bodies.along.body_pose.PoseView``.

        Parameters
        ----------
        name : of the body
        q, qd : (n,)    the state; by default the start
        p : parameters, where the start depends on them
        """
        from zwang.bodies.along.body_pose import pose_of

        return pose_of(self, name, *self.state(q, qd, p))

    def reaction(
        self, name: str, q: Any = None, qd: Any = None, t: Any = 0.0, p: Any = None
    ) -> Any:
        """What a joint exerts in a state; see ``zwang.bodies.along.exerted.JointReaction``.

        Parameters
        ----------
        name : of the joint
        q, qd : (n,)    the state; by default the start
        t : ()      time
        p : parameters
        """
        from zwang.bodies.along.reactions import reaction_at

        return reaction_at(self, name, *self.state(q, qd, p), t, p)

    def kinetic_energy(self, q: Any, qd: Any, p: Any = None) -> Array:
        """The kinetic energy ().

        Parameters
        ----------
        q, qd : (n,)    coordinates and velocities
        p : parameters
        """
        q, qd, _ = self.system().state(q, qd, 0.0, jnp)
        return self.equations.at(join(*split(p))).kinetic(q, qd)

    def potential_energy(self, q: Any, t: Any = 0.0, p: Any = None) -> Array:
        """The potential energy () of weights and springs; loads and dampers have none.

        Parameters
        ----------
        q : (n,)    coordinates
        t : ()      time
        p : parameters
        """
        q, _, t = self.system().state(q, jnp.zeros(np.shape(q)), t, jnp)
        p = join(*split(p))
        return self.equations.at(p).potential(q, t, p)

    def __repr__(self) -> str:
        bodies = some_of([body.name for body in self.bodies])
        joints = some_of([x.label for x in self.joints])
        return for_terminal(f"Mechanism(bodies: {bodies}; joints: {joints})")

    def state(self, q: Any, qd: Any, p: Any = None) -> tuple[Any, Any]:
        """Coordinates and velocities (n,), those of the start where None is given.

        Parameters
        ----------
        q, qd : (n,)    or None
        p : parameters, where the start depends on them
        """
        start = self.start(p) if q is None or qd is None else (q, qd)
        return start[0] if q is None else q, start[1] if qd is None else qd


@jit_by_key(0, 1, 2)
def _blocks(fixed: Keyed, rest: Keyed, definite: bool, q, qd, t, numbers) -> Blocks:
    p = join(numbers, rest)
    return fixed.value.equations.at(p).blocks(q, qd, t, p, definite=definite)
