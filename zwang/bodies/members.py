"""What a mechanism is made of, checked: bodies, joints and forces that belong together."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from zwang.bodies.forces.base import AbstractForce
from zwang.bodies.forces.gravity import Gravity
from zwang.bodies.forces.joint_friction import JointFriction
from zwang.bodies.joints.base import AbstractJoint
from zwang.bodies.kinds.body import GROUND, AbstractBody, Ground
from zwang.bodies.varying import changed


def checked_bodies(bodies: Any) -> tuple[AbstractBody, ...]:
    found = tuple(bodies) if isinstance(bodies, list | tuple) else (bodies,)
    if not found:
        raise ValueError("`bodies` is empty; wanted one body or more.")
    for body in found:
        if isinstance(body, Ground):
            raise ValueError("`bodies` holds zw.GROUND, which is there without being named.")
        if not isinstance(body, AbstractBody):
            raise TypeError(f"`bodies` holds {body!r}; wanted bodies such as zw.RigidBody(...).")
    return found


def checked_joints(joints: Any) -> tuple[AbstractJoint, ...]:
    found = list(joints) if isinstance(joints, list | tuple) else [joints]
    for joint in found:
        if not isinstance(joint, AbstractJoint):
            raise TypeError(
                f"`joints` holds {joint!r}; wanted joints such as zw.joints.Revolute(...)."
            )
    given, taken = [*found], {joint.name for joint in found}
    for i, joint in enumerate(found):
        if joint.name is None:
            kind = sum(type(x) is type(joint) for x in found[: i + 1])
            free = (f"{joint.kind} {k}" for k in range(kind, kind + len(found) + 1))
            name = next(x for x in free if x not in taken)
            taken.add(name)
            found[i] = joint.renamed(name)
    return tuple(_in_named(joint, list(zip(given, found, strict=True))) for joint in found)


def checked_forces(forces: Any, joints: Any, named: Sequence[AbstractJoint]) -> tuple[Any, ...]:
    """The forces; those in a joint as it was given, without a name, are in it as it is named."""
    found = tuple(forces) if isinstance(forces, list | tuple) else (forces,)
    for force in found:
        if not isinstance(force, AbstractForce | Gravity | JointFriction):
            raise TypeError(f"`forces` holds {force!r}; wanted forces such as zw.Gravity().")
    given = joints if isinstance(joints, list | tuple) else [joints]
    pairs = list(zip(given, named, strict=True))
    return tuple(_in_named(force, pairs) for force in found)


def _in_named(part: Any, pairs: list[tuple[Any, AbstractJoint]]) -> Any:
    own = getattr(part, "joint", None)
    if not isinstance(own, AbstractJoint) or own.name is not None:
        return part
    same = [new for old, new in pairs if old is own] or [new for old, new in pairs if old == own]
    return changed(part, joint=same[0]) if same else part


def require_distinct(names: Iterable[str], where: str, what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen or name == GROUND.name:
            taken = "is that of the ground" if name == GROUND.name else "is there more than once"
            raise ValueError(
                f"`{where}`: the name {name!r} of a {what} {taken}; wanted names that differ."
            )
        seen.add(name)


def require_member(part: Any, body: Any, by_name: dict[str, AbstractBody]) -> None:
    if isinstance(body, Ground):
        return
    if body.name not in by_name:
        near = difflib.get_close_matches(body.name, by_name, n=1)
        hint = f" Is it {near[0]!r}?" if near else ""
        raise ValueError(f"{part!r} concerns {body.name!r}, which is not among `bodies`.{hint}")
    if by_name[body.name] != body:
        raise ValueError(
            f"{part!r} was made with another body {body.name!r} than that among `bodies`; wanted "
            "the same one."
        )


def require_joint(part: Any, joint: Any, by_name: dict[str, AbstractJoint]) -> None:
    if joint.label not in by_name or by_name[joint.label] != joint:
        raise ValueError(f"{part!r} concerns {joint!r}, which is not among `joints`.")


def require_one_gravity(gravities: Sequence[Gravity]) -> None:
    if len(gravities) > 1:
        raise ValueError(
            f"`forces` holds {len(gravities)} of zw.Gravity, which would add up; wanted one, whose "
            "`g` is the sum."
        )


def hidden_bodies(joints: Iterable[AbstractJoint]) -> tuple[AbstractBody, ...]:
    """Coordinates that joints bring with them."""
    others = (body for joint in joints if joint.massless for body in joint.others)
    return tuple(body for body in others if isinstance(body, AbstractBody))


def named_rows(joints: Iterable[AbstractJoint], norms: Iterable[str]) -> list[tuple[Any, Any]]:
    """Names and groups of the rows on positions, the lengths of quaternions last, and of those on
    velocities.
    """
    found = []
    for level in (0, 1):
        names, groups = [], []
        for joint in joints:
            own = joint.row_names()[level]
            if own:
                groups.append((joint.label, tuple(range(len(names), len(names) + len(own)))))
                names += own
        for name in norms if level == 0 else ():
            groups.append((name, (len(names),)))
            names.append(name)
        found.append((tuple(names), tuple(groups)))
    require_distinct([x for names, _ in found for x in names], "joints", "row")
    return found


def held(bodies: Iterable[AbstractBody], hold: Any) -> Any:
    """Names of bodies written out as those of their coordinates."""
    axes = {body.name: body.axes for body in bodies}
    items = [hold] if isinstance(hold, str) else hold
    if not isinstance(items, list | tuple | set | frozenset):
        return hold
    return [
        f"{item}.{axis}" if item in axes else item
        for item in items
        for axis in (axes[item] if isinstance(item, str) and item in axes else [""])
    ]
