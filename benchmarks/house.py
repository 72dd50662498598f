"""The house in numbers: how large the library is, how plain, and, with ``--time``, how quick.

Run: python benchmarks/house.py [--time]

Each number stands beside its gate with "met" or "not met". Statements are ``ast.stmt`` without
docstrings; lines of functions are without docstrings too; all counts are of ``zwang/`` unless they
say otherwise. What is timed is the best of three, in fresh processes, and needs a quiet machine.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FORBIDDEN = frozenset("found told asked given here there laid held gone met journey crowd".split())
Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef | ast.Module


class File(NamedTuple):
    """A source with its syntax."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())


class Size(NamedTuple):
    """Lines, statements without docstrings, files."""

    lines: int
    statements: int
    files: int


# -- counting ------------------------------------------------------------------------------------


def sources(folder: Path) -> list[File]:
    """All Python files below a folder."""
    paths = sorted(folder.rglob("*.py"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return [File(p, text, ast.parse(text)) for p, text in zip(paths, texts, strict=True)]


def docstring(node: Definition) -> ast.stmt | None:
    """The statement that is the docstring."""
    match node.body:
        case [ast.Expr(value=ast.Constant(value=str())) as first, *_]:
            return first
    return None


def statements(tree: ast.AST) -> int:
    """Statements within, docstrings not counted."""
    nodes = list(ast.walk(tree))
    documented = sum(isinstance(x, Definition) and docstring(x) is not None for x in nodes)
    return sum(isinstance(x, ast.stmt) for x in nodes) - documented


def size(files: Iterable[File]) -> Size:
    """The size of some files."""
    files = list(files)
    return Size(sum(x.lines for x in files), sum(statements(x.tree) for x in files), len(files))


def by_package(files: Iterable[File], folder: Path) -> dict[str, Size]:
    """The size of each package; files that stand in none are their own."""
    groups: dict[str, list[File]] = {}
    for file in files:
        groups.setdefault(file.path.relative_to(folder).parts[0], []).append(file)
    return {name: size(group) for name, group in groups.items()}


def lengths(files: Iterable[File]) -> list[int]:
    """Lines of each function below its first one, without the docstring."""
    counts = []
    for node in (x for file in files for x in ast.walk(file.tree)):
        if isinstance(node, Function):
            text = docstring(node)
            own = 0 if text is None else (text.end_lineno or 0) - text.lineno + 1
            counts.append((node.end_lineno or 0) - node.lineno - own)
    return counts


def constants(files: Iterable[File]) -> int:
    """Numbers that a module binds to names: ``A = 1e-9``, ``A, B = 1, 2 * 3``."""
    count = 0
    for statement in (x for file in files for x in file.tree.body):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            value = statement.value
            values = value.elts if isinstance(value, ast.Tuple) else [value]
            if all(map(_is_number, values)):
                targets = getattr(statement, "targets", None) or [statement.target]  # pyright: ignore
                count += len(values) if isinstance(targets[0], ast.Tuple) else 1
    return count


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float() | complex()):
            return True
        case ast.UnaryOp(operand=x):
            return _is_number(x)
        case ast.BinOp(left=a, right=b):
            return _is_number(a) and _is_number(b)
    return False


def reading(files: Iterable[File], attribute: str) -> int:
    """Files that read this attribute of anything."""
    has = lambda x: isinstance(x, ast.Attribute) and x.attr == attribute
    return sum(any(map(has, ast.walk(file.tree))) for file in files)


def linear_algebra(files: Iterable[File]) -> int:
    """Files in which ``linalg.`` stands, of whatever library."""
    return sum("linalg." in file.text for file in files)


def names(tree: ast.AST) -> Iterator[str]:
    """Names of variables, functions, classes and arguments, each time one is bound."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def forbidden(files: Iterable[File]) -> tuple[int, int]:
    """How often such a name is bound as a whole, and how often as a part of a longer one."""
    whole = parts = 0
    for name in (name for file in files for name in names(file.tree)):
        words = re.findall(r"[A-Z]?[a-z]+", name)
        if name.strip("_").lower() in FORBIDDEN:
            whole += 1
        else:
            parts += any(word.lower() in FORBIDDEN for word in words)
    return whole, parts


# -- gates ---------------------------------------------------------------------------------------


def gate(what: str, value: Any, limit: float | None, text: str = "") -> None:
    """One line: what, how much, the gate, whether it is met."""
    verdict = "" if limit is None else "met" if value <= limit else "not met"
    shown = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
    bound = "" if limit is None else f"<= {limit:,}"
    print(f"| {what} | {shown}{text} | {bound} | {verdict} |", flush=True)


def counted(root: Path) -> None:
    """All gates that are counted."""
    files = sources(root / "zwang")
    print("| package | lines | statements | files |\n|---|---|---|---|")
    for name, x in by_package(files, root / "zwang").items():
        print(f"| {name} | {x.lines:,} | {x.statements:,} | {x.files} |")
    print("\n| what | now | gate | |\n|---|---|---|---|")
    whole, functions = size(files), lengths(files)
    gate("Python in zwang/: lines", whole.lines, 68_000)
    gate("statements without docstrings", whole.statements, 36_500)
    gate("files", whole.files, 450)
    gate("functions: median of lines", int(statistics.median(functions)), 5)
    gate("functions: 95 % have at most", statistics.quantiles(functions, n=20)[-1], 25)
    gate("files over 350 lines", sum(x.lines > 350 for x in files), 0)
    lines = [line for x in files for line in x.text.splitlines()]
    gate("lines over 100 letters", sum(len(line) > 100 for line in lines), 0)
    headers = [x.read_text(encoding="utf-8") for x in sorted((root / "zwang").rglob("*.h"))]
    gate("C headers: lines", sum(len(x.splitlines()) for x in headers), 6300)
    gate("numeric constants of modules", constants(files), 400)
    gate("files that walk .eqns", reading(files, "eqns"), 3)
    gate("files that call linalg.", linear_algebra(files), 65)
    whole_names, parts = forbidden(files)
    gate("forbidden names, whole", whole_names, 0)
    gate("forbidden names, as parts of others", parts, 0)
    gate("tests: lines", size(sources(root / "tests")).lines, 30_000)


# -- a walk --------------------------------------------------------------------------------------


def walk(simulate: Callable[[], Any], package: Path) -> tuple[int, int]:
    """Calls and files of a warm call; what stands in brackets within a function is its own."""
    import gc

    calls: list[str] = []

    def seen(frame: Any, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and "<" not in code.co_name and str(package) in code.co_filename:
            calls.append(code.co_filename)

    for _ in range(3):
        simulate()
    gc.disable()
    sys.setprofile(seen)
    try:
        simulate()
    finally:
        sys.setprofile(None)
        gc.enable()
    return len(calls), len(set(calls))


def walked() -> None:
    """The walks of a small and of a large system."""
    import zwang as zw
    from zwang import zoo

    x, chain = zoo.PROBLEMS["pendulum"](), zoo.mechanisms.chain(30).mechanism
    walks = {
        "pendulum": (lambda: zw.simulate(x.system, x.q0, x.qd0, (0.0, 0.03), x.p), 25, 9),
        "chain of 30": (lambda: chain.simulate((0.0, 0.03)), 80, 18),
    }
    for name, (simulate, most_calls, most_files) in walks.items():
        calls, files = walk(simulate, ROOT / "zwang")
        gate(f"walk of a warm simulate, {name}: calls", calls, most_calls)
        gate(f"walk of a warm simulate, {name}: files", files, most_files)


# -- times ---------------------------------------------------------------------------------------

MOTION = "zw.simulate(x.system, x.q0, x.qd0, (0.0, {end}), x.p)"
CHAIN = "x.mechanism.simulate((0.0, {end}))"
MADE = {
    "pendulum": ("x = zoo.PROBLEMS['pendulum']()", MOTION),
    "four-bar": ("x = zoo.PROBLEMS['four_bar']()", MOTION),
    "Andrews": ("x = zoo.PROBLEMS['andrews']()", MOTION),
    **{f"chain of {N}": (f"x = zoo.mechanisms.chain({N})", CHAIN) for N in (3, 5, 30)},
    "check of two bodies": ("x = zoo.mechanisms.chain(2)", "x.mechanism.check()"),
}
FRESH = """
import time; begun = time.perf_counter()
import jax; imported = time.perf_counter()
import zwang as zw; from zwang import zoo
{made}
def call(): return {call}
call()
done = time.perf_counter()
print(done - imported, (done - imported) / (imported - begun), *{more})
"""
# Six motions one after the other; and the processor time of the least of many.
SIX = "(lambda x: (max(x) / min(x),))([timed(call) for _ in range(5)])"
WARM = "(min(timed(call, time.thread_time) for _ in range({calls})),)"
TIMED = """
def timed(call, clock=time.perf_counter):
    begun = clock(); call(); return clock() - begun
"""
FIRST = {"pendulum": 0.8, "Andrews": 1.1, "chain of 5": 1.5, "chain of 30": 1.9}
ENDS = {"Andrews": 0.03, "chain of 30": 0.5, "chain of 3": 1.0, "chain of 5": 1.0}  # else 10 s


def fresh(name: str, end: float, more: str = "()") -> list[float]:
    """Of a fresh process with an empty cache: seconds from after ``import jax`` to the first
    answer, the same over the time of the import, and what ``more`` measures; the least of three.
    """
    made, call = MADE[name]
    text = FRESH.format(made=made + TIMED, call=call.format(end=end), more=more)
    runs = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            own = os.environ | {"PYTHONPATH": str(ROOT), "ZWANG_CACHE": cache}
            command = [sys.executable, "-c", text]
            done = subprocess.run(command, env=own, check=True, capture_output=True, text=True)
        runs.append([float(x) for x in done.stdout.split()])
    return [min(column) for column in zip(*runs, strict=True)]


def timed() -> None:
    """All gates that are timed."""
    print(f"\nload of the machine: {os.getloadavg()[0]:.1f}\n")
    print("| what | now | gate | |\n|---|---|---|---|")
    for name, limit in (FIRST | {"check of two bodies": 2.0}).items():
        ratio = fresh(name, 0.5 if "chain" in name else 0.03)[1]
        gate(f"first answer over import jax, {name}", ratio, limit)
    slowest = fresh("chain of 30", 0.5, SIX)[2]
    gate("slowest of five later motions of a chain of 30 over the fastest", slowest, 6)
    for name in ("four-bar", "Andrews", "chain of 3", "chain of 5"):
        for end in (0.1, 1.0, 10.0):
            gate(f"cold, {name}, {end:g} s: seconds", fresh(name, end)[0], None)
    for name in list(MADE)[:6]:  # P1 to P6
        end = ENDS.get(name, 10.0)
        least = 1e3 * fresh(name, end, WARM.format(calls=50))[2]
        gate(f"warm, {name}, {end:g} s: ms of processor time", least, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time", action="store_true", help="measure times too")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    counted(ROOT)
    walked()
    if options.time:
        timed()


if __name__ == "__main__":
    main()
