"""A large system as C for other programs: loops over parts, places in arrays, the sparse kernel.

The text is that of the library itself, with the pattern of one system and all memory in it.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from zwang.base.status import Status
from zwang.engine.large.kind import Kind
from zwang.engine.large.machine import for_thread
from zwang.engine.large.memory import RUBBING, part_text, rubbed_text, text_of
from zwang.engine.large.pattern import listed
from zwang.engine.large.program import rubbing_constants, rubbing_room
from zwang.engine.large.rubbing import Written, rubbing_listed, written
from zwang.engine.large.system import Large, large
from zwang.engine.program.elements import pieces, traced
from zwang.engine.scalar.calls.kernel import defined
from zwang.engine.scalar.calls.texts import called_texts
from zwang.engine.scalar.elementwise import array
from zwang.engine.scalar.emit import PRELUDE, emit
from zwang.engine.scalar.graph import Graph, Node
from zwang.equation.acceleration_form import Rows
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.solvers import rank as rules
from zwang.solvers.base import at_rest
from zwang.solvers.sparse import kernel, metric
from zwang.system.system import System

FILES = ("mass.h", "chunks.h", "orthogonal.h", "solve.h", "proximal.h", "relative.h")
CONSTANTS = ("DEFLATIONS", "INVERSE_ROUNDS", "BELOW", "LEAST_ROUNDS", "LEAST_MU", "NEAREST")
CONSTANTS += ("DIGITS", "LEFT_IN")
STATUSES = ("OK", "NON_FINITE", "NEEDS_DEFINITE_MASS", "INCONSISTENT", "INACCURATE")
OF_PARTS = ("columns", "rows", "M_at", "A_at")
NAMES = re.compile(r"\bzw_(evaluate_all|evaluate|take|put)\b")
RUBBING_NAMES = re.compile(r"\bzw_(rub_all|rub|rise)\b")
HEAD = re.compile(r"^(?:static )?(?:inline )?(int|double|void|size_t) (zw_\w+\()", re.MULTILINE)


class Exported(NamedTuple):
    """A large system in C.

    Attributes
    ----------
    text : with ``zw_compute`` of (q, qd, t, p, qdd, Qc, lam, status), which nothing else sees
    rows : which row is whose
    told : what it takes, in lines
    """

    text: str
    rows: Rows
    told: tuple[str, ...]


def exported(system: System, n: int, p: Any) -> Exported:
    """A large system in C, which computes the acceleration in a state.

    Parameters
    ----------
    system : the description
    n : number of coordinates
    p : parameters

    Raises
    ------
    Unsupported
        It is no sum over few kinds of parts, or cannot be written for another reason.
    """
    asked = request(system, np.zeros(n), np.zeros(n), (0.0, 1.0), p, Options())
    shapes = tuple([shape for shape, _ in asked.parameters.shapes])
    found = for_thread(large(asked.program, n, shapes), asked.parameters)
    elements, kinds = found.parts
    rubbing = [written(x, shapes, asked.program.p) for x in found.friction]
    kept = listed(elements, kinds, found.pattern)[1]
    blocks = [kept[i : i + 5] for i in range(0, len(kept), 5)]
    texts = list(dict.fromkeys(_own(kind) for kind in kinds))
    calls = [call for kind in kinds for call in kind.written.calls]
    calls += [call for kind in rubbing for call in kind.calls]
    lines = [PRELUDE, "#define ZW_EVALUATED", kernel.text(FILES), defined(_constants(n))]
    lines += [part_text(), called_texts(calls)]
    lines += [NAMES.sub(rf"zw_\1_{i}", text) for i, text in enumerate(texts)]
    lines += _memory(found)
    for i, (kind, arrays) in enumerate(zip(kinds, blocks, strict=True)):
        lines += _parts(i, kind, arrays)
    if rubbing:
        blocks += (own := _rubbing_arrays(found))
        lines += _friction(found, rubbing, own)
    lines += _given(found, shapes, [x[-1] for x in blocks])
    lines += _sums([texts.index(_own(kind)) for kind in kinds], found)
    whole = HEAD.sub(r"static inline \1 \2", "\n".join([*lines, text_of("compute.h")]))
    return Exported(whole, found.rows, _told(found, len(texts)))


def _own(kind: Kind) -> str:
    """What is one kind's: sizes, its function, the loop over its parts."""
    written = kind.written
    loop = text_of("element.h").replace("ZW_PUBLIC", "static")
    return "\n".join([defined(written.sizes), written.functions["zw_evaluate"], loop])


def _constants(n: int) -> dict[str, Any]:
    found = {name: getattr(metric, name) for name in CONSTANTS}
    found |= rubbing_constants() | {name: int(Status[name]) for name in STATUSES}
    none = np.zeros(0)
    return found | {
        "CONSISTENCY": rules.tolerance(None, rules.CONSISTENCY, none),
        "AT_REST": at_rest(n, none.dtype),
    }


def _told(found: Large, kinds: int) -> tuple[str, ...]:
    parts = sum(len(x.columns) for x in found.parts[0])
    return (
        f"{parts} parts of {kinds} kinds; sparse factors of {found.plan.entries} entries.",
        f"Where rows are independent they take about {found.plan.operations:.2g} multiplications.",
        "Nothing is allocated. The memory is static: one call at a time, and what is left of it",
        "changes no answer.",
    )


# -- data ------------------------------------------------------------------------------------


def _array(name: str, x: np.ndarray, changes: bool = False) -> Iterator[str]:
    """An array with its numbers; those of C itself have no length zero."""
    kind = "int" if x.dtype.kind == "i" else "double"
    numbers = map(repr, x.ravel().tolist() or [0])
    yield f"static {'' if changes else 'const '}{kind} {name}[] = {{"
    yield from textwrap.wrap(", ".join(numbers), 96, break_on_hyphens=False)
    yield "};"


def _room(names: Iterable[str], size: int, kind: str = "double") -> str:
    return f"static {kind} " + ", ".join(f"{x}[{max(size, 1)}]" for x in names) + ";"


def _memory(found: Large) -> Iterator[str]:
    """The memory of the kernel, and room for the equations of a state."""
    plan, held = found.plan, found.plan.held
    values = [name for name in held if held[name].dtype.kind == "f" and "four" not in name]
    fixed = [x for x in held if held[x].dtype.kind == "i" and x not in kernel.WORKED]
    for name in fixed:
        yield from _array(f"zw_of_{name}", held[name])
    for name in (*values, *kernel.WORKED):
        kind = "int" if held[name].dtype.kind == "i" else "double"
        yield _room([f"zw_of_{name}"], len(held[name]), kind)
    numbers = ("n", "m", "rounds", "masses", "eps", "tiny", "rank_rule", "rounding")
    given = [f".{x} = {getattr(plan.memory, x)!r}" for x in numbers]
    given += [f".{x} = (int *)zw_of_{x}" for x in fixed]
    given += [f".{x} = zw_of_{x}" for x in (*values, *kernel.WORKED)]
    yield "static zw_sparse zw_state = {"
    yield from textwrap.wrap(", ".join(given), 96)
    yield "};"
    yield _room(["zw_M"], found.pattern.M.nnz)
    yield _room(["zw_A"], found.pattern.A.nnz)
    yield _room(["zw_Q", "zw_force", "zw_sizes"], plan.n)
    yield _room(["zw_b", "zw_wanted", "zw_ordered"], plan.m)
    yield _room(["zw_left_out"], plan.m, "int")


def _parts(i: int, kind: Kind, arrays: list[np.ndarray]) -> Iterator[str]:
    """The parts of one element: their places and numbers."""
    for name, x in zip(OF_PARTS, arrays[:4], strict=True):
        yield from _array(f"zw_{name}_of_{i}", x)
    yield from _array(f"zw_c_of_{i}", arrays[4], changes=True)
    places = ", ".join(f"(int *)zw_{name}_of_{i}" for name in OF_PARTS)
    yield f"static const zw_part zw_parts_{i} = {{{len(arrays[0])}, {places}, zw_c_of_{i}}};"


# -- friction ----------------------------------------------------------------------------------


def _rubbing_arrays(found: Large) -> list[list[np.ndarray]]:
    """Of each kind of friction the places of its coordinates and rows, and its numbers."""
    kept = rubbing_listed(*found.rubbing)[1]
    return [kept[i : i + 3] for i in range(0, len(kept), 3)]


def _friction(found: Large, kinds: list[Written], arrays: list[list[np.ndarray]]) -> Iterator[str]:
    """All friction, and what it works on: ``zw_rubbing_state``."""
    texts, first = list(dict.fromkeys(kind.own for kind in kinds)), len(found.parts[1])
    for k, text in enumerate(texts):
        yield RUBBING_NAMES.sub(rf"zw_\1_{k}", text).replace("ZW_PUBLIC", "static")
    yield "\n".join(["#define ZW_RUBS", rubbed_text()])
    listed = []
    for i, (kind, (columns, rows, numbers)) in enumerate(zip(kinds, arrays, strict=True), first):
        yield from _array(f"zw_columns_of_{i}", columns)
        yield from _array(f"zw_rows_of_{i}", rows)
        yield from _array(f"zw_c_of_{i}", numbers, changes=True)
        places = f"(int *)zw_columns_of_{i}, (int *)zw_rows_of_{i}, NULL, NULL, zw_c_of_{i}"
        listed.append(f"{{{{{len(columns)}, {places}}}, zw_rub_all_{texts.index(kind.own)}}}")
    yield "static const zw_rubbing zw_rubbings[] = {" + ", ".join(listed) + "};"
    for name, size in rubbing_room(found.plan.n, found.plan.m).items():
        yield _room([f"zw_rubbing_{name}"], size)
    given = [f".n = {found.plan.n}", f".m = {found.plan.m}", f".rubs = {len(kinds)}"]
    given += [".sparse = &zw_state", ".rubbing = (void *)zw_rubbings"]
    given += [f".{name} = zw_{name}" for name in ("A", "Q", "b")]
    given += [f".{name} = zw_rubbing_{name}" for name in RUBBING]
    yield from ("static zw_motion zw_rubbing_state = {", *textwrap.wrap(", ".join(given), 96), "};")
    yield text_of("vectors.h", "rub.h")


# -- what is computed --------------------------------------------------------------------------


def _given(found: Large, shapes: Any, held: list[np.ndarray]) -> Iterator[str]:
    """``zw_give``, which lays parameters among the numbers of parts, ``held``."""
    lines: list[str] = []
    if found.sums is not None and found.open:
        graph, numbers = Graph(), _numbers(found, shapes)
        total = sum(int(np.prod(shape)) for shape in shapes)
        p = array((graph.input("p", k) for k in range(total)), (total,))
        values = iter(numbers(graph, [p]))
        own = [next(values).ravel() if len(x) else np.zeros(0) for x in held]
        at = [[k for k, x in enumerate(c) if isinstance(x, Node)] for c in own]
        moved = {f"c{i}": array((own[i][k] for k in x), (len(x),)) for i, x in enumerate(at) if x}
        emitted = emit("zw_numbers", ("p",), moved)
        yield from (called_texts(emitted.calls), emitted.text)
        lines += [f"    double c{i}[{len(x)}];" for i, x in enumerate(at) if x]
        lines.append(f"    zw_numbers({', '.join(['p', *moved])});")
        for i, x in enumerate(at):
            if x:
                yield from _array(f"zw_open_of_{i}", np.array(x, np.intc))
                put = f"zw_c_of_{i}[zw_open_of_{i}[k]] = c{i}[k]"
                lines.append(f"    for (int k = 0; k < {len(x)}; k++) {put};")
    for i, (_, places, sources) in enumerate(found.sources):
        if len(places):
            yield from _array(f"zw_open_of_{i}", places.astype(np.intc))
            yield from _array(f"zw_from_of_{i}", sources.astype(np.intc))
            put = f"zw_c_of_{i}[zw_open_of_{i}[k]] = p[zw_from_of_{i}[k]]"
            lines.append(f"    for (int k = 0; k < {len(places)}; k++) {put};")
    lines += ["    zw_rubbing_state.p = p;"] if found.rubs else []
    yield "\n".join(["static void zw_give(const double *p)", "{", "    (void)p;", *lines, "}"])


def _numbers(found: Large, shapes: Any) -> Any:
    """The numbers of parts from those of the parameters, traced."""
    sums, join = found.sums, found.program.p
    assert sums is not None

    def numbers(p):
        given = join(pieces(p, shapes))
        of = [x.numbers(given) or () for x in (sums.mass, sums.friction) if x is not None]
        return [x for found in of for x in found if len(x)]

    return traced(numbers, [(sum(int(np.prod(shape)) for shape in shapes),)])


def _sums(which: list[int], found: Large) -> list[str]:
    """``zw_sums``: M, Q, A and b of a state."""
    clear = lambda name, size: f"    for (int i = 0; i < {size}; i++) zw_{name}[i] = 0.0;"
    lines = ["static void zw_sums(const double *q, const double *qd, double t, const double *p)"]
    lines += ["{", "    zw_give(p);", clear("M", found.pattern.M.nnz), clear("Q", found.plan.n)]
    for i, kind in enumerate(which):
        given = f"&zw_parts_{i}, q, qd, t, p, zw_M, zw_Q, zw_A, zw_b"
        lines.append(f"    zw_evaluate_all_{kind}({given});")
    return [*lines, "}"]
