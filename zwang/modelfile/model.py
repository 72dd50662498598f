"""A model as a text file: TOML in, a Model with its System, start and wishes out, and back.

What a file may say is told in docs/model-files.md. Nothing in a file is ever run: expressions are
trees of numbers, names and operations.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from zwang.base.identity.keyed import AbstractKeyed
from zwang.consistency.assemble import assemble
from zwang.consistency.diagnose import check
from zwang.consistency.report import Report
from zwang.control.controller import Controller
from zwang.integrate.events import Event
from zwang.integrate.method.runge_kutta import method_named
from zwang.integrate.options import Options
from zwang.integrate.problem import Request, request
from zwang.modelfile.expression.formula import formula, of_parameters
from zwang.modelfile.expression.scope import Scope
from zwang.modelfile.expression.tokens import near
from zwang.modelfile.tables import control as controls
from zwang.modelfile.tables import page as pages
from zwang.modelfile.tables import run as runs
from zwang.modelfile.tables import system as systems
from zwang.modelfile.tables.page import Wishes
from zwang.modelfile.tables.run import Plot
from zwang.modelfile.tables.table import Counter, Table
from zwang.modelfile.tables.text import ModelError, Source, load, read_text
from zwang.modelfile.tables.writing import text_of
from zwang.motion.motion import Motion
from zwang.motion.simulate import simulate
from zwang.system.system import System

TABLES = ("coordinates", "parameters", "let", "system", "observables", "simulate", "control")
TABLES += ("page",)
LISTS = ("constraint", "require", "event", "plot")
LONGEST_TITLE = 200


@dataclass(frozen=True, eq=False)
class Model(AbstractKeyed):
    """What a model file says: a System, a start, and what to do with them."""

    title: str  # in a few words
    system: System  # the description; with requirements, under their control
    # q0, qd0: (n,) the start as given, before any assembly
    q0: Any
    qd0: Any
    p: Mapping[str, Any]  # parameters by name, numbers and arrays
    t: Any  # a pair (start, end), or the times to report
    settings: Mapping[str, Any]  # what ``zw.simulate`` is told besides, the method by its name
    events: tuple[Event, ...]  # to watch for
    plots: tuple[Plot, ...]  # pictures to draw
    # quantities to keep, by the names of ``zwang.modelfile.tables.run.KEEP``; none means all
    keep: tuple[str, ...]
    assembles: bool  # whether the start is assembled first
    hold: tuple[str, ...]  # coordinates that assembly leaves alone
    control: Controller | None  # the controller of the file's requirements, or None
    page: Wishes  # what its live page shows
    # function of p that returns the start as it is written, (2, n): q0 and qd0
    written_start: Callable
    document: Mapping[str, Any]  # the tables of the file
    source: Source  # its text, for messages

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        start = self.q0, self.qd0, dict(self.p), self.t, self.assembles, self.hold
        wishes = dict(self.settings), self.events, self.plots, self.keep, self.page
        # A system under control is made of its controller, and of nothing else.
        moved = self.system if self.control is None else self.control
        return self.title, moved, *start, *wishes

    def start(self) -> tuple[Any, Any]:
        """q and qd at the start, assembled if the file asks for it."""
        if not self.assembles:
            return self.q0, self.qd0
        q0, qd0 = self._assembled
        return q0.copy(), qd0.copy()

    @cached_property
    def _assembled(self) -> tuple[Any, Any]:
        return assemble(self.system, self.q0, self.qd0, self.t[0], self.p, hold=self.hold)

    def check(self) -> Report:
        """The Report of the system at its start; see ``zw.check``."""
        return check(self.system, *self.start(), self.t[0], self.p)

    def simulate(self, **overrides: Any) -> Motion:
        """The motion; see ``zw.simulate``."""
        return simulate(self.system, *self.start(), **self._options(overrides))

    def request(self, **overrides: Any) -> Request:
        """What ``simulate`` asks for, its arguments checked."""
        given = self._options(overrides)
        t, p = given.pop("t"), given.pop("p")
        return request(self.system, *self.start(), t, p, Options(**given))

    def _options(self, overrides: Mapping[str, Any]) -> dict[str, Any]:
        given = {"t": self.t, "p": self.p, "events": self.events, **self.settings, **overrides}
        if isinstance(given.get("method"), str):
            given["method"] = method_named(given["method"])
        return given

    def with_changes(
        self,
        *,
        p: Mapping[str, Any] | None = None,
        start: Mapping[str, Any] | None = None,
        velocity: Mapping[str, Any] | None = None,
        t: Any = None,
        **settings: Any,
    ) -> Model:
        """The model with other numbers; what the file computes from them changes too."""
        document = copy.deepcopy(dict(self.document))
        table = document.setdefault("parameters", {})
        for name, value in (p or {}).items():
            _require_known(name, self.p, "parameter")
            table[name] = _plain(value)
        for key, values in (("start", start), ("velocity", velocity)):
            for name, value in (values or {}).items():
                _require_known(name, self.system.coordinates or (), "coordinate")
                place = document["coordinates"]
                place[name] = _as_table(place[name]) | {key: _plain(value)}
        table = document.setdefault("simulate", {})
        if isinstance(t, tuple) and len(t) == 2:
            settings = {"from": t[0], "until": t[1]} | settings
            table.pop("times", None)
        elif t is not None:
            table = document["simulate"] = {k: x for k, x in table.items() if k not in runs.TIMES}
            settings = {"times": list(t)} | settings
        for name, value in settings.items():
            _require_known(name, runs.SIMULATE, "setting of [simulate]")
            table[name] = _plain(value)
        return build(document, self.source)

    def column(self, motion: Motion, name: str) -> np.ndarray:
        """A quantity of a motion over its rows (T,), or (T, k), as a plot names it."""
        from zwang.plots.panels import column

        return column(motion, name)


def read(path: str | os.PathLike[str], until: float | None = None) -> Model:
    """The model in a file. Raises ModelError."""
    document, source = load(read_text(path), os.fspath(path))
    run = document.get("simulate", {})
    if until is not None and isinstance(run, dict) and not run.keys() & {"until", "times"}:
        document = {**document, "simulate": {**run, "until": until}}
    return build(document, source)


def parse(text: str, path: str = "") -> Model:
    """The model in a text. Raises ModelError."""
    return build(*load(text, path))


def build(document: dict[str, Any], source: Source) -> Model:
    """The model that the tables of a file describe."""
    top = Table(source, (), document, Counter())
    inner: dict[str, str] = dict.fromkeys(systems.SYSTEM, "system")
    inner |= dict.fromkeys(runs.SIMULATE, "simulate")
    top.known(("title", "keep", *TABLES, *LISTS), inner)
    table = {key: top.table(key) for key in TABLES}
    scope, p = _names(table)
    plain, scope = scope, systems.definitions(table["let"], scope)
    system = systems.system(table["system"], table["observables"], top, scope)
    system, control = controls.controlled(table["control"], top, scope, p, system)
    begin, run = systems.start(table["coordinates"], plain, p), table["simulate"]
    run.known(runs.SIMULATE)
    title = top.of("title", str, "")
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise top.wrong(("title",), title, f"one line of at most {LONGEST_TITLE} letters")
    return Model(
        title=title,
        system=system,
        q0=begin.q0,
        qd0=begin.qd0,
        p=p,
        t=runs.times(run, plain, p),
        settings=runs.settings(run, plain, p),
        events=runs.events(top, scope),
        plots=runs.plots(top, system),
        keep=top.names("keep", runs.KEEP, "quantity of a motion"),
        assembles=run.of("assemble", bool, bool(begin.hold)),
        hold=begin.hold,
        control=control,
        page=pages.wishes(table["page"], scope, p),
        written_start=of_parameters(formula(plain, begin.trees)),
        document=document,
        source=source,
    )


def _names(table: dict[str, Table]) -> tuple[Scope, dict[str, Any]]:
    """Coordinates and parameters, with the values of these; all names are checked."""
    taken: dict[str, str] = {}
    coordinates = systems.names(
        table["coordinates"], taken, "a coordinate", systems.MOST_COORDINATES
    )
    if not coordinates:
        raise table["coordinates"].error(None, "wanted [coordinates], such as x = 1.0")
    others = {"parameters": "a parameter", "let": "a definition", "observables": "an observable"}
    for key, what in others.items():
        systems.names(table[key], taken, what, systems.MOST_NAMES)
    sizes, p = systems.parameters(table["parameters"], coordinates)
    return Scope(coordinates, sizes), p


def _require_known(name: Any, known: Any, what: str) -> None:
    if name not in known:
        hint = near(str(name), known) or f"; wanted any of {', '.join(known) or 'none at all'}"
        raise ModelError(f"{str(name)[:60]!r} is no {what}{hint}")


def _plain(x: Any) -> Any:
    """A value as tomllib would give it."""
    if isinstance(x, np.ndarray | np.generic):
        return x.tolist()
    return [_plain(item) for item in x] if isinstance(x, list | tuple) else x


def _as_table(given: Any) -> dict[str, Any]:
    """A start in its long form."""
    if isinstance(given, dict):
        return given
    start, velocity = given if isinstance(given, list) else (given, 0.0)
    return {"start": start, "velocity": velocity}


def write(model: Model) -> str:
    """The text of a model, which gives an equal model when it is parsed."""
    return text_of(model.document)


def examples() -> dict[str, Path]:
    """The model files that come with zwang, by name."""
    folder = Path(__file__).parents[1] / "zoo" / "models"
    return {file.stem: file for file in sorted(folder.glob("*.toml"))}
