"""The report of ``controller.check``: what is in the way, in sentences, and a table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

import numpy as np

from zwang.base.status import Status
from zwang.consistency.report import listed
from zwang.control.report.refusal import only_off_path
from zwang.equation.acceleration_form import Rows


def problems(found: Any, rows: Rows) -> Iterable[str]:
    """What is in the way, in sentences."""
    singular = found.rank < found.rank_nearby
    if found.empty:
        yield (
            f"Neither q nor qd enters {listed(found.empty)}, here and nearby: no motion changes "
            "what is asked. Require a function of the state that vanishes where all is well."
        )
    if found.idle and len(found.idle) == found.inputs:
        yield "No input moves anything, here and nearby. Look at `actuation`."
        return
    if found.crossed:
        yield f"{found.crossed} Look at what was given to `limited`."
        return
    if found.early:
        yield found.early
        return
    if singular:
        yield (
            f"This is a singular pose: the inputs meet {_demands(found.rank)} here, and "
            f"{found.rank_nearby} nearby.{_degree_here(found)}"
        )
    elif _must(found) and (others := [x for x in found.conflicting if x not in found.empty]):
        apart = f"{listed(others)} contradict each other: no motion meets them together."
        yield only_off_path(others) if found.agreed else apart
    if found.against_physics and not found.directions and _must(found):
        yield (
            f"{listed(found.against_physics)} cannot be met: the physical constraints do not allow "
            "it, whatever the forces."
        )
    if found.degrees or found.directions:
        yield _higher(found)
    if found.hidden:
        yield found.hidden
    for name in () if found.degrees or found.directions or found.hidden else found.out_of_reach:
        degree = "two" if name in rows.names[: rows.positions] else "one"
        yield (
            f"{name!r} has a relative degree above {degree}: it needs more than "
            f"{degree} derivative{'s' * (degree == 'two')} before the actuators appear, here and "
            "nearby. No input acts on it directly; require what the inputs act on, and let it "
            "follow."
        )
    yield from map(str, found.jumps)
    yield from _too_few(found, singular)
    if found.beyond_limits and _must(found):
        yield _beyond_limits(found)
    if found.off_path:
        yield f"As a start: {found.off_path}"
    told = found.unmet or singular or found.beyond_limits
    if found.status not in (Status.OK, Status.INFEASIBLE) and not told:
        yield f"{found.status.cause} {found.status.remedy}"


def raisable(found: Any) -> bool:
    """Whether rows may have inputs in higher derivatives."""
    reach = min(found.inputs, found.rank_of_demands)
    return bool(found.out_of_reach) or found.rank_nearby < reach


def hidden(found: Any) -> str:
    """What to say of rows in which no input appeared; empty if there are none."""
    if not found.hidden:
        return ""
    names, more = listed(found.hidden), found.looked + 2
    told = f"No input appears in {more} derivatives of {names} ({more - 1}, of velocities)"
    follow = "require what the inputs act on, and let it follow."
    if found.all:
        return f"{told}, and more a state does not have: no input ever acts there; {follow}"
    say = f"zw.track(..., degrees={{{found.hidden[0]!r}: {more + 2}}})"
    return f"{told}. Where one appears later, say in which, as in {say}; else {follow}"


def spent(found: Any) -> str:
    """What to say of rows for which no input is left."""
    inputs = f"{found.inputs} input{'s' * (found.inputs > 1)}"
    return (
        f"No input is left for {listed(found.spent)}: rows with the relative degrees "
        f"{_degrees(found.degrees)} are more than {inputs} can meet, in any derivatives. Drop "
        "some, or add an actuator; what is then required, controller.raised(q, qd, t, p) meets. "
        "Priorities and compromises are between accelerations, and act on nothing that has a "
        "higher degree."
    )


def _degrees(degrees: Any) -> str:
    return ", ".join(f"{name!r} {' '.join(map(str, x.tolist()))}" for name, x in degrees)


def _higher(found: Any) -> str:
    """Relative degrees above two, and what to do."""
    if found.spent:
        return spent(found)
    how = "controller.raised(q, qd, t, p) differentiates on and meets them."
    if not found.grip:
        how = (
            "So it is nearby. Here the inputs have no grip in these derivatives either, and near "
            "this state controller.raised(q, qd, t, p) grows without bound: keep to states in "
            "which they act; or require what they act on at once, and let the rest follow."
        )
    if found.directions:
        return (
            "The physical constraints decide some combination of the requirements at once, and "
            f"inputs appear in its further derivatives only: {_directions(found.directions)}. "
            f"Which combination it is turns with the state. {how}"
        )
    return (
        "The inputs appear in higher derivatives only, with a relative degree above two (one, of "
        f"velocities): {_degrees(found.degrees)}, where rows of a lower degree are met. {how}"
    )


def _directions(counts: tuple[int, ...]) -> str:
    """How many directions have which relative degree."""
    times = ("at once", "after one more", *(f"after {k} more" for k in range(2, len(counts))))
    some = [(x, when) for x, when in zip(counts, times, strict=True) if x]
    told = [f"{x} direction{'s' * (x > 1)} {when}" for x, when in some]
    return ", ".join(told)


def _demands(rank: int) -> str:
    return f"{rank} independent demand{'s' * (rank != 1)}"


def _degree_here(found: Any) -> str:
    """What a singular pose means for rows in which no input appears."""
    if found.still:
        return (
            f" No acceleration changes {listed(found.still)} here: the derivative by the "
            "velocities is zero, as that of an energy is at rest. Start from a state that moves."
        )
    if not found.lost:
        return ""
    return (
        f" No input appears in the derivatives of {listed(found.lost)} that are required: here "
        "the relative degree is higher, and inputs grow without bound on the way."
    )


def _too_few(found: Any, singular: bool) -> Iterable[str]:
    """Rows that inputs cannot meet together, though each may be met alone."""
    told = {*found.conflicting, *found.against_physics, *found.out_of_reach, *found.empty}
    left = tuple(name for name in found.unmet if name not in told)
    reach = min(found.inputs, found.rank_of_forces)
    if found.degrees or found.directions:
        return
    if found.rank_nearby < reach and not found.out_of_reach:
        yield (
            f"The inputs act on {_demands(found.rank_nearby)} of {found.rank_of_forces}, here and "
            "nearby, though there are enough of them: through two derivatives (one, of velocities) "
            "they act on the same combination, and some other has a higher relative degree. No "
            "input moves it at once; require what the inputs act on, and let it follow."
        )
    elif left and not singular and _must(found):
        inputs = f"{found.inputs} input{'s' * (found.inputs > 1)}"
        apart = f" Alone, {listed(found.alone)} could be met." if found.alone else ""
        nearest = "or accept the nearest control: zw.track(..., compromise=True)."
        lacks = " What has no mass takes no force, but for that of an input." * found.supplied
        advice = "or live with the nearest control." if found.compromise else nearest
        yield (
            f"{listed(left)} cannot all be met by {inputs}, of rank {found.rank}.{apart}{lacks} "
            f"Drop some, add an actuator, {advice}"
        )


def _must(found: Any) -> bool:
    """Whether a row of the highest level is missed, which must be met; or there is no control."""
    missed = {*found.unmet, *found.beyond_limits}
    return found.status != Status.OK or not missed <= {*found.lower}


def _beyond_limits(found: Any) -> str:
    at, wanted = _held(found), ", ".join(f"{x:.4g}" for x in found.demanded)
    return (
        f"{listed(found.beyond_limits)} cannot be met within the limits of the inputs: {at}. "
        f"Without limits the inputs would be {wanted}."
    )


def _held(found: Any) -> str:
    """The inputs at limits."""
    sides = ((i, "upper" if found.held[i] > 0 else "lower") for i in np.flatnonzero(found.held))
    return ", ".join(f"input {i} at its {side} limit" for i, side in sides)


def page(found: Any) -> Iterable[str]:
    """The lines of the report."""
    count = len(found.problems)
    missed = *found.unmet, *found.beyond_limits
    verdict = f"all requirements{' of the highest level' * bool(missed)} can be met"
    yield f"Feasibility: {verdict if found.ok else f'{count} problem' + 's' * (count > 1)}."
    for i, problem in enumerate(found.problems, 1):
        yield _wrapped(f"{i}. {problem}")
    yield ""
    met = tuple(x for x in found.rows if x not in missed)
    met = () if np.isnan(found.missed).any() else met  # nothing is known
    lines = [
        ("rows required", len(found.rows)),
        ("inputs", found.inputs),
        ("rank of A P S", f"{found.rank}, nearby {found.rank_nearby}"),
        ("condition", f"{found.condition:.2g}"),
        ("met at this instant" if _passes(found) else "met here", listed(met) if met else "none"),
    ]
    if missed:
        pairs = zip(found.rows, found.missed, strict=True)
        sizes = (f"{name!r} by {x:.3g}" for name, x in pairs if name in missed)
        lines.append(("missed in A q̈ = b", ", ".join(sizes)))
    if found.ok and found.held.any():
        lines.append(("at limits", _held(found)))
    decided = tuple(name for name in found.decided if name not in found.empty)
    if decided:
        lines.append(("met by physics alone", listed(decided)))
    if found.redundant:
        lines.append(("depend on each other", listed(found.redundant)))
    if found.idle:
        lines.append(("inputs without effect", ", ".join(map(str, found.idle))))
    if found.spare > 0:
        lines.append(("inputs to spare", f"{found.spare}: the least control is taken"))
    if found.degrees:
        pairs = (f"{name!r} {' '.join(map(str, x.tolist()))}" for name, x in found.degrees)
        lines.append(("relative degree", ", ".join(pairs)))
    if found.directions:
        lines.append(("inputs appear", _directions(found.directions)))
    if found.internal.unknown:
        lines.append(("nobody controls", f"not known: {found.internal.unknown}"))
    elif found.internal.count:
        title = "left to lower aims" if found.internal.lower else "nobody controls"
        lines.append((title, _uncontrolled(found.internal)))
    yield from (f"{title:22}{value}" for title, value in lines)


def _passes(found: Any) -> bool:
    """Whether rows may be met here though no input keeps them met."""
    return bool(found.degrees or found.directions or found.out_of_reach)


def _uncontrolled(internal: Any) -> str:
    """Motion that nobody controls, in words."""
    fastest = internal.eigenvalues[0]
    grows = {
        "stable": f"dies out at least like exp({fastest.real:.3g} t)",
        "undamped": "undamped: it drifts or swings on",
        "unstable": f"UNSTABLE, it grows like exp({fastest.real:.3g} t)",
    }[internal.here]
    places = f"{internal.count} direction{'s' * (internal.count > 1)} of the state"
    told = f"{places}, most of it {listed(internal.coordinates)}; linearised here {grows}"
    if internal.steady:
        return told
    return f"{told}; UNDECIDED, for that holds for an instant only: the motion changes it"


def _wrapped(text: str) -> str:
    style = textwrap.TextWrapper(88, initial_indent="  ", subsequent_indent="     ")
    style.break_on_hyphens = style.break_long_words = False
    return "\n".join(style.wrap(text))
