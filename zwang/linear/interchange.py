"""Models for other programs: SciPy's and python-control's, linear and not."""

from __future__ import annotations

from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.status import NumericalError, Status
from zwang.equation.fundamental import solve
from zwang.linear.channels import Input, inputs_of, outputs_of
from zwang.linear.linear import Linear
from zwang.linear.local.named import described, every, functions_of
from zwang.linear.local.tangent import Candidates, metric_of
from zwang.linear.local.variation import State, Variation
from zwang.system.system import System


def to_scipy(linear: Linear) -> Any:
    """A ``scipy.signal.StateSpace``."""
    import scipy.signal

    return scipy.signal.StateSpace(linear.A, linear.B, linear.C, linear.D)


def to_control(linear: Linear) -> Any:
    """A ``control.StateSpace`` with the same names, a dot in them written as an underscore."""
    names = {
        what: [_plain(x) for x in getattr(linear, what)] for what in ("states", "inputs", "outputs")
    }
    return _control().StateSpace(linear.A, linear.B, linear.C, linear.D, **names)


def _control() -> Any:
    try:
        import control
    except ImportError:
        raise ImportError(
            "python-control is missing; wanted it: pip install 'zwang[control]'."
        ) from None
    return control


def _plain(name: str) -> str:
    """A dot means a part of a system to python-control."""
    return name.replace(".", "_")


def io_system(
    system: Any,
    p: Any = None,
    *,
    inputs: Any = (),
    outputs: Any = None,
    q: Any = None,
    name: str | None = None,
) -> Any:
    """A system, or a closed loop, as a ``control.NonlinearIOSystem``; needs python-control.

    Its states are all coordinates and then all velocities, with the names of coordinates and a
    stroke for velocities. Its rates satisfy the constraints at the level of accelerations: a start
    must be on them (``zw.assemble``), and long simulations by python-control drift, as any do that
    do not project; ``zw.simulate`` does.

    Parameters
    ----------
    system : a ``zw.System``, such as ``controller.closed_loop()``, or a ``zw.Mechanism``
    p : parameters
    inputs : forces and parameters, as for ``zw.linearize``; no drives
    outputs : as for ``zw.linearize``; by default all coordinates
    q : (n,)    any coordinates, if the system does not tell how many there are
    name : of the model
    """
    control = _control()
    system, mechanism = described(system, p)
    if name is not None:
        arguments.text("name", name)
    q = mechanism.start()[0] if mechanism is not None and q is None else q
    if q is None:
        q = np.zeros(_count(system))
    blank, *_ = system.state(q, np.zeros(np.shape(q)), 0.0, np)
    n = len(blank)
    known = every(system, mechanism, n)
    functions = functions_of(known, ())
    state = blank, np.zeros(n), np.zeros(())
    rows = Variation(system, p, functions, (), *state).rows
    own = tuple(x for x in known.values() if x.place is not None)
    wanted = [x.name for x in own] if outputs is None else outputs
    asked = outputs_of(wanted, system, known, rows)
    more = tuple(x.function for x in asked if x.function is not None)
    sources = inputs_of(inputs, system, p, known, rows, state)
    plant = _Plant(Variation(system, p, functions, more, *state), sources, asked, known)
    names = [x.name for x in own]
    return control.NonlinearIOSystem(
        plant.rates,
        plant.outputs,
        inputs=[_plain(x.name) for x in sources],
        outputs=[_plain(x) for x in plant.names(blank)],
        states=[*map(_plain, names), *(f"{_plain(x)}'" for x in names)],
        name=name,
    )


def _count(system: System) -> int:
    if system.n is None:
        raise TypeError("`q` is None, and the system does not tell its size; wanted any q (n,).")
    return system.n


class _Plant:
    """ẋ = f(t, x, u) and y = h(t, x, u)."""

    def __init__(self, variation: Variation, inputs: Any, outputs: Any, known: Any):
        self.variation, self.inputs, self.asked, self.known = variation, inputs, outputs, known
        for source in inputs:
            if source.kind == "drive":
                raise ValueError(
                    f"`inputs` has {source.name!r}, a {source.kind}; wanted a parameter of `p`."
                )

    def _state(self, t: float, x: Any, u: Any) -> State:
        n = self.variation.n
        numbers = list(self.variation.numbers)
        for source, value in zip(self.inputs, np.atleast_1d(u), strict=True):
            if source.numbers is not None:
                numbers = [a + value * b for a, b in zip(numbers, source.numbers, strict=True)]
        return self.variation.state(x[:n], x[n:], t, numbers)

    def _solved(self, x: State, u: Any) -> tuple[Any, Any]:
        at = self.variation.matrices(x)
        load = np.zeros(self.variation.n)
        for source, value in zip(self.inputs, np.atleast_1d(u), strict=True):
            if source.kind == "force" and value:
                load = load + value * self._force(source, x, at)
        if load.any():
            at = self.variation.matrices(x, load)
        found = solve(at.M, at.F, at.A, at.b, throw=False)
        if found.status != Status.OK:
            raise NumericalError(Status(int(found.status)))
        return at, found

    def _force(self, source: Input, x: State, at: Any) -> np.ndarray:
        if source.function is not None:
            values = {"q": x.q, "qd": x.qd, "t": x.t, "p": self.variation.parameters(x)}
            return np.asarray(source.function.at(values), float)
        return self._candidates([source.coordinate], at).S[0]

    def _candidates(self, coordinates: Any, at: Any) -> Candidates:
        return Candidates(coordinates, self.variation.functions, at, metric_of(at))

    def rates(self, t: float, x: Any, u: Any, params: Any) -> np.ndarray:
        """ẋ (2n,)."""
        state = self._state(t, x, u)
        return np.concatenate([state.qd, self._solved(state, u)[1].qdd])

    def outputs(self, t: float, x: Any, u: Any, params: Any) -> np.ndarray:
        """y."""
        return np.concatenate([np.ravel(part) for _, part in self._parts(self._state(t, x, u), u)])

    def names(self, q: np.ndarray) -> list[str]:
        """Names of the outputs, one for each number."""
        x = self._state(0.0, np.concatenate([q, np.zeros_like(q)]), np.zeros(len(self.inputs)))
        values, found = iter(self.variation.output_values(x, *self.variation.blank)), []
        for output in self.asked:
            count = 1 if output.rows is None else len(output.rows)
            count = count if output.function is None else np.size(next(values))
            found += [f"{output.name}[{i}]" if count > 1 else output.name for i in range(count)]
        return found

    def _parts(self, x: State, u: Any) -> list[tuple[str, Any]]:
        at, solution = self._solved(x, u)
        values = iter(self.variation.output_values(x, solution.qdd, solution.lam))
        second = self.variation.second_rates(x, solution.qdd)
        found = []
        for output in self.asked:
            if output.coordinate is not None:
                candidates = self._candidates([output.coordinate], at)
                orders = (at.sigma, x.q), (at.rate, x.qd), (second, solution.qdd)
                found.append((output.name, candidates.of(*orders[output.order])))
            elif output.rows is not None:
                found.append((output.name, solution.lam[list(output.rows)]))
            else:
                found.append((output.name, next(values)))
        return found
