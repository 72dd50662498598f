"""zw.export_c: a system or a controller as C, for other programs and for small machines."""

from __future__ import annotations

import math
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats
from zwang.base.escape import for_c
from zwang.base.functions import by_name, join, split
from zwang.base.status import Status
from zwang.emit.lines import PRELUDE, Emitted, emit
from zwang.emit.loops.function import MANY, Looped
from zwang.emit.scalars import scalarized
from zwang.engine.program.program import require_direct
from zwang.equation.acceleration_form import rows_of
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import CALLS, Unsupported
from zwang.ir.scalar.witness import solved
from zwang.ir.text import constants, defined
from zwang.system.origin import AbstractLaw, AbstractSource, system_of
from zwang.system.system import System

LETTERS = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
# Stems of files that would be taken for the example, or for headers of C's own library.
TAKEN = frozenset(
    "main assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal "
    "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath "
    "threads time uchar wchar wctype unistd".split()
)
TEXTS = {
    "qdd": "acceleration",
    "Qc": "constraint force",
    "lam": "multipliers, one for each row of the constraints",
    "u": "control force",
    "inputs": "inputs of the actuators",
    "saturated": "1 where an input is at its limit, else 0",
    "status": "0, or the number of a zwang.Status; then the others are NaN",
}

# Coordinates times coordinates and rows. No target has room for the source of a larger system; that
# of a controller is in loops, and shorter.
SYSTEM_LIMIT, CONTROLLER_LIMIT = 16_000, 150_000


def export_c(
    what: System | AbstractSource | AbstractLaw, path: Any, *, q: Any = None, p: Any = None
) -> list[Path]:
    """Write a system or a controller as C99 that needs nothing but libm.

    Of a System it computes qdd, Qc and lam in a state; of a AbstractLaw the force u and the inputs.
    There are no loops whose length depends on the state but those of the kernel, and no memory is
    asked for: it can run on a microcontroller with double precision. Every operation is written
    out, so systems of more than 16,000 entries in M and A are refused.

    Parameters
    ----------
    what : a ``System``, a ``Mechanism``, or a ``AbstractLaw`` from ``zw.track``
    path : the folder to write into, which is made if need be; its name becomes that of the
        functions, with ``_c`` after it where C has such a file (``main``, ``math``). Files of the
        same names are replaced
    q : (n,)    any coordinates, if the system does not tell how many there are
    p : parameters, if the functions ask for any; their values stand in the example

    Returns
    -------
    list of Path
        The header, the source, and an example with ``main``.

    Raises
    ------
    ValueError
        It cannot be written in C; the text says why.
    """
    what = what if isinstance(what, AbstractLaw) else system_of(what)
    law, model = _law(what)
    folder, name = _named(path)
    n = _size(model, q)
    try:
        written = _files(what, law, model, name, n, p)
    except Unsupported as why:
        raise ValueError(f"`what` cannot be written in C: {why}.") from None
    texts = {f"{name}.h": written.header, f"{name}.c": written.source, "main.c": written.example}
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return [folder / file for file in texts]


class _Files(NamedTuple):
    """The texts of the three files."""

    header: str
    source: str
    example: str


def _files(what: Any, law: Callable, model: System, name: str, n: int, p: Any) -> _Files:
    """Every operation by itself; a controller of many coordinates in loops over arrays."""
    _require_room(what, n, len(_row_names(model, n, p)))
    numbers, rest = split(p)
    shapes = [np.shape(x) for x in numbers]
    ends = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes)])

    def flat(q, qd, t, p):
        pieces = zip(ends, ends[1:], shapes, strict=False)
        given = [p[a:b].reshape(shape) for a, b, shape in pieces]
        return law(q, qd, t[0], join(given, rest))

    inputs = ("q", (n,)), ("qd", (n,)), ("t", (1,)), ("p", (int(ends[-1]),))
    require_direct(model)
    looped = n > MANY and not isinstance(what, System)
    emitted, sizes = (_in_loops if looped else _straight)(f"{name}_compute", flat, inputs)
    names = _names(model, p) | {"lam": _row_names(model, n, p)}
    told = [_count(emitted.operations), *(x.cost for x in emitted.calls)]
    told += ["Nothing is allocated, and nothing is kept between two calls."]
    return _Files(
        _header(name, dict(inputs), sizes, told, names),
        _source(name, emitted),
        _example(name, n, _values(numbers), sizes),
    )


def _require_room(what: Any, n: int, m: int) -> None:
    """Raise if the source would be too large."""
    limit = SYSTEM_LIMIT if isinstance(what, System) else CONTROLLER_LIMIT
    if n * (n + m) > limit:
        raise Unsupported(
            f"it has {n} coordinates and {m} rows of constraints, {n * (n + m)} entries of M and "
            f"A, and at most {limit} are written; export a part of it, or a model of fewer bodies"
        )


def _straight(name: str, flat: Callable, inputs: Any) -> tuple[Emitted, dict[str, int]]:
    """The function as straight lines, and how many numbers each output has."""
    kernel = lambda found: [solved(v for x in found.values() for v in x.flat)]
    _, outputs = scalarized(flat, *inputs, fatal=kernel)
    ordered = {key: outputs[key] for key in TEXTS if key in outputs}
    emitted = emit(name, [x for x, _ in inputs], ordered, public=True)
    return emitted, {key: x.size for key, x in ordered.items()}


def _in_loops(name: str, flat: Callable, inputs: Any) -> tuple[Emitted, dict[str, int]]:
    """The same in loops over arrays."""
    looped = Looped(flat, *inputs, deferred=True)
    sizes = {key: math.prod(looped.shapes[key]) for key in TEXTS if key in looped.shapes}
    return looped.emit(name, [x for x, _ in inputs], list(sizes), public=True, stack=True), sizes


def _values(numbers: Sequence[Any]) -> np.ndarray:
    return np.concatenate([np.ravel(np.asarray(x, float)) for x in numbers] or [np.zeros(0)])


def _named(path: Any) -> tuple[Path, str]:
    """The folder, and the name of what is written: the folder's, unless that is taken in C."""
    folder = arguments.path("path", path)
    name = folder.resolve().name
    if not LETTERS.fullmatch(name):
        raise ValueError(f"`path` ends in {name!r}; wanted letters, digits and _, a name for C.")
    return folder, f"{name}_c" if name.lower() in TAKEN else name


def _law(what: Any) -> tuple[Callable, System]:
    """What to compute in a state, by name; and the system whose state it is."""
    if isinstance(what, System):

        def accelerate(q, qd, t, p):
            found = what.acceleration(q, qd, t, p, throw=False)
            parts = {"qdd": found.qdd, "Qc": found.Qc, "lam": found.lam, "status": found.status}
            return jax.tree.map(lambda x: jax.numpy.asarray(x, float), parts)

        return accelerate, what
    if not isinstance(what, AbstractLaw):
        raise TypeError(
            f"`what` is {what!r}; wanted a zw.System, a zw.Mechanism or a controller from zw.track."
        )

    def compute(q, qd, t, p):
        found = dict(what.outputs(q, qd, t, p))
        return jax.tree.map(lambda x: jax.numpy.asarray(x, float), found)

    return compute, what.model


def _size(model: System, q: Any) -> int:
    given = None if q is None else as_floats("q", q, np)
    if given is not None and given.ndim != 1:
        raise ValueError(f"`q` has the shape {given.shape}; wanted coordinates (n,).")
    n = model.n if given is None else len(given)
    if n is None or model.n not in (None, n):
        found = "is None" if given is None else f"has {len(given)} entries"
        raise ValueError(f"`q` {found}; wanted coordinates of the system, to count them.")
    return n


def _declaration(name: str, inputs: Mapping[str, tuple], sizes: Mapping[str, int]) -> str:
    given = [f"const double *{x}" for x in inputs] + [f"double *{x}" for x in sizes]
    return f"void {name}_compute({', '.join(given)})"


def _names(model: System, p: Any) -> dict[str, list[str]]:
    """What each number stands for, where that has a name."""
    found = {"q": list(model.coordinates or ()), "p": []}
    for path, x in jax.tree_util.tree_leaves_with_path(by_name(p)):
        if isinstance(x, str | bool) or x is None or callable(x):
            continue
        word = jax.tree_util.keystr(path, simple=True, separator=".")
        shape = np.shape(x)
        found["p"] += [word + (str(list(i)) if shape else "") for i in np.ndindex(shape)]
    return found


def _row_names(model: System, n: int, p: Any) -> list[str]:
    found: list[str] = []

    def look(q):
        found.extend(rows_of(model, q, q, 0.0, p).names)

    jax.eval_shape(look, jax.ShapeDtypeStruct((n,), float))
    return found


def _listed(names: Mapping[str, list[str]], shown: Sequence[str]) -> list[str]:
    """Lines with the names of numbers, and those of statuses."""
    words = [f"{x}[{i}] {for_c(word)}" for x in shown for i, word in enumerate(names.get(x, ()))]
    codes = [f"{status.value} {status.name}" for status in Status]
    lines = textwrap.wrap(", ".join(words), 92) + textwrap.wrap(f"status: {', '.join(codes)}", 92)
    return [f"   {line}" for line in lines]


def _header(
    name: str,
    inputs: Mapping[str, tuple[int, ...]],
    sizes: Mapping[str, int],
    told: Sequence[str],
    names: Mapping[str, list[str]],
) -> str:
    words = {"q": "coordinates", "qd": "velocities", "t": "time", "p": "parameters"}
    lines = [f"   {x:<7} {int(np.prod(shape)):>4}   {words[x]}" for x, shape in inputs.items()]
    lines += [f"   {x:<7} {size:>4}   {TEXTS[x]}" for x, size in sizes.items()]
    return "\n".join(
        [
            f"/* {name}: written by zwang. In, then out, with how many numbers each has:",
            "",
            *lines,
            "",
            *_listed(names, [*inputs, *sizes]),
            "",
            "\n".join(f"   {line}" for line in told) + " */",
            f"#ifndef ZWANG_{name}_H",
            f"#define ZWANG_{name}_H",
            "#ifdef __cplusplus",
            'extern "C" {',
            "#endif",
            f"{_declaration(name, inputs, sizes)};",
            "#ifdef __cplusplus",
            "}",
            "#endif",
            "#endif",
            "",
        ]
    )


def _count(operations: Counter) -> str:
    counted = [f"{count} {op}" for op, count in operations.most_common() if op not in CALLS]
    return "Operations of a call: " + (", ".join(counted) or "none") + "."


def _source(name: str, emitted: Emitted) -> str:
    known = [defined(constants())] if emitted.calls else []
    kernels = called_texts(emitted.calls)
    return "\n".join([f'#include "{name}.h"', PRELUDE, *known, kernels, emitted.text])


def _example(name: str, n: int, values: np.ndarray, sizes: Mapping[str, int]) -> str:
    numbers = ", ".join(repr(float(x)) for x in values) or "0.0"
    outputs = [f"    double {x}[{max(size, 1)}];" for x, size in sizes.items()]
    shown, *others = sizes
    told = [
        f'    fputs("{x}", stderr);\n'
        f'    for (int i = 0; i < {sizes[x]}; i++) fprintf(stderr, " %.17g", {x}[i]);\n'
        '    fputs("\\n", stderr);'
        for x in others
    ]
    return "\n".join(
        [
            "#include <stdio.h>",
            f'#include "{name}.h"',
            "",
            "/* One call in a state from the standard input: coordinates, velocities, time. The",
            f"   standard output gets {shown}, the standard error the rest, by name. */",
            "int main(void)",
            "{",
            f"    double q[{n}], qd[{n}], t[1];",
            f"    const double p[] = {{{numbers}}};",
            *outputs,
            f'    for (int i = 0; i < {n}; i++) if (scanf("%lf", q + i) != 1) return 1;',
            f'    for (int i = 0; i < {n}; i++) if (scanf("%lf", qd + i) != 1) return 1;',
            '    if (scanf("%lf", t) != 1) return 1;',
            f"    {name}_compute(q, qd, t, p, {', '.join(sizes)});",
            f'    for (int i = 0; i < {sizes[shown]}; i++) printf("%.17g\\n", {shown}[i]);',
            *told,
            "    return status[0] != 0.0;",
            "}",
            "",
        ]
    )
