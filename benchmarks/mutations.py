"""Small changes to a source such as mistakes make, drawn by a seed: for ``faults.py``.

Files are drawn in proportion to their statements, so that rates of two states of the tree compare.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

BINARY = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
COMPARED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
COMPARED |= {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In}
COMPARED |= {ast.Is: ast.IsNot, ast.IsNot: ast.Is}
IN_C = {" + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " < ": " <= ", " <= ": " < "}
IN_C |= {" > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ", " && ": " || "}
IN_C |= {" || ": " && ", " += ": " -= ", " -= ": " += ", "0.5": "1.0", " 2.0": " 4.0", "1.0": "2.0"}
TOKEN = re.compile("|".join(map(re.escape, sorted(IN_C, key=len, reverse=True))))
COMMENT = re.compile(r"/\*.*?\*/|^#.*?$", re.DOTALL | re.MULTILINE)
# Statements that take files away are left as they are: what a change would take is not known.
LEFT = re.compile(r"rmtree|unlink|\.remove\(|os\.kill|killpg")

OBVIOUS = ("isinstance", "getattr", "map", "setattr")  # whose arguments nobody confuses


class Mutation(NamedTuple):
    """A changed file: which, in which line, what was changed into what, and the whole new text."""

    file: str
    line: int
    change: str
    text: str


def mutations(root: Path, seed: int) -> Iterator[Mutation]:
    """Mutations without end, each once; the first of them do not depend on how many are taken."""
    files = sorted([*root.glob("zwang/**/*.py"), *root.glob("zwang/**/*.h")])
    weights = [statements(file) for file in files]
    rng, seen = random.Random(seed), set[str]()
    while True:
        (file,) = rng.choices(files, weights)
        sites = sites_of(file)
        if not sites:
            continue
        begin, end, new = rng.choice(sites)
        content, name = file.read_bytes(), file.relative_to(root).as_posix()
        text = content[:begin] + new.encode() + content[end:]
        line = content[:begin].count(b"\n") + 1
        change = f"{content[begin:end].decode()} → {new}"
        key = f"{name}:{line} {change}"
        if key not in seen and (file.suffix == ".h" or _parses(text)):
            seen.add(key)
            yield Mutation(name, line, " ".join(change.split()), text.decode())


def _parses(text: bytes) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@cache
def statements(file: Path) -> int:
    """How many statements a file has, without docstrings."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".h":
        return COMMENT.sub("", text).count(";")
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
    return sum(not _is_text(node) for node in nodes)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def sites_of(file: Path) -> list[tuple[int, int, str]]:
    """Where a file can be changed: first and last byte, and the text in their place."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return list(_in_python(text))
    plain = COMMENT.sub(lambda x: re.sub(r"[^\n]", " ", x[0]), text)
    found = [(x.start(), x.end(), IN_C[x[0]]) for x in TOKEN.finditer(plain)]
    count = lambda i: len(text[:i].encode())
    return [(count(begin), count(end), new) for begin, end, new in found]


def _in_python(text: str) -> Iterator[tuple[int, int, str]]:
    tree, starts = ast.parse(text), [0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    outside = {id(x) for node in ast.walk(tree) for part in _not_run(node) for x in ast.walk(part)}
    for node in ast.walk(tree):
        simple = isinstance(node, ast.Expr | ast.Assign | ast.AugAssign)
        if id(node) in outside or (simple and LEFT.search(ast.unparse(node))):
            continue
        for old, new in _changed(node):
            begin = starts[old.lineno - 1] + old.col_offset
            yield begin, starts[old.end_lineno - 1] + old.end_col_offset, new


def _not_run(node: ast.AST) -> list[ast.AST]:
    """Parts that are annotations, or texts whose places Python does not know."""
    if isinstance(node, ast.JoinedStr):
        return [node]
    parts = [getattr(node, name, None) for name in ("annotation", "returns")]
    return [x for x in parts if isinstance(x, ast.AST)]


def _changed(node: Any) -> Iterator[tuple[Any, str]]:
    """What can be changed in a node: the node that is replaced, and by what."""
    match node:
        case ast.BinOp(left, op, right) if type(op) in BINARY:
            yield node, _text(ast.BinOp(left, BINARY[type(op)](), right))
        case ast.Compare(left, [op], [right]) if type(op) in COMPARED:
            yield node, _text(ast.Compare(left, [COMPARED[type(op)]()], [right]))
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield node, _text(ast.BoolOp(other, values))
        case ast.UnaryOp(ast.USub(), operand) if not isinstance(operand, ast.Constant):
            yield node, _text(operand)
        case ast.Constant(bool()):
            pass
        case ast.Constant(float(x)):
            yield node, repr(2.0 * x or 1.0)
        case ast.Constant(int(x)):
            yield node, repr(x + 1)
        case ast.Call(function, [first, second, *rest], keywords):
            starred = any(isinstance(x, ast.Starred) for x in (first, second))
            if not starred and ast.unparse(function) not in OBVIOUS:
                yield node, _text(ast.Call(function, [second, first, *rest], keywords))
        case ast.Expr(ast.Call()) | ast.AugAssign():
            yield node, "pass"
        case ast.Assign([ast.Subscript() | ast.Attribute()]):
            yield node, "pass"
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test, _text(ast.UnaryOp(ast.Not(), node.test))


def _text(node: Any) -> str:
    return f"({ast.unparse(ast.fix_missing_locations(node))})"
