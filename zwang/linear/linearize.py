"""zw.linearize: small motions about a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from zwang.base.arrays import as_floats, is_concrete
from zwang.base.functions import flat
from zwang.base.later import require_threads
from zwang.base.process.one_thread import one_thread
from zwang.base.status import NotAssembled, NumericalError, Status
from zwang.linear.channels import inputs_of, outputs_of, require_unique
from zwang.linear.linear import AbstractSettled, Linear
from zwang.linear.local.moving.frame import frame_of
from zwang.linear.local.moving.later import LASTS, balances, changing, later, violations
from zwang.linear.local.named import Coordinate, asked, described, every, functions_of, grouped
from zwang.linear.local.reduced import Reduced, forces, reduced, rounding
from zwang.linear.local.singular import lost
from zwang.linear.local.smooth import beside, rough
from zwang.linear.local.tangent import Frame
from zwang.linear.local.variation import Variation
from zwang.linear.stability import DEGENERATE, UNDECIDED
from zwang.linear.state_space import state_space
from zwang.system.system import System

AT_REST = 1e-9  # velocities and accelerations that count as none, in parts of what forces give
EVEN = 1e-12  # acceleration of what is moved evenly, in parts of the squared speed per length


@one_thread
def linearize(
    system: Any,
    q: Any = None,
    qd: Any = None,
    t: Any = 0.0,
    p: Any = None,
    *,
    coordinates: Any = None,
    inputs: Any = None,
    outputs: Any = None,
) -> Linear:
    r"""Small motions about a state, on the constraints: a linear model, exact to first order.

    .. math:: \dot x = A x + B u, \qquad y = C x + D u

    The states are changes of coordinates, as many as the configuration has freedom, and of their
    rates, as many as the velocities have: fewer under nonholonomic constraints. Constraints may be
    redundant, nonholonomic and depend on time, and M may be singular. All derivatives are exact.

    About a state that rests, or moves steadily in these coordinates, the model holds for all times.
    So it does where symmetries of the system carry the motion on, as a coin that rolls: coordinates
    in q are then those of a frame that moves along. About another one it holds for an instant,
    ``steady`` tells.

    Parameters
    ----------
    system : a ``zw.System`` or a ``zw.Mechanism``; or a ``zw.Equilibrium``, with its state
    q : (n,)    coordinates, on the constraints; of a mechanism by default its start
    qd : (n,)   velocities; by default zero, of a mechanism without ``q`` its start
    t : ()      time
    p : parameters
    coordinates : names of coordinates to take, or by name functions of (q, t, p) that return a
        number; of a mechanism also its joints', such as "hinge.angle". Where they are too few,
        others are added that determine the rest. The rates of the first that are independent are
        states
    inputs : names: of a coordinate for the force that does work along it, of a parameter, or of
        a constraint for a drive, the value that its row has in place of 0; or by name forces (n,),
        or functions of (q, qd, t, p) that return one. A name that means several is written
        "force:x", "parameter:x" or "drive:x". By default the forces along ``rates``. What enters
        constraints is an input by its rate (x') or its acceleration (x''), and itself a state
    outputs : names: of a coordinate, its "rate:x" or "acceleration:x", an observable, or a
        constraint for its multipliers; or by name functions of (q, qd, t, p), which may also ask
        for ``qdd``, ``Qc`` and ``lam``. By default the coordinates

    Returns
    -------
    Linear

    Examples
    --------
    >>> import numpy as np
    >>> import zwang as zw
    >>> rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    >>> bob = zw.System(2.0, lambda q: [0.0, -19.62], [rod], coordinates=["x", "y"])
    >>> hanging = zw.linearize(bob, [0.0, -1.0])
    >>> hanging.coordinates, float(round(hanging.eigenvalues[0].imag, 9)), hanging.stability
    (('x',), 3.132091953, 'stable')
    """
    if isinstance(system, AbstractSettled):
        return _again(system, q, qd, t, p, coordinates, inputs, outputs)
    system, mechanism = described(system, p)
    if mechanism is not None and q is None:
        q, start = mechanism.start(p)
        qd = start if qd is None else qd
    if not is_concrete(q, qd, t, *flat(p)[0]):
        raise TypeError("`linearize` looks at numbers; call it outside of jit, vmap and grad.")
    require_threads("zw.linearize")
    if q is None:
        raise TypeError("`q` is None; wanted coordinates (n,).")
    q = as_floats("q", q, np)
    q, qd, t = system.state(q, np.zeros_like(q) if qd is None else qd, t, np)
    for name, x in (("q", q), ("qd", qd), ("t", t)):
        if not np.isfinite(x).all():
            raise ValueError(f"`{name}` is {x}; wanted finite numbers.")
    known = every(system, mechanism, len(q))
    chosen = asked("coordinates", coordinates, known)
    return linearized(system, (q, qd, t), p, known, chosen, inputs, outputs)


def _again(found: AbstractSettled, q, qd, t, p, coordinates, inputs, outputs) -> Linear:
    """Small motions about a state of rest, with other coordinates, inputs and outputs."""
    given = {"q": q is not None, "qd": qd is not None, "t": np.any(t), "p": p is not None}
    for name in (name for name, x in given.items() if x):
        raise TypeError(f"`{name}` is given beside a zw.Equilibrium, which has its own.")
    here = found.linear.reduced
    every_one = here.candidates.coordinates
    known = {x.name: x for x in every_one}
    chosen = tuple(every_one[i] for i in here.chart.positions)
    if coordinates is not None:
        chosen = asked("coordinates", coordinates, known)
    state = found.q, found.qd, np.asarray(found.t)
    kind, frame = found.linear.steady, here.candidates.frame
    system = here.variation.system
    linear = linearized(system, state, found.p, known, chosen, inputs, outputs, kind, frame)
    return doubted(linear, found)


def doubted(linear: Linear, found: AbstractSettled) -> Linear:
    """Small motions with the doubt that the way to their state has shown."""
    open_still = found.degenerate and linear.steady != "instant" and not linear.doubt
    return replace(linear, doubt=DEGENERATE) if open_still else linear


def linearized(
    system: System,
    state: tuple[Any, Any, Any],
    p: Any,
    known: dict[str, Coordinate],
    chosen: Sequence[Coordinate],
    inputs: Any,
    outputs: Any,
    steady: str | None = None,
    frame: Frame | None = None,
    timely: bool = True,
    smooth: bool = False,
) -> Linear:
    """The same for arguments that were looked at."""
    given = {x.name: x for x in chosen}
    candidates = [*chosen, *(x for name, x in known.items() if name not in given)]
    names = known | given
    functions = functions_of(known, chosen)
    bare = Variation(system, p, functions, (), *state)
    asked_for = outputs_of([] if outputs is None else outputs, system, names, bare.rows)
    more = tuple(x.function for x in asked_for if x.function is not None)
    variation = Variation(system, p, functions, more, *state) if more else bare
    x = variation.state(*state)
    wanted = range(len(chosen))
    found = reduced(variation, x, candidates, wanted, grouped(candidates, x.qd, wanted), frame)
    require_on_constraints(found)
    kind = _kind(found) if steady is None else steady
    doubt = ""
    if frame is None and not smooth:
        found, doubt = _judged(found, kind, refuse=steady is None)
    moves = "rest" if kind == "rest" else "steady"
    again = lambda frame: linearized(system, state, p, known, chosen, inputs, outputs, moves, frame)
    if kind == "instant" and steady is None and not doubt:
        along = frame_of(found, timely)
        if along is not None:
            return again(along)
    if inputs is None:
        inputs = [f"force:{name}" for name in found.velocities]
    sources = inputs_of(inputs, system, p, names, variation.rows, state)
    if outputs is None:
        own = {name: f"coordinate:{name}" for name in found.positions}
        asked_for = outputs_of(own, system, names, bare.rows)
    require_unique(asked_for, found)
    space = state_space(found, sources, asked_for)
    linear = Linear(
        *space,
        coordinates=found.positions,
        rates=found.velocities,
        steady=kind,
        reduced=found,
        kept=tuple(range(len(found.A))),
        doubt=doubt,
    )
    if doubt or kind == "instant" or frame is not None:
        return linear
    unfelt = linear.unfelt if kind == "steady" else ()
    doubt = changing(found, [linear.coordinates.index(name) for name in unfelt])
    linear = replace(linear, doubt=doubt)
    open_still = kind == "steady" and linear.stability == UNDECIDED
    along = frame_of(found, timely) if doubt or open_still else None
    if along is None:
        return linear
    # Coordinates that the motion does not feel may be there in others than those of q.
    seen = again(along)
    return seen if doubt or seen.stability != UNDECIDED else linear


def _judged(found: Reduced, kind: str, refuse: bool) -> tuple[Reduced, str]:
    """The equations that hold, and why eigenvalues decide nothing, in words.

    What jumps is refused if asked for.
    """
    singular = lost(found)
    if singular:
        told = f"the constraints lose rank in this state: {singular}; there are no small motions"
        return found, told
    jumps, bends = rough(found)
    limit = beside(found) if jumps or bends else None
    if limit is None and jumps and refuse:
        raise NumericalError(
            Status.NON_FINITE,
            f"The forces jump in this state along {jumps}, as sign(q̇) does at rest: they have no "
            "derivative, and there are no small motions. Take a smooth law, or a state beside it.",
        )
    if limit is None and (jumps or bends):
        how = f"jump along {jumps}" if jumps else f"have a kink along {bends}"
        return found, f"the forces {how} in this state: there are no small motions"
    return limit or found, ""


def require_on_constraints(found: Reduced) -> None:
    """Raise unless the state satisfies its constraints."""
    rows = found.variation.rows
    for name, values, off, limit in violations(found):
        if not off.max() <= limit:
            worst = int(np.argmax(off))
            raise NotAssembled(
                f"`{name}` is off the constraint {rows.names[worst]!r} by {values[worst]:.3g}; "
                "wanted a state on the constraints: q, qd = zw.assemble(system, q, qd, t, p).",
                rows.names[worst],
                float(values[worst]),
            )


def _kind(found: Reduced) -> str:
    """Whether the state rests, moves steadily in its coordinates, or neither."""
    metric, size = found.metric, forces(found)
    allowed = max(AT_REST * size, 1e3 * rounding(found))
    pace, moving = found.fastest, metric.size(found.x.qd)
    rests = moving == 0.0 or 0.0 < moving * pace <= AT_REST * size
    if not rests:
        allowed = max(allowed, AT_REST * moving * pace)
    change = metric.size(found.a if rests else found.N @ found.acceleration())
    if change > allowed or not lasts(found, allowed):
        return "instant"
    return "rest" if rests else "steady"


def lasts(found: Reduced, allowed: float) -> bool:
    """Whether a balance holds on, and not for an instant only."""
    if not _even(found, allowed):
        return False
    size = forces(found) + found.metric.size(
        np.linalg.solve(found.metric.L @ found.metric.L.T, found.at.F)
    )
    moving = found.metric.size(found.x.qd)
    pace = max(found.fastest, moving / (found.metric.size(found.x.q) or np.inf), 1e-300)
    if len(found.A) and found.jerk() > pace * max(1e3 * allowed, LASTS * size):
        return False
    return all(
        there is not None and balances(there, allowed) and _even(there, allowed)
        for _, there in later(found)
    )


def _even(found: Reduced, allowed: float) -> bool:
    """Whether what the constraints move, where they leave nothing free, moves evenly.

    In the coordinates of joints, or in q where there are none of these.
    """
    if found.sizes[1]:
        return True
    every = found.candidates
    second = every.of(found.variation.second_rates(found.x, found.a), found.a) / every.lengths
    joints = [i for i, x in enumerate(every.coordinates) if x.place is None]
    size, x = found.metric.size, found.x
    off = np.abs(second[joints]).max() if joints else size(found.a)
    # Of a body that turns evenly its quaternion's acceleration is there, and with it rounding.
    turning = LASTS * size(found.a) if joints else 0.0
    return off <= max(1e3 * allowed, turning, EVEN * size(x.qd) ** 2 / size(np.ones_like(x.q)))
