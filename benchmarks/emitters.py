"""Functions of arrays by every emitter, for the soaks: each a function of named arrays, or a text
that says why it was refused."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np

from zwang.emit import Interpreted
from zwang.emit.lines import PRELUDE, emit
from zwang.emit.loops import Looped
from zwang.emit.scalars import scalarized
from zwang.files import build
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Unsupported
from zwang.ir.text import constants, defined

Shapes = Mapping[str, tuple[int, ...]]


def by_numpy(functions: Sequence[Callable], shapes: Shapes) -> list[Any]:
    """By NumPy."""
    kinds = [jax.ShapeDtypeStruct(x, np.float64) for x in shapes.values()]
    named = lambda f: lambda *x: f(**dict(zip(shapes, x, strict=True)))
    made = [Interpreted(named(f), *kinds) for f in functions]
    return [lambda _f=f, **x: _f(*x.values()) for f in made]


def in_c(functions: Sequence[Callable], shapes: Shapes, write: Callable) -> list[Any]:
    """In C, of one library: ``write`` gives a text, calls and shapes of results."""
    texts, calls, results = list[str](), list[Any](), list[Any]()
    for i, function in enumerate(functions):
        try:
            text, called, out = write(f"case_{i}", function, shapes)
        except Unsupported as why:
            results.append(str(why))
            continue
        texts.append(text)
        calls += called
        results.append((f"case_{i}", out))
    known = defined(constants()), called_texts(calls)
    library = build.library("\n".join([PRELUDE, *(known if calls else ()), *texts]))
    return [x if isinstance(x, str) else _call(library, *x) for x in results]


def _call(library: Any, name: str, shapes: Shapes) -> Callable:
    function = getattr(library, name)

    def call(**inputs: np.ndarray) -> dict[str, np.ndarray]:
        x = [np.ascontiguousarray(v, float) for v in inputs.values()]
        y = {out: np.full(shape, 17.0) for out, shape in shapes.items()}
        function(*(ctypes.c_void_p(v.ctypes.data) for v in (*x, *y.values())))
        return y

    return call


def _named(function: Callable, shapes: Shapes) -> Callable:
    return lambda *x: function(**dict(zip(shapes, x, strict=True)))


def _loops(name: str, function: Callable, shapes: Shapes) -> tuple[str, Any, Shapes]:
    looped = Looped(_named(function, shapes), *shapes.items())
    emitted = looped.emit(name, tuple(shapes), tuple(looped.shapes), public=True)
    return emitted.text, emitted.calls, looped.shapes


def _scalars(name: str, function: Callable, shapes: Shapes) -> tuple[str, Any, Shapes]:
    _, out = scalarized(_named(function, shapes), *shapes.items())
    emitted = emit(name, tuple(shapes), out, public=True)
    return emitted.text, emitted.calls, {x: y.shape for x, y in out.items()}


EMITTERS: dict[str, Callable[[Sequence[Callable], Shapes], list[Any]]] = {
    "numpy": by_numpy,
    "loops": lambda functions, shapes: in_c(functions, shapes, _loops),
    "scalars": lambda functions, shapes: in_c(functions, shapes, _scalars),
}
