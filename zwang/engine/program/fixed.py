"""A motion as one C program whose sizes the compiler knows: for many members, GPUs and pages.

The text is that of the library (``zwang/runtime/c``), with ZW_FIXED: see ``room.h``.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from zwang.emit.lines import PRELUDE
from zwang.engine.program.constants import facts_of, tables_of
from zwang.engine.program.functions import ARGUMENTS
from zwang.engine.program.program import Own, own_functions, require_writable
from zwang.engine.program.sizes import Sizes
from zwang.integrate.method.runge_kutta import Program
from zwang.ir.text import FIXED, defined, kernel_text, text_of
from zwang.runtime.constants import crossing_tables, of_library
from zwang.runtime.method import method_of

HEADERS = (
    "project.h",
    "attempt.h",
    "rank_watch.h",
    "glance.h",
    "events.h",
    "step.h",
    "collocation.h",
    "place.h",
    "crossing.h",
    "observe.h",
    "begin.h",
    "ensemble.h",
    "fixed.h",
)
ABOVE = "#ifndef __CUDACC_RTC__\n#include <stddef.h>\n#endif"  # which that compiler knows
CONSTANT = "#ifndef ZW_CONSTANT\n#define ZW_CONSTANT static const\n#endif"
# Names in C of what ``facts_of`` calls otherwise.
NAMED = {"positions": "H", "velocities": "K", "events": "E", "parameters": "P"}
TABLES = {"direction": "direction", "terminal": "terminal", "looks_at": "looked", "loads": "loaded"}
CALLING = """\
#define ZW_LIST(...) __VA_ARGS__
#define ZW_CALL(name, in, out) zw_##name(ZW_LIST in, ZW_LIST out)
#define ZW_STAGES zw_stages
#define ZW_RULE (&zw_rule)
"""


LOOP = "    ZW_LOOP for (int j = 0; j < ZW_N; j++) {"
STAGES = """\
/* Accelerations at the stages of the method, and what they sum up to. */
ZW_FUNCTION void zw_acceleration(
    zw_room w, double t, const double *q, const double *qd, const double *p, double cut,
    double *qdd);
ZW_FUNCTION void zw_stages(
    zw_room w, double t, const double *q, const double *qd, double h, const double *p, double cut,
    double *q1, double *qd1, double *error)
{{
    double k[{count}][ZW_N], x[ZW_N], v[ZW_N];
{lines}
}}
"""


class Fixed(NamedTuple):
    """A program in C."""

    text: str
    sizes: Sizes
    operations: dict[str, Counter]  # how many each of its functions takes, by name

    @property
    def in_loops(self) -> bool:
        """Whether functions of the system keep their loops, and arrays for them."""
        return any("loops" in x for x in self.operations.values())


@lru_cache(maxsize=16)  # a page needs both kinds of program
def write_fixed(program: Program, sizes: Sizes) -> Fixed:
    """The program of whole motions that nobody watches. Raises Unsupported."""
    require_writable(program, sizes)
    own = own_functions(program, sizes)
    n, m = sizes.n, sizes.m
    parts = [ABOVE, FIXED, PRELUDE, _numbers(program, sizes, own)]
    parts += [CONSTANT, _tables(program, sizes)]
    parts += [crossing_tables(), text_of("method.h"), _rule(program), text_of("judge.h")]
    parts += [own.text, CALLING, _absent(own)]
    parts += [kernel_text(n, m, 2), _stages(program)]
    parts += [text_of("eliminate.h", "friction.h")] if "zw_law" in own.functions else []
    parts += [text_of("accelerate.h", "course.h", *HEADERS)]
    return Fixed("\n".join(parts), sizes, own.operations)


def _numbers(program: Program, sizes: Sizes, own: Own) -> str:
    facts = {NAMED.get(k, k.upper()): x for k, x in facts_of(program, sizes).items()}
    have = {name.upper(): int(f"zw_{name}" in own.functions) for name in STRAIGHT}
    have["LAGRANGIAN"] = int("zw_excess" in own.functions)
    return defined(of_library() | facts | have)


STRAIGHT = ("straight", "straight_q", "straight_qd")


def _tables(program: Program, sizes: Sizes) -> str:
    lines = []
    for name, values in tables_of(program, sizes).items():
        some = values or [0]
        items = ", ".join(map(str, some))
        lines.append(f"ZW_CONSTANT int zw_{TABLES[name]}[{len(some)}] = {{{items}}};")
    return "\n".join(lines)


def _rule(program: Program) -> str:
    memory = method_of(program).memory
    exponents = ", ".join(repr(x) for x in memory.exponents)
    rest = "0, 0, 0, 0"  # the stages are written out
    numbers = f"0, {memory.rule}, 0.0, 0.0, {{{exponents}}}, {rest}"
    return f"ZW_CONSTANT zw_method zw_rule = {{{numbers}}};"


def _absent(own: Own) -> str:
    """Functions that the text names, but never calls for this system."""
    names = [name for name in ARGUMENTS if name not in own.functions]
    names += [] if "zw_law" in own.functions else ["zw_rub", "zw_spoil"]
    return "\n".join(f"#define {name}(...) {_nothing(name)}" for name in names)


def _nothing(name: str) -> str:
    return "ZW_OK" if name == "zw_rub" else "((void)0)"


def _stages(program: Program) -> str:
    """``zw_stages``, written out: the sums of ``runtime/method.py`` without their loops."""
    method = method_of(program)
    nodes, begin, place, weight = (x.tolist() for x in method.arrays)
    whole, drift = method.memory.whole, method.memory.drift

    def total(i: int) -> str:
        terms = [f"{weight[k]!r}*k[{place[k]}][j]" for k in range(begin[i], begin[i + 1])]
        return " + ".join(terms) or "0.0"

    lines = ["    zw_acceleration(w, t, q, qd, p, cut, k[0]);"]
    for s in range(1, method.stages):
        lines += [
            LOOP,
            f"        x[j] = q[j] + h*({nodes[s]!r}*qd[j] + h*({total(2 * s - 2)}));",
            f"        v[j] = qd[j] + h*({total(2 * s - 1)});",
            "    }",
            f"    zw_acceleration(w, t + {nodes[s]!r}*h, x, v, p, cut, k[{s}]);",
        ]
    end = 2 * method.stages - 2
    lines += [
        LOOP,
        f"        q1[j] = q[j] + h*({whole!r}*qd[j] + h*({total(end)}));",
        f"        qd1[j] = qd[j] + h*({total(end + 1)});",
        f"        error[j] = h*({f'{drift!r}*qd[j] + ' if drift else ''}h*({total(end + 2)}));",
        f"        error[ZW_N + j] = h*({total(end + 3)});",
        "    }",
    ]
    return STAGES.format(count=method.stages, lines="\n".join(lines))
