"""A run that is known, again: its motion by NumPy and C.

The steps, the rows and the Motion are made by the same code as ever. What that asks of a system it
asks of a stand-in, which knows little: where JAX would have to say more, because a step fails or a
picture asks for a force, ``NotKnown`` is raised, and the run begins anew in the ordinary way.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from zwang.base.identity.keyed import Keyed
from zwang.base.parameters import vector_of
from zwang.base.process.interruption import heard
from zwang.base.process.progress import over_time
from zwang.base.status import Status
from zwang.cli.known.name import NotKnown
from zwang.cli.known.note import Known, Program
from zwang.engine.code import CROSSED_OFTEN, CROSSING, LIBRARIES, Code, Told
from zwang.engine.native import Native, NativeMachine
from zwang.files.build import NoLibrary
from zwang.integrate import loop as journeys
from zwang.integrate.course import Settings, State
from zwang.integrate.events import Watched
from zwang.integrate.loop import Journey, Task
from zwang.motion.build import of_journey
from zwang.motion.motion import Motion
from zwang.motion.resample import reached

PLOT = ("name", "show", "coordinates", "constraints", "x", "y", "equal")  # fields of ``Plot``
WELL = (Status.OK, Status.INTERRUPTED)


class Some(SimpleNamespace):
    """A stand-in that knows some of what may be asked for."""

    def __getattr__(self, name: str) -> Any:
        raise NotKnown(f"`{name}` would be needed")


class Names:
    """Parameters by name without their numbers, as a tree of JAX."""

    def __init__(self, names: Sequence[str]):
        self.names = names

    def unflatten(self, numbers: Sequence[Any]) -> dict[str, Any]:
        """The parameters of these numbers.

        Parameters
        ----------
        numbers : in their order
        """
        return dict(zip(self.names, numbers, strict=True))


class KnownModel:
    """A model whose run is known.

    Parameters
    ----------
    known : all that the run needs

    Attributes
    ----------
    title, keep, plots, t : as in ``Model``
    """

    def __init__(self, known: Known):
        self.known, self.title, self.keep = known, known.title, known.keep
        self.plots: Any = [Some(**dict(zip(PLOT, x, strict=True))) for x in known.plots]
        times = known.times
        self.t = (times[0], times[-1]) if known.spans else times
        rank, consistency = known.tolerances
        self._solver = Some(rank=rank, consistency=consistency)
        self._settings = Settings(*map(np.asarray, known.settings))
        self._system = Keyed(Some(coordinates=known.coordinates), ())

    def simulate(self, *, progress: bool, throw: bool = False) -> Motion:
        """The motion; see ``Model.simulate``.

        Parameters
        ----------
        progress : whether to show a bar
        throw : whether a failure raises; here none is known
        """
        begun = time.perf_counter()
        with heard():
            machine = self._machine(self.known.moving)
            motion = self._motion(self._journey(machine, progress), machine, begun)
        if motion.status not in WELL:
            raise NotKnown("why it failed")
        return motion

    def at(self, motion: Motion, times: np.ndarray) -> Motion:
        """The motion at other times; see ``Motion.at``.

        Parameters
        ----------
        motion : of ``simulate``
        times : (k,), within its span
        """
        asked: Any = Some(
            program=self._program(()),
            parameters=self._parameters,
            settings=self._settings._replace(every=np.asarray(False)),
            row_solver=self._solver,
            row_cut=lambda course: course.cut,
        )
        return reached(motion, times, asked, self._machine(self.known.between))

    # -- what stands in for a request ------------------------------------------------------------

    @cached_property
    def _parameters(self) -> Any:
        """What is asked of ``Parameters``."""
        names, numbers = [*self.known.p], [*self.known.p.values()]
        fixed = (False,) * len(names)
        rest = Keyed((Names(names), [None] * len(names)), (None, fixed, None))
        return Some(vector=vector_of(numbers), kept=numbers, rest=rest)

    def _program(self, events: Sequence[Any]) -> Any:
        """What is asked of a ``Program``."""
        return Some(system=self._system, events=Some(value=Watched(tuple(events))))

    @cached_property
    def _events(self) -> list[Any]:
        return [Some(name=x, direction=way, terminal=end) for x, way, end in self.known.events]

    def _machine(self, program: Program | None) -> NativeMachine:
        """What computes it, by a library that is kept."""
        if program is None:
            raise NotKnown("what goes on between rows")
        names: dict[str, str] = dict.fromkeys(LIBRARIES, program.library)
        names |= dict.fromkeys((CROSSING, CROSSED_OFTEN), program.crossing)
        try:
            native = Native(Code(program.sizes, Told(program.sizes, names)))
        except NoLibrary as why:
            raise NotKnown(str(why)) from None
        return NativeMachine(native, self._program(self._events), self._parameters)

    # -- the motion ------------------------------------------------------------------------------

    def _journey(self, machine: NativeMachine, progress: bool) -> Journey:
        """From the start to the end."""
        known, times = self.known, self.known.times
        start = State(np.asarray(times[0]), known.q0, known.qd0)
        started = machine.depart(start, self._settings, times[-1] - times[0], self._solver)
        if started is None or started.singular:
            raise NotKnown("what there is against the start")
        program = self._program(self._events)
        given = program, self._parameters, times[1:], self._settings, known.max_steps
        task = Task(*given, started.row_names, machine)
        if not progress:
            return journeys.travel(task, started.course)
        with over_time(times) as report:
            return journeys.travel(task, started.course, report)

    def _motion(self, journey: Journey, machine: NativeMachine, begun: float) -> Motion:
        """All that follows from the states of a journey."""
        known = self.known
        given = journey, machine, begun, self._solver, False, self._events, known.projected
        about = {"system": self._system.value, "described": self._system, "settings": known.told}
        return of_journey(*given, **about, parameters=self._parameters)
