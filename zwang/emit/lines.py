"""Scalar values as C99, which is CUDA too: one function, one statement a value, no branches."""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from zwang.base.escape import for_c
from zwang.ir.records import Called
from zwang.ir.scalar.graph import CALLS, FLOAT, INT, Node, needed

WIDTH = 72  # of an expression, before a part of it becomes a statement of its own
MANY = 16  # zeros of an output from which on they are set in a loop

READ = ("input", "element", "loaded")  # what has a place in C already
# How an operation is written. What stands between is put in brackets where it is used.
INFIX = {
    "add": "{} + {}",
    "sub": "{} - {}",
    "mul": "{}*{}",
    "div": "{}/{}",
    "neg": "-{}",
    "eq": "{} == {}",
    "ne": "{} != {}",
    "lt": "{} < {}",
    "le": "{} <= {}",
    "gt": "{} > {}",
    "ge": "{} >= {}",
    "and": "{} && {}",
    "or": "{} || {}",
    "xor": "{} != {}",
    "not": "!{}",
    "select": "{} ? {} : {}",
    "bit_and": "{} & {}",
    "bit_or": "{} | {}",
    "bit_xor": "{} ^ {}",
    "bit_not": "~{}",
}
CALLED = {
    "max": "zw_max({}, {})",
    "min": "zw_min({}, {})",
    "to_float": "(double){}",
    "to_int": "(long long){}",
    "idiv": "zw_idiv({}, {})",
    "irem": "zw_irem({}, {})",
}
WHOLE = {"add": "zw_iadd({}, {})", "sub": "zw_isub({}, {})", "mul": "zw_imul({}, {})"}
WHOLE |= {"neg": "zw_isub(0, {})"}  # of whole numbers, which wrap
for _name, _type in {
    "int8": "signed char",
    "int16": "short",
    "int32": "int",
    "int64": "long long",
    "uint8": "unsigned char",
    "uint16": "unsigned short",
    "uint32": "unsigned",
}.items():
    _about = np.iinfo(_name)
    CALLED[f"wrap_{_name}"] = f"(long long)({_type}){{}}"
    CALLED[f"to_{_name}"] = f"zw_to_int({{}}, {_about.min + 1}LL - 1, {_about.max}LL)"

PRELUDE = (resources.files("zwang.runtime") / "c" / "prelude.h").read_text(encoding="utf-8")


class Emitted(NamedTuple):
    """A function in C."""

    text: str  # all of it
    head: str  # what declares it
    operations: Counter  # how many of each kind it takes, at every call
    calls: tuple[Called, ...]  # of the kernel, in it


def emit(
    name: str,
    inputs: Sequence[str],
    outputs: Mapping[str, np.ndarray],
    comment: str = "",
    *,
    public: bool = False,
    own: bool = False,
    seldom: bool = False,
    room: Mapping[str, int] | None = None,
) -> Emitted:
    """Write a function ``void name(const double *inputs..., double *outputs...)``.

    Raises ValueError.
    """
    require_room(outputs, room)
    values = [v for x in outputs.values() for v in x.flat]
    lines, written, order = statements(values)
    cleared = [out for out, x in outputs.items() if sum(map(_is_zero, x.flat)) >= MANY]
    lines += [f"    for (int i = 0; i < {outputs[x].size}; i++) {x}[i] = 0.0;" for x in cleared]
    for out, x in outputs.items():
        stored = ((i, v) for i, v in enumerate(x.flat) if out not in cleared or not _is_zero(v))
        lines += [f"    {out}[{i}] = {operand(v, written)};" for i, v in stored]
    above = f"/* {for_c(comment)} */\n" if comment else ""
    unused = [f"    (void){x};" for x in inputs if not _is_used(x, order)]
    unused += [f"    (void){name};" for name, x in outputs.items() if not x.size]
    body = "\n".join([*unused, *lines])
    kind = "ZW_PUBLIC" if public else "ZW_OWN" if own else "ZW_PART"
    head = head_of(name, inputs, list(outputs), f"ZW_SELDOM {kind}" if seldom else kind)
    text = f"{above}{head}\n{{\n{body}\n}}\n"
    calls = tuple(node.args[0] for node in order if node.op in CALLS)
    operations = Counter(node.op for node in order if node.op not in ("input", "element"))
    return Emitted(text, f"{head};", operations, calls)


def require_room(outputs: Mapping[str, np.ndarray], room: Mapping[str, int] | None) -> None:
    """Refuse outputs of other sizes than there is room for."""
    for out, x in outputs.items():
        if room is not None and x.size != room[out]:
            raise ValueError(
                f"`{out}` of the program in C has the shape {x.shape}; wanted {room[out]} numbers, "
                "for which there is room. A function returned other shapes when called again."
            )


def head_of(name: str, inputs: Sequence[str], outputs: Sequence[str], kind: str) -> str:
    """What declares a function, after what kind it is of."""
    arguments = [f"const double *{x}" for x in inputs] + [f"double *{x}" for x in outputs]
    return f"{kind} void {name}({', '.join(arguments)})"


def computed(values: Sequence[Any]) -> tuple[list[str], list[str]]:
    """Statements that compute values, and what C calls each of these afterwards."""
    lines, written, _ = statements(values)
    return lines, [operand(v, written) for v in values]


def statements(values: Sequence[Any]) -> tuple[list[str], dict[int, tuple[str, str]], list[Node]]:
    """The statements that compute values, how each node is then written, and all nodes."""
    order = needed(values)
    uses = Counter(i for node in order for i in node.before)
    uses.update(v.index for v in values if isinstance(v, Node))
    lines, written, where = list[str](), dict[int, tuple[str, str]](), ""
    for node in order:
        if node.op in CALLS:
            lines += _called(node, written)
            continue
        text = _text(node, written)
        inline = node.op in READ or (uses[node.index] == 1 and len(text) <= WIDTH)
        if inline:
            written[node.index] = text, "" if node.kind == INT and node.op in WHOLE else node.op
            continue
        if node.where and node.where != where:
            where = node.where
            lines.append(f"    /* {for_c(where)} */")
        lines.append(f"    const {node.kind} v{node.index} = {text};")
        written[node.index] = f"v{node.index}", "input"
    return lines, written, order


def _called(node: Node, written: dict[int, tuple[str, str]]) -> list[str]:
    """A call of the kernel, with its numbers in two arrays."""
    call, *given = node.args
    numbers = [operand(x, written) for x in given]
    lines = textwrap.wrap(", ".join(numbers), 92)
    lines = [f"    const double k{node.index}[] = {{", *(f"        {x}" for x in lines), "    };"]
    lines += [f"    double r{node.index}[{call.size}];"]
    told = f"{call.way}, {number(call.rank)}, {number(call.consistency)}"
    lines += [f"    {call.prefix}call({told}, k{node.index}, r{node.index});"]
    return lines


def _is_zero(v: Any) -> bool:
    """Whether it is the number 0.0, and not −0.0."""
    return not isinstance(v, Node) and v == 0 and math.copysign(1.0, v) > 0


def _is_used(name: str, order: Sequence[Node]) -> bool:
    return any(node.op == "input" and node.args[0] == name for node in order)


def _text(node: Node, written: dict[int, tuple[str, str]]) -> str:
    if node.op == "input":  # of an array; or a number that has a name in C, and no place
        return node.args[0] if node.args[1] is None else f"{node.args[0]}[{node.args[1]}]"
    if node.op == "loaded":
        return node.args[0]
    if node.op == "element":
        text = f"r{node.args[0].index}[{node.args[1]}]"
        return text if node.kind == FLOAT else f"({node.kind}){text}"
    if node.kind == INT and node.op in WHOLE:
        return WHOLE[node.op].format(*(operand(x, written) for x in node.args))
    if node.op in INFIX:
        return INFIX[node.op].format(*(operand(x, written, node.op) for x in node.args))
    plain = [operand(x, written) for x in node.args]
    if node.op in CALLED:
        if CALLED[node.op].startswith("("):  # a cast binds tightly
            plain = [operand(x, written, "neg") for x in node.args]
        return CALLED[node.op].format(*plain)
    return f"{node.op}({', '.join(plain)})"


def operand(x: Any, written: dict[int, tuple[str, str]], within: str = "") -> str:
    """A value as it stands inside of an operation; in brackets where it needs them."""
    if not isinstance(x, Node):
        text = number(x)
        return f"({text})" if within and text.startswith("-") else text
    text, op = written[x.index]
    bare = not within or op not in INFIX or (op == "mul" and within in ("add", "sub"))
    return text if bare else f"({text})"


def number(x: Any) -> str:
    """A known number, such that reading it gives the same number again."""
    if isinstance(x, bool | int):
        return str(int(x)) if x > -(2**63) else f"({-(2**63) + 1} - 1)"
    if math.isnan(x):
        return "NAN"
    if math.isinf(x):
        return "INFINITY" if x > 0 else "-INFINITY"
    return float.__repr__(x)
