"""The text of a live page: the scene, the engine as WebAssembly, and what the script must know."""

from __future__ import annotations

import base64
import gzip
from typing import Any

from zwang.base import arguments
from zwang.base.functions import bind
from zwang.base.status import Status
from zwang.engine import wasm
from zwang.integrate.options import LIMITS, Options
from zwang.integrate.problem import Request, request
from zwang.integrate.projection import Projection
from zwang.ir.scalar.graph import Unsupported
from zwang.motion.points import checked_links
from zwang.page.document import asset, document
from zwang.page.live.frames import frames_of
from zwang.page.live.knobs import knobs
from zwang.page.live.subject import Subject, pictured
from zwang.page.scene import Scene
from zwang.system.constraints import POSITION

MANY = 10**9  # points, before it is known how many there are


def page_of(
    subject: Subject,
    points: Any,
    links: Any,
    trails: Any,
    ranges: Any,
    speed: float | None,
    title: str | None,
) -> str:
    """The text of the page. Raises ValueError."""
    # All is looked at before anything is compiled.
    wishes = subject.wishes
    wished = ((), None) if wishes is None else (wishes.ranges, wishes.speed)
    given = {} if ranges is None else arguments.mapping("ranges", ranges, "pairs by name")
    parameters = knobs(subject.p, dict(wished[0]) | dict(given))
    function = None if points is None else bind("`points`", points, POSITION)
    checked_links(links, MANY)
    if trails is not None:
        trails = [
            arguments.whole("trails", i, least=0)
            for i in arguments.listed("trails", trails, "indices of points")
        ]
    settings = {k: x for k, x in subject.settings.items() if k not in ("max_steps", *LIMITS)}
    start = subject.system, subject.q0, subject.qd0, subject.t, subject.p
    asked = request(*start, Options(**settings))
    scene, coming = pictured(subject, function, links, title or subject.title, trails)
    # A user's points come with each frame, whatever they follow from.
    mould = subject.mould if scene.bodies else None
    try:
        moulded = None if mould is None else mould.numbers
        made = wasm.module(asked, frames_of(scene, coming), subject.origin, moulded)
    except Unsupported as why:
        raise ValueError(f"`what` cannot be moved in a page: {why}.") from None
    live = _about(asked, scene, made, parameters, speed or wished[1])
    live["mould"] = [] if mould is None else mould.as_json()
    data = {"scene": scene.as_json(), "live": live, "engine": asset("engine.js")}
    name = scene.title or "motion"
    return document(name, data, script="live.js", style="live.css", wasm=True)


def _about(
    asked: Request, scene: Scene, made: wasm.Module, parameters: Any, speed: float | None
) -> dict[str, Any]:
    """What the page's script must know; ``page/live/data.ts`` says what each field means."""
    t, q, qd = asked.start
    # In the order of their numbers: the engine tells a status by its number.
    statuses = [{"name": x.name, "cause": x.cause, "remedy": x.remedy} for x in sorted(Status)]
    return {
        "about": made.about,
        "parameters": parameters,
        "coordinates": list(scene.coordinates),
        "t": float(t),
        "q": q.tolist(),
        "qd": qd.tolist(),
        "span": float(asked.span),
        "speed": None if speed is None else float(speed),
        "statuses": statuses,
        "facts": _facts(asked, made),
        "code": base64.b64encode(gzip.compress(made.code, mtime=0)).decode("ascii"),
    }


def _facts(asked: Request, made: wasm.Module) -> list[tuple[str, str]]:
    """What is computed, and how well."""
    options, about = asked.options, made.about
    told, projects = options.told, isinstance(options.drift, Projection)
    fixed = f"fixed, of the length {told['step']:g}" if told["step"] else "adapted"
    return [
        ("equation", "M q̈ = Q + Qᶜ, with the constraint force Qᶜ of Udwadia and Kalaba"),
        ("engine", f"C as WebAssembly, {len(made.code) / 1e3:.0f} kB; float64"),
        ("units", "those of the model"),
        ("coordinates", str(about["n"])),
        ("rows of constraints", str(about["m"])),
        ("method", f"{told['method']}, steps {fixed}"),
        ("tolerated error", f"{told['rtol']:g} relative, {told['atol']:g} absolute"),
        ("constraints", "projected after each step" if projects else told["drift"]),
    ]
