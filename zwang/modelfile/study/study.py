"""A study: a model, a design that says how its members differ, and what to keep of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from zwang.base.status import NumericalError
from zwang.consistency.assemble import assemble
from zwang.ensemble.arguments import plan_for
from zwang.ensemble.ensemble import Ensemble
from zwang.ensemble.plan import SETTINGS, Plan
from zwang.ensemble.simulate_many import simulate_many
from zwang.ensemble.store import blank
from zwang.integrate.method.runge_kutta import method_named
from zwang.integrate.options import Options
from zwang.modelfile.model import Model
from zwang.modelfile.study.design import Design
from zwang.modelfile.study.members import Members
from zwang.modelfile.tables.text import Source

NEAR = 1e-9  # how far a start may be moved by assembly and be as good as assembled
CHUNKS = 16  # of a sweep at least, so that a bar moves and little is lost to an interruption


@dataclass(frozen=True, eq=False)
class Study:
    """What a study file says: a model, how its members differ, and what to keep of them."""

    title: str  # in a few words
    model: Model  # of which all are members
    design: Design  # which parameters and starts they have
    t: Any  # a pair (start, end), or the times to keep
    settings: Mapping[str, Any]  # what ``zw.simulate_many`` is told besides
    keep: Any  # what each member leaves behind
    # whether starts are put onto the constraints; None for where they are off them
    assembles: bool | None
    chosen: Mapping[str, Any]  # ``chunk``, ``engine`` and ``threads``, as given
    source: Source  # the text, for messages

    @cached_property
    def members(self) -> Members:
        """Parameters and starts of each."""
        return Members(self.model, self.design.columns)

    def arguments(self) -> dict[str, Any]:
        """What ``zw.simulate_many`` is called with."""
        model, members = self.model, self.members
        settings = {"events": model.events, **self.settings}
        if isinstance(settings.get("method"), str):
            settings["method"] = method_named(settings["method"])
        q0, qd0 = members.q0, members.qd0
        assembles = self._are_off() if self.assembles is None else self.assembles
        if assembles and model.hold:  # which simulate_many does not know of
            (q0, qd0), assembles = self._held(), False
        given = {"q0": q0, "qd0": qd0, "t": self.t, "p": members.p, "keep": self.keep}
        return {"system": model.system, **given, "assemble": assembles, **settings, **self.chosen}

    def _are_off(self) -> bool:
        """Whether starts must be assembled, which takes longer than many a motion.

        So it must where starts are varied themselves. Otherwise they are what the file computes,
        on the constraints for all members or for none: three of them are looked at.
        """
        if any(
            name.rstrip("'") in (self.model.system.coordinates or ()) for name in self.design.names
        ):
            return True
        for i in {0, self.design.members // 2, self.design.members - 1}:
            q, qd = self.members.start(i)
            try:
                found = assemble(self.model.system, q, qd, self.t[0], self.members.parameters(i))
            except (NumericalError, ValueError):
                return True
            if not all(np.allclose(x, y, NEAR, NEAR) for x, y in zip(found, (q, qd), strict=True)):
                return True
        return False

    def _held(self) -> tuple[np.ndarray, np.ndarray]:
        """Starts on the constraints, with some coordinates held; what fails is left as it is.

        A start that is off the constraints is then refused member by member.
        """
        members, model = self.members, self.model
        q0, qd0 = (
            np.array(np.broadcast_to(x, (members.size, len(model.q0))))
            for x in (members.q0, members.qd0)
        )
        for i in range(members.size):
            given = *members.start(i), self.t[0], members.parameters(i)
            try:
                q0[i], qd0[i] = assemble(model.system, *given, hold=model.hold)
            except (NumericalError, ValueError):  # ValueError: a start that is not finite
                continue
        return q0, qd0

    def simulate(self, **overrides: Any) -> Ensemble:
        """The motions of all members; see ``zw.simulate_many``."""
        return simulate_many(**(self.arguments() | overrides))

    def plan(self) -> Plan:
        """All that decides about the results, in chunks of which there are several."""
        given = self.arguments()
        settings = {name: given.pop(name, getattr(Options, name)) for name in SETTINGS}
        rest: dict[str, Any] = dict.fromkeys(("observables", "chunk", "dtype", "threads"))
        rest["engine"] = "auto"
        plan = plan_for(settings=settings, **(rest | given))
        if self.chosen.get("chunk") is not None:
            return plan
        size = min(plan.bounds[0][1], -(-len(plan) // CHUNKS))
        return replace(plan, bounds=blank.bounds(len(plan), size))
