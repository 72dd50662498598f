"""A study as a text file: a model, and a design that says how its members differ.

What a file may say is told in docs/model-files.md.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from zwang.ensemble.arguments import ENGINES
from zwang.ensemble.outputs import END, MOTION, TIMES
from zwang.modelfile.expression.scope import Scope
from zwang.modelfile.expression.tokens import near
from zwang.modelfile.model import LISTS, TABLES, Model, build, examples, read
from zwang.modelfile.study.design import design
from zwang.modelfile.study.study import Study
from zwang.modelfile.tables import run as runs
from zwang.modelfile.tables.table import Counter, Table, told
from zwang.modelfile.tables.text import ModelError, load, read_text
from zwang.motion.store import FIELDS

OWN = ("design", "sweep")
BESIDE = ("title", "model", "parameters", *OWN)  # what may stand in a study that names its model
SWEEP = (*runs.SIMULATE, "keep", "chunk", "engine", "threads")
LATE = 1e300  # an end of the motion, for a model that leaves it to the study


def read_study(
    path: str | os.PathLike[str], members: int | None = None, engine: str | None = None
) -> Study:
    """The study in a file. Raises ModelError."""
    document, source = load(read_text(path), os.fspath(path))
    top = Table(source, (), document, Counter())
    inner = {"members": "design", "kind": "design", "seed": "design", "vary": "design"}
    top.known(("title", "model", "keep", *OWN, *TABLES, *LISTS), inner)
    model = _model(top, Path(path).parent)
    chosen = design(top.table("design"), model, members)
    sweep = top.table("sweep")
    sweep.known(SWEEP, inner)
    wanted = _wanted(sweep)
    if engine is not None:
        wanted["engine"] = engine
    table = _simulate(sweep, model)
    known = Scope((), _sizes(model)), dict(model.p)
    t = runs.times(table, *known)
    study = Study(
        title=top.of("title", str, "") or model.title,
        model=model,
        design=chosen,
        t=t,
        settings=runs.settings(table, *known),
        keep=_keep(sweep, model, isinstance(t, tuple)),
        assembles=_assembles(table, model),
        chosen=wanted,
        source=source,
    )
    _require_shared(top.table("design").table("vary"), sweep, study)
    return study


def _sizes(model: Model) -> dict[str, int | None]:
    return {name: len(x) if np.ndim(x) else None for name, x in model.p.items()}


def _model(top: Table, folder: Path) -> Model:
    """The model that a study names, or has in it."""
    if "model" not in top:
        if "coordinates" not in top:
            raise top.source.error(
                'there is no model; wanted `model = "pendulum.toml"`, or [coordinates], [system] '
                "and so on in this file"
            )
        document = {key: x for key, x in top.data.items() if key not in OWN}
        return build(_ending(document), top.source)
    for key in top.data:
        if key not in BESIDE:
            raise top.error(
                key, f"`{key}` beside `model`, whose file has it; wanted one of them", on_key=True
            )
    name = top.of("model", str)
    model = _named(top, name, folder)
    table = top.table("parameters")
    changes = {}
    for key, value in table.data.items():
        if key not in model.p:
            hint = near(key, model.p) or f"; wanted any of {', '.join(model.p) or 'none at all'}"
            raise table.error(key, f"`{key[:40]}` is no parameter of the model{hint}", on_key=True)
        if np.ndim(model.p[key]):
            raise table.error(key, f"`{key}` is a list; change it in the model's file")
        changes[key] = table.finite((*table.keys, key), value)
    return model.with_changes(p=changes) if changes else model


def _named(top: Table, name: str, folder: Path) -> Model:
    there = examples()
    if name in there:
        return read(there[name], LATE)
    if not name.endswith(".toml"):
        hint = near(name, there) or f"; wanted a file that ends in .toml, or {', '.join(there)}"
        raise top.error("model", f"`model` is {told(name)}, which does not come with zwang{hint}")
    path = folder / name
    if not path.is_file():
        stem = name.removesuffix(".toml")
        hint = f'; the one that comes with zwang is `model = "{stem}"`' if stem in there else ""
        raise top.error("model", f"there is no file {told(str(path))}{hint}")
    return read(path, LATE)


def _ending(document: dict[str, Any]) -> dict[str, Any]:
    run = document.get("simulate", {})
    if isinstance(run, dict) and not run.keys() & {"until", "times"}:
        return {**document, "simulate": {**run, "until": LATE}}
    return document


def _simulate(sweep: Table, model: Model) -> Table:
    """[simulate] of the model with what [sweep] says in its place."""
    own = {key: x for key, x in sweep.data.items() if key in runs.SIMULATE}
    given = dict(model.document.get("simulate", {}))
    if given.get("until") == LATE:
        del given["until"]
    if "times" in own:
        given = {key: x for key, x in given.items() if key not in runs.TIMES}
    elif own.keys() & set(runs.TIMES):
        given.pop("times", None)
    return replace(sweep, data=given | own)


def _assembles(table: Table, model: Model) -> bool | None:
    """What the files say; else yes where coordinates are held, and no where nothing constrains."""
    asked = table.of("assemble", bool)
    if asked is not None or model.system.constraints:
        return asked if asked is not None else True if model.hold else None
    return False


def _wanted(sweep: Table) -> dict[str, Any]:
    found = {"engine": sweep.choice("engine", ENGINES)}
    for key in ("chunk", "threads"):
        found[key] = sweep.of(key, int)
        if found[key] is not None and found[key] < 1:
            raise sweep.wrong((*sweep.keys, key), found[key], "a whole number from 1")
    return {key: x for key, x in found.items() if x is not None}


def _keep(sweep: Table, model: Model, span: bool) -> Any:
    """What each member leaves behind; by default its states, and what the model observes."""
    system, kinds = model.system, (END, TIMES, MOTION)
    seen = [name for name, _ in system.observables]
    given = sweep.data.get("keep")
    if given is None:
        return ["q", "qd", *seen]
    if isinstance(given, str) and given in kinds:
        if span and given != END:
            raise sweep.error(
                "keep", f"`keep` is {told(given)}, and there are no times; wanted `points = 201`"
            )
        return given
    every = [name for name in FIELDS if name != "energy" or system.energy is not None]
    known = [*every, *seen]
    found = sweep.names("keep", [*kinds, *known], "quantity of a motion")
    if not found or set(found) & set(kinds):
        raise sweep.wrong((*sweep.keys, "keep"), given, f"{', '.join(kinds)}, or a list of names")
    return list(found)


def _require_shared(vary: Table, sweep: Table, study: Study) -> None:
    """An error where times or the system itself depend on what varies: these all members share."""
    model, values = study.model, study.design.columns
    for name, column in values.items():
        parameter, _, entry = name.partition("[")
        if parameter not in model.p:
            continue
        for member in {0, study.design.members // 2, study.design.members - 1}:
            value: Any = float(column[member])
            if entry:
                value = np.array(model.p[parameter])
                value[int(entry[:-1])] = column[member]
            try:
                other = model.with_changes(p={parameter: value})
                given = _simulate(sweep, other), Scope((), _sizes(other)), dict(other.p)
                t, breaks = runs.times(*given), runs.settings(*given).get("breaks")
            except ModelError:  # this member's start is no number, as its status will say
                continue
            at = next(key for key in vary.data if name in [x.strip() for x in key.split(",")])
            if not np.array_equal(t, study.t) or breaks != study.settings.get("breaks"):
                message = (
                    f"the times depend on `{name}`, and all members share them; wanted numbers"
                )
                raise vary.error(
                    at, f"{message} in `until`, `times` or `breaks` under [sweep]", on_key=True
                )
            if other.system != model.system:
                message = f"the gains of the control depend on `{name}`, and all members share them"
                raise vary.error(
                    at, f"{message}; wanted another parameter, or numbers", on_key=True
                )
