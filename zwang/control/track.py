"""zw.track: say what a system must do; the force that does it follows."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import is_concrete, kept
from zwang.base.functions import STATE, Bound, Constant, given
from zwang.base.names import look_up
from zwang.base.status import Status
from zwang.bodies.mechanism import Mechanism
from zwang.control.controller import Controller
from zwang.control.joints import actuation_of, required_of
from zwang.control.plant import reacts
from zwang.control.requirements import checked_gains, checked_requirements, names_of
from zwang.solvers.base import input_status, mass_factor
from zwang.system.system import System


def track(
    system: System | Mechanism,
    requirements: Any,
    *,
    weight: Any = None,
    actuation: Any = None,
    gains: Any = None,
    compromise: Any = None,
    C: Any = None,
    priority: Any = None,
    degrees: Any = None,
) -> Controller:
    r"""The controller that makes a system meet requirements, exactly and with the least force.

    .. math:: u^T N u \to \min, \qquad A (\ddot q_{plant} + P u) = b

    The system's own constraints stay physics: the control acts on the constrained plant, whose
    constrained inverse mass is P. Requirements are never enforced by anything but u.

    Parameters
    ----------
    system : the model of the plant, with its physical constraints, ideal or not; or a mechanism
    requirements : constraints, one or several: what the system must do; of a mechanism also
        ``zw.joints.Driven`` and ``zw.joints.DrivenPose``: joints and bodies that must move as told
    weight : N of the control, positive definite: a number, a vector (diagonal), a matrix, or a
        function of (q, qd, t, p). Without it Nature's choice, N = M⁻¹, which for singular M
        means the force M (q̈ − q̈_plant). With ``actuation`` it is the weight of the inputs
    actuation : S (n, k) of u = S τ, a matrix or a function of (q, qd, t, p); or the names of the
        coordinates that are driven, or of a mechanism's joints. By default there is a force on
        every coordinate
    gains : (alpha, beta), or by the name of a requirement, of φ̈ + α φ̇ + β φ = 0 and
        ψ̇ + α ψ = 0: numbers, or one for each row of the requirement. A number alone is alpha,
        with beta = alpha²/4. A requirement on velocities takes alpha only. As a dict they are
        ``dict(alpha=..., beta=...)`` or ``dict(kp=..., kd=...)``, of φ̈ + kd φ̇ + kp φ = 0: kd is
        alpha, the gain of the rate, and kp is beta
    compromise : where not all requirements can be met: None to refuse, which is a status; True
        for the control that misses them least, in the metric M, however their rows are written; or
        by name how much each counts. Then rows that depend on each other but for 1e-4 of their
        lengths are given up in part
    C : the control that is wanted where the requirements leave a choice: a vector, one entry for
        each input, or a function of (q, qd, t, p). Of all controls that meet the requirements the
        nearest to it, in the metric of the weight, is taken. It never disturbs a requirement
    priority : by name, the level of a requirement: a whole number, 0 for the highest, which is
        also that of requirements that are not named. A lower requirement is met as far as the
        higher ones allow, and never disturbs them; what it misses stands in ``residual``
    degrees : by name, the relative degree of a requirement, or of each of its rows: after how many
        derivatives the inputs appear. Such rows are differentiated on; ``controller.raised`` finds
        them. Where directions of the requirements have a degree, and no row has one of its own, a
        list: how many independent directions of all rows have their inputs at once, after one
        derivative more, and so on; [1, 1] for the axle of a vehicle that is pushed and turned

    Returns
    -------
    Controller

    References
    ----------
    [U05] eqs. (24), (25); [KU93] eq. (32); [US10] eqs. (67), (75) for singular M.

    Examples
    --------
    >>> import zwang as zw
    >>> path = zw.Holonomic(lambda q, t: q[0] - t**2, name="path")
    >>> cart = zw.System([2.0, 1.0], lambda q: [q[1] - q[0], q[0] - q[1]])
    >>> zw.track(cart, path).force([1.0, 0.0], [2.0, 0.0], 1.0).tolist()
    [5.0, 0.0]
    """
    if isinstance(system, Mechanism):
        requirements, actuation = _of_mechanism(system, requirements, actuation)
        system = system.system(definite=True)
    if not isinstance(system, System):
        raise TypeError(f"`system` is {system!r}; wanted a zw.System or a zw.Mechanism.")
    found = checked_requirements(system, requirements)
    names = names_of(found)
    return Controller(
        system,
        found,
        _checked_weight(weight),
        _checked_actuation(actuation, system),
        checked_gains(gains, names),
        _checked_compromise(compromise, names),
        C=None if C is None else given("`C`", C, STATE),
        priority=_checked_priority(priority, names),
        degrees=_checked_degrees(degrees, names, system, priority),
    )


def _of_mechanism(mechanism: Mechanism, requirements: Any, actuation: Any) -> tuple[Any, Any]:
    """Requirements and actuation of a mechanism, by its joints."""
    several = isinstance(requirements, list | tuple)
    found = [required_of(mechanism, x) for x in (requirements if several else [requirements])]
    texts = _names(actuation)
    if texts:
        coordinates = mechanism.system(definite=True).coordinates or ()
        if not all(name in coordinates for name in texts):
            actuation = actuation_of(mechanism, texts)
    return found, actuation


def _names(actuation: Any) -> list[str]:
    """The names of what is driven; none for a matrix or a function."""
    texts = [actuation] if isinstance(actuation, str) else actuation
    if not isinstance(texts, list | tuple) or not all(isinstance(x, str) for x in texts):
        return []
    for name in texts:
        if texts.count(name) > 1:
            raise ValueError(
                f"`actuation` has {name!r} {texts.count(name)} times; wanted each name once."
            )
    return list(texts)


def _checked_weight(weight: Any) -> Bound | Constant | None:
    """The weight; numbers that are no weight are refused here, those of a function by a status."""
    if weight is None:
        return None
    found = given("`weight`", weight, STATE)
    if isinstance(found, Bound) or not is_concrete(found.value):
        return found
    N = np.asarray(found.value)
    if N.ndim > 2 or (N.ndim == 2 and N.shape[0] != N.shape[1]) or not N.size:
        raise ValueError(f"`weight` has the shape {N.shape}; wanted (), (k,) or (k, k).")
    if not np.isfinite(N).all():
        raise ValueError(f"`weight` is {reprlib.repr(weight)}; wanted finite numbers.")
    if N.ndim < 2:
        if (N <= 0).any():
            i = np.unravel_index(int(np.argmin(N)), N.shape)
            where = f" at {i[0]}" if i else ""
            raise ValueError(f"`weight` is {N[i]:g}{where}; wanted positive numbers.")
        return found
    status = input_status(N, N[:0], N[:, :0], N[:0, :0], np)
    if status != Status.OK:
        i, j = np.unravel_index(int(np.argmax(np.abs(N - N.T))), N.shape)
        raise ValueError(
            f"`weight` is a matrix with {N[i, j]:g} at ({i}, {j}) and {N[j, i]:g} at ({j}, {i}); "
            "wanted a symmetric one."
        )
    with np.errstate(all="ignore"):
        definite = mass_factor(N, np)[2]
    if not definite:
        least = np.linalg.eigvalsh((N + N.T) / 2)[0]
        raise ValueError(
            f"`weight` is a matrix with the eigenvalue {least:g}; wanted a positive definite one."
        )
    return found


def _checked_actuation(actuation: Any, system: System) -> Bound | Constant | None:
    if actuation is None:
        return None
    texts = _names(actuation)
    if texts:
        known: dict[str, int] = {name: i for i, name in enumerate(system.coordinates or ())}
        columns = [look_up(name, known, what="actuation") for name in texts]
        actuation = np.eye(len(known))[:, columns]
    return given("`actuation`", actuation, STATE)


def _checked_compromise(compromise: Any, names: tuple[str, ...]) -> Any:
    if compromise is None or compromise is False:
        return None
    if compromise is True:
        return ()
    if not isinstance(compromise, Mapping):
        raise TypeError(
            f"`compromise` is {compromise!r}; wanted True, or how much each requirement counts, "
            "by name."
        )
    for name, x in compromise.items():
        look_up(name, dict.fromkeys(names), what="compromise")
        arguments.number(f"compromise` of `{name}", x, least=0.0, above=True)
    return tuple((name, float(x)) for name, x in compromise.items())


def _checked_priority(priority: Any, names: tuple[str, ...]) -> Any:
    if priority is None:
        return None
    if not isinstance(priority, Mapping):
        raise TypeError(
            f"`priority` is {priority!r}; wanted the level of requirements, by name, such as "
            '{"posture": 1}.'
        )
    for name, x in priority.items():
        look_up(name, dict.fromkeys(names), what="priority")
        arguments.whole(f"priority` of `{name}", x, least=0)
    return tuple((name, int(x)) for name, x in priority.items())


def _checked_degrees(degrees: Any, names: tuple[str, ...], system: System, priority: Any) -> Any:
    if degrees is None:
        return None
    if reacts(system):
        raise ValueError(
            "`degrees` for a plant whose friction depends on forces; wanted one whose `nonideal` "
            "is a function of (q, qd, t, p) alone."
        )
    if isinstance(degrees, list | tuple) and degrees:
        counts = tuple(arguments.whole("degrees", x, least=0) for x in degrees)
        if len(counts) < 2 or not counts[-1]:
            raise ValueError(
                f"`degrees` is {degrees!r}; wanted how many directions have none, one, ... "
                "derivatives more, the last of them above zero, such as [1, 1]."
            )
        if priority is not None:
            raise ValueError(
                "`degrees` of directions with `priority`; wanted degrees by name, since directions "
                "mix the requirements."
            )
        return counts
    if not isinstance(degrees, Mapping):
        raise TypeError(
            f"`degrees` is {degrees!r}; wanted the relative degree of requirements, by name, such "
            'as {"tip": 4}, or how many directions have how many derivatives more.'
        )
    for name, x in degrees.items():
        look_up(name, dict.fromkeys(names), what="degrees")
        for each in x if isinstance(x, list | tuple | np.ndarray) else (x,):
            arguments.whole(f"degrees` of `{name}", each, least=0)
    return tuple((name, kept(np.asarray(x, int))) for name, x in degrees.items())
