"""What is known of a run: a note in JSON, beside the libraries that it names."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from zwang.cli.known.name import NotKnown
from zwang.engine.program.sizes import Sizes, from_lists
from zwang.files.json_tree import pack, unpack
from zwang.files.kept import note
from zwang.motion.record import CHECKS

FORMAT = 1


class Program(NamedTuple):
    """A program in C that is kept.

    Attributes
    ----------
    library, crossing : names under which it is kept, and what crosses singular configurations
    sizes : how large everything in it is
    """

    library: str
    crossing: str
    sizes: Sizes


class Known(NamedTuple):
    """All that a run needs.

    Attributes
    ----------
    title, keep, plots : of the model
    spans : whether it was asked for over a span
    coordinates : their names
    p : parameters by name, in the order of their numbers
    q0, qd0 : (n,)      the start as it is handed to C
    times : (K,)        the start, then the times to land on
    settings : rtol, atol, the length of fixed steps or 0, whether every step is reported,
        the longest step
    max_steps : or None
    tolerances : of the rank and of contradictions in rows
    projected : whether rows are brought back to the constraints
    told : settings in words and numbers
    events : name, direction, whether it is terminal
    moving : the program
    between : the one that goes on between rows; None where it was not needed
    """

    title: str
    keep: tuple[str, ...]
    plots: tuple[tuple[Any, ...], ...]
    spans: bool
    coordinates: tuple[str, ...]
    p: dict[str, Any]
    q0: Any
    qd0: Any
    times: Any
    settings: tuple[float, float, float, bool, float]
    max_steps: int | None
    tolerances: tuple[float, float]
    projected: bool
    told: dict[str, Any]
    events: tuple[tuple[str, int, bool], ...]
    moving: Program
    between: Program | None


def write(name: str, known: Known) -> None:
    """Keep what is known of a run.

    Parameters
    ----------
    name : of the run
    known : all that it needs
    """
    arrays: list[np.ndarray] = []
    try:
        p = pack(known.p, "p", arrays)
        told = {"format": FORMAT, **known._asdict(), "p": p, "arrays": arrays}
        text = json.dumps(told, default=_plain, allow_nan=False)
    except (TypeError, ValueError):  # parameters of another kind than files have
        return
    note(name, text.encode())


def read(content: bytes) -> Known:
    """What is known of a run.

    Parameters
    ----------
    content : of the note

    Raises
    ------
    NotKnown
        It is not as it should be.
    """
    try:
        found = json.loads(content)
        if found.pop("format") == FORMAT and _fits(known := _known(found)):
            return known
    except (ValueError, TypeError, LookupError, AttributeError):
        pass
    raise NotKnown("the note is damaged")


def _known(found: dict[str, Any]) -> Known:
    for name in ("q0", "qd0", "times"):
        found[name] = np.array(found[name], float)
    for name in ("keep", "plots", "coordinates", "settings", "tolerances", "events"):
        found[name] = _tuples(found[name])
    for name in ("moving", "between"):
        found[name] = None if found[name] is None else _program(_tuples(found[name]))
    found["p"] = unpack(found["p"], [np.array(x, float) for x in found.pop("arrays")])
    return Known(**found)


def _fits(known: Known) -> bool:
    """Whether all is as large as the programs take it to be, for C does not ask."""
    n, shapes = len(known.coordinates), tuple(map(np.shape, known.p.values()))
    if not (known.q0.shape == known.qd0.shape == (n,) and known.times.ndim == 1):
        return False
    wanted = [(known.moving, len(known.events))]
    wanted += [] if known.between is None else [(known.between, 0)]
    return len(known.times) > 1 and all(
        (x.sizes.n, x.sizes.numbers, x.sizes.events) == (n, shapes, events)
        and CHECKS["rows"](tuple(x.sizes.rows))
        and x.sizes[1:] == known.moving.sizes._replace(events=events)[1:]
        for x, events in wanted
    )


def _program(found: tuple[Any, ...]) -> Program:
    library, crossing, sizes = found
    return Program(library, crossing, from_lists(sizes))


def _tuples(x: Any) -> Any:
    return tuple(map(_tuples, x)) if isinstance(x, list) else x


def _plain(x: Any) -> Any:
    """Arrays of floats as lists, which give the same numbers again; nothing else."""
    if isinstance(x, np.ndarray) and x.dtype == float:
        return x.tolist()
    raise TypeError(f"{type(x)} is not noted")
