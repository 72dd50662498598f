"""A motion in a browser: the program in C that ``zw.simulate`` runs, as WebAssembly.

It is the program that does whole motions by itself, with the kernel, the projection, events and the
crossing of singular configurations, and live.h, which lets one motion go on piece by piece. There
is no library of C in it: what WebAssembly cannot do itself the page lends, see wasm_math.h.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from zwang.emit.lines import emit
from zwang.emit.scalars import scalarized
from zwang.engine.dense.layout import parts_of
from zwang.engine.ensemble import tolerances, written
from zwang.engine.program.sizes import Sizes
from zwang.engine.program.system_functions import of_state
from zwang.files import build
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.problem import Request
from zwang.ir.text import text_of

LIBRARY = "#include <math.h>\n"  # which there is none of
PRIVATE = "#define ZW_PUBLIC static __attribute__((unused))\n"
PAGE = 2**16  # bytes of memory that WebAssembly has at least
FRAME = 7  # numbers of a frame: a place, and a quaternion with its scalar first


class Module(NamedTuple):
    """A motion as WebAssembly."""

    code: bytes  # the module
    # what its caller must know: sizes, names, tolerances, where in a row each quantity is
    about: dict[str, Any]


def module(
    asked: Request,
    frames: Callable | None = None,
    origin: Callable | None = None,
    mould: Callable | None = None,
) -> Module:
    """The program of a motion as WebAssembly. Raises Unsupported."""
    shapes = tuple(map(np.shape, asked.numbers))
    of_p = _OfParameters(asked.program, len(asked.start.q), shapes)
    start, _ = of_p.text("zw_origin", origin)
    shape, moulded = of_p.text("zw_mould", mould)
    text, sizes, count = _text(*of_p, frames)
    given = [f"#define ZW_ORIGIN {int(origin is not None)}", f"#define ZW_MOULD {moulded}"]
    parts = [text, *given, start, shape, text_of("held.h"), text_of("live.h")]
    about = _about(asked, sizes, count) | {"origin": origin is not None, "mould": moulded}
    whole = "\n".join(parts)
    return Module(build.module(whole, _stack(sizes, len(whole))), about)


def _stack(sizes: Sizes, length: int) -> int:
    """Bytes of a stack that holds the matrices of every function at once, in whole pages.

    A function has at most some twenty matrices of n + m rows and columns, calls go three deep, and
    straight-line code keeps what it computes: a number for every four letters of C, at the most.
    """
    found = build.STACK + 8 * 64 * (sizes.n + sizes.m) ** 2 + 2 * length
    return -(-found // PAGE) * PAGE


class _OfParameters(NamedTuple):
    """What turns functions of the parameters into C."""

    program: Program
    n: int
    shapes: tuple[tuple[int, ...], ...]

    def text(self, name: str, function: Callable | None) -> tuple[str, int]:
        """A function of p in C, and how many numbers it returns; "" and 0 for none."""
        if function is None:
            return "", 0
        size, still = sum(math.prod(shape) for shape in self.shapes), jnp.zeros(self.n)
        ravelled = lambda q, qd, t, p: jnp.ravel(function(p)).astype(float)
        flat = of_state(self.program, self.shapes, ravelled)
        _, found = scalarized(lambda p: flat(still, still, jnp.zeros(1), p), ("p", (size,)))
        return emit(name, ["p"], {"out": found}, room={"out": found.size}).text, found.size


def _text(
    program: Program,
    n: int,
    shapes: tuple[tuple[int, ...], ...],
    frames: Callable | None,
) -> tuple[str, Sizes, int]:
    """The program of a motion and of its frames, its sizes, and how many frames there are."""
    found = written(program, n, shapes)
    if LIBRARY not in found.text:
        raise RuntimeError(f"The program in C does not say {LIBRARY!r}; wanted it, to replace it.")
    head, body = found.text.split(LIBRARY, 1)
    parts = [PRIVATE, text_of("wasm_math.h"), head, body]
    count, pictured = _pictured(program, n, shapes, frames) if frames else (0, "")
    parts += [f"#define ZW_FRAMES {count}", pictured]
    return "\n".join(parts), found.sizes, count


def _pictured(
    program: Program, n: int, shapes: tuple[tuple[int, ...], ...], frames: Callable
) -> tuple[int, str]:
    """How many frames there are, and the functions of them and of their slopes in C."""
    size = sum(math.prod(shape) for shape in shapes)

    def both(function: Callable, q: Any, t: Any, p: Any) -> dict[str, Any]:
        flat = of_state(program, shapes, lambda q, qd, t, p: function(q, t, p))
        at = lambda q: jnp.ravel(jnp.asarray(flat(q, q, t, p), float))
        return {"frames": at(q), "slopes": jax.jacfwd(at)(q)}

    inputs = ("q", (n,)), ("t", (1,)), ("p", (size,))
    _, found = scalarized(functools.partial(both, frames), *inputs)
    if found["frames"].size % FRAME:
        raise ValueError(f"`frames` has {found['frames'].size} numbers; wanted {FRAME} for each.")
    names = [name for name, _ in inputs]
    texts = [emit(f"zw_{name}", names, {name: found[name]}).text for name in ("frames", "slopes")]
    return found["frames"].size // FRAME, "\n".join(texts)


def _about(asked: Request, sizes: Sizes, frames: int) -> dict[str, Any]:
    energy, row, first = asked.program.system.value.energy is not None, {}, 0
    for name, shape in parts_of(sizes, energy):
        row[name] = [first, *shape]
        first += math.prod(shape)
    settings = [float(x) for x in asked.settings[:3]]
    events = asked.program.events.value.events
    return {
        "n": sizes.n,
        "m": sizes.m,
        "frames": frames,
        "numbers": int(sum(math.prod(shape) for shape in sizes.numbers)),
        "row": row,
        "rowSize": first,
        "groups": [[name, list(rows)] for name, rows in sizes.rows.groups],
        "events": [[event.name, bool(event.terminal)] for event in events],
        "settings": [*settings, *tolerances(asked)],
    }
