"""Mutated model files and expressions: each is a Model or a ModelError, soon, and nothing is run.

Run: python benchmarks/fuzz_modelfile.py [--cases 100000] [--seed 1993]

Every case starts from an example file and is changed one to four times: characters, tokens,
numbers, lines, nesting, encodings, whole expressions made anew. What is allowed is a Model or a
``ModelError`` with a message and, where it has a line, one that exists. A model that was accepted
must come back equal from ``write``; of some the equations are traced. The process may not take
much more memory than it had at the start, no case may take longer than ``LIMIT`` seconds, and an
audit hook refuses any import, file, compilation or call of the system while a case is parsed.

100,000 cases with the seed 1993: 35,030 parsed, 64,970 refused in 632 kinds of words, nothing else.
"""

from __future__ import annotations

import argparse
import collections
import random
import re
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator

LIMIT = 5.0  # seconds of the processor for one case
MEMORY = 2**30  # bytes beyond those in use at the start

NAMES = (
    "x y z t L m g x1 k1 a b theta x' y' x'' q __import__ sin pi e reaction.x Qc_ideal.y".split()
)
NUMBERS = "0 1 2 -1 0.5 1e-3 1e400 1e-400 nan inf -inf 1e308 99999999999999999999".split()
NUMBERS += "0x10 1_000 .5 5.".split()
WORDS = (
    "title coordinates parameters let system constraint observables simulate until mass force "
    "kinetic potential lagrangian energy nonideal kind equation name event when plot show keep "
    'require control holonomic pfaffian true false [ ] { } = , # \' " """ \\ . : ; '
    "../../etc/passwd \x00 \x1b \ufeff θ − é 🦑 1979-05-27"
).split(" ")
OPERATORS = "+ - * / ^ ** < <= > >= == != and or not , ( ) [ ] = . '".split()
FUNCTIONS = "sin cos tan exp log sqrt abs min max where hypot atan2 foo eval".split()
TOKEN = re.compile(r"[A-Za-z_][\w]*'*|[0-9.]+(?:e[+-]?[0-9]+)?|\s+|.", re.S)
NUMBER = re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]*)?(?:e[+-]?[0-9]+)?")
STRING = re.compile(r'"([^"\n]+)"')

Change = Callable[[random.Random, str], str]


# -- changes that often leave a model --------------------------------------------------------------


def another_number(rng: random.Random, text: str) -> str:
    """A number in the place of one."""
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    spot = rng.choice(found)
    value = rng.choice([f"{rng.uniform(0, 10):.3g}", str(rng.randrange(1, 9)), spot[0] + "0"])
    return text[: spot.start()] + value + text[spot.end() :]


def space(rng: random.Random, text: str) -> str:
    """Blanks and remarks."""
    at = text.find("\n", rng.randrange(len(text) + 1))
    return text[:at] + rng.choice(["  ", "\n", " # remark", "\r\n", "\t"]) + text[at:]


def swapped_lines(rng: random.Random, text: str) -> str:
    """Two lines that stand beside one another change places."""
    lines = text.split("\n")
    i = rng.randrange(max(1, len(lines) - 1))
    lines[i : i + 2] = reversed(lines[i : i + 2])
    return "\n".join(lines)


def wrapped(rng: random.Random, text: str) -> str:
    """An expression in parentheses, in a function, with a sign."""
    return in_a_string(
        rng, text, lambda inner: rng.choice(["({})", "-({})", "({})*1", "cos({})"]).format(inner)
    )


def added_term(rng: random.Random, text: str) -> str:
    """An expression with a term that is made anew."""
    return in_a_string(rng, text, lambda inner: f"{inner} + {expression(rng, 3)}")


def renamed(rng: random.Random, text: str) -> str:
    """A name changed wherever it stands."""
    names = sorted(set(re.findall(r"\b[A-Za-z]\w{0,3}\b", text)))
    return (
        re.sub(rf"\b{rng.choice(names)}\b", rng.choice(["w", "u7", "x", "alpha"]), text)
        if names
        else text
    )


# -- changes that mostly do not --------------------------------------------------------------------


def flipped(rng: random.Random, text: str) -> str:
    """A character in the place of another."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(NAMES + NUMBERS + WORDS + OPERATORS)[:1] + text[at + 1 :]


def replaced(rng: random.Random, text: str) -> str:
    """A token in the place of another."""
    parts = TOKEN.findall(text)
    parts[rng.randrange(len(parts))] = rng.choice(NAMES + NUMBERS + WORDS + OPERATORS + FUNCTIONS)
    return "".join(parts)


def swapped(rng: random.Random, text: str) -> str:
    """Two tokens change places."""
    parts = TOKEN.findall(text)
    i, j = (rng.randrange(len(parts)) for _ in range(2))
    parts[i], parts[j] = parts[j], parts[i]
    return "".join(parts)


def doubled(rng: random.Random, text: str) -> str:
    """A piece twice."""
    a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    b = min(b, a + 400)
    return text[:b] + text[a:b] + text[b:]


def cut(rng: random.Random, text: str) -> str:
    """A piece less, or the rest."""
    a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    return text[:a] if rng.random() < 0.3 else text[:a] + text[min(b, a + 200) :]


def line_less(rng: random.Random, text: str) -> str:
    """A line less."""
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def nested(rng: random.Random, text: str) -> str:
    """Brackets inside one another, few or many."""
    depth = rng.choice([3, 30, 300, 30_000])
    left, right = rng.choice(["()", "[]", "{}", ("sin(", ")"), ("-", ""), ("(", ""), ("x^", "")])
    return in_a_string(rng, text, lambda inner: left * depth + inner + right * depth)


def nested_values(rng: random.Random, text: str) -> str:
    """Lists, tables and dots inside one another, outside of expressions."""
    depth = rng.choice([3, 8, 3_000])
    more = rng.choice(
        ["k = " + "[" * depth + "]" * depth, "k = " + "{a = " * depth, "a." * depth + "b = 1"]
    )
    return f"{text}\n{more}\n"


def grown(rng: random.Random, text: str) -> str:
    """Definitions that would double with every line if they were written out."""
    count = rng.choice([5, 40, 800])
    lines = [f'd{i} = "d{i - 1}*d{i - 1} + d{i - 1}"' for i in range(1, count)]
    table = "[let]\nd0 = 1\n" + "\n".join(lines)
    return text.replace("[let]", table, 1) if "[let]" in text else f"{text}\n{table}\n"


def long(rng: random.Random, text: str) -> str:
    """An expression that is very long."""
    term = rng.choice(["+ 1", "*x", " - y'", "9", "x", " "])
    return in_a_string(rng, text, lambda inner: inner + term * rng.choice([50, 3_000, 300_000]))


def new_expression(rng: random.Random, text: str) -> str:
    """An expression made anew in the place of another."""
    return in_a_string(rng, text, lambda inner: expression(rng, 5))


def in_a_string(rng: random.Random, text: str, change: Callable[[str], str]) -> str:
    found = list(STRING.finditer(text))
    if not found:
        return text
    spot = rng.choice(found)
    return text[: spot.start(1)] + change(spot[1]) + text[spot.end(1) :]


def expression(rng: random.Random, depth: int) -> str:
    """An expression that may be sound or not."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(["x", "y", "m", "L", "t", "x'", "2", "0.5", *NAMES, *NUMBERS])
    inner = [expression(rng, depth - 1) for _ in range(3)]
    kind = rng.randrange(6)
    if kind < 3:
        return f"{inner[0]} {rng.choice('+ - * / ^'.split())} {inner[1]}"
    if kind == 3:
        return f"{rng.choice(FUNCTIONS)}({inner[0]})"
    if kind == 4:
        return f"where({inner[0]} {rng.choice(['<', '>', '=='])} 1, {inner[1]}, {inner[2]})"
    return rng.choice(["({})", "-{}", "({}, {})", "{} {}", "not {}"]).format(*inner)


MILD = [another_number, another_number, space, swapped_lines, wrapped, added_term, renamed]
ROUGH = [flipped, replaced, swapped, doubled, cut, line_less, nested, nested_values, grown, long]
ROUGH += [new_expression]


def mutants(texts: list[str], cases: int, seed: int) -> Iterator[tuple[str, str]]:
    """Pairs of the changes made, in words, and a text.

    Parameters
    ----------
    texts : to start from
    cases : how many
    seed : of the changes
    """
    rng = random.Random(seed)
    for _ in range(cases):
        text = rng.choice(texts)
        rough = rng.random() < 0.6
        changes: list[Change] = [rng.choice(MILD) for _ in range(rng.randrange(1, 4))]
        changes = [*changes[:-1], rng.choice(ROUGH)] if rough else changes
        for change in changes:
            text = change(rng, text) if text else text
        yield " ".join(change.__name__ for change in changes), text


def damaged(text: str, rng: random.Random) -> bytes:
    """A text as bytes, now and then in another encoding, or with a byte that is none of it."""
    if rng.random() < 0.97:
        return text.encode("utf-8", "replace")
    data = bytearray(text.encode("utf-8", "replace"))
    kind = rng.randrange(3)
    if kind == 0 and data:
        data[rng.randrange(len(data))] = rng.randrange(256)
        return bytes(data)
    return text.encode(["utf-16", "utf-8-sig"][kind - 1], "replace")


# -- judging ---------------------------------------------------------------------------------------


class Guard:
    """Refuses, while it is on, what no text may make a parser do."""

    EVENTS = (
        "import",
        "open",
        "exec",
        "compile",
        "os.",
        "subprocess.",
        "socket.",
        "ctypes.",
        "shutil.",
    )

    def __init__(self) -> None:
        self.on = False
        sys.addaudithook(self.hear)

    def hear(self, event: str, arguments: tuple) -> None:
        if self.on and event.startswith(self.EVENTS):
            raise RuntimeError(f"a text made the parser do {event} {arguments}")


def judge(data: bytes, guard: Guard | None = None, trace: bool = False) -> str:
    """ "parsed", or the message of the refusal; anything else raises.

    Parameters
    ----------
    data : of a file
    guard : on while the text is parsed
    trace : whether to trace the equations of a model, too
    """
    from zwang.modelfile import parse, write
    from zwang.modelfile.tables.text import ModelError, decode

    if guard is not None:
        guard.on = True
    try:
        model = parse(decode(data, "mutant.toml"), "mutant.toml")
        assert parse(write(model)) == model, "not equal to what was written"
    except ModelError as error:
        lines = data.decode("utf-8", "replace").count("\n") + 1
        assert error.message and str(error).replace("\n", "").isprintable(), repr(error)
        assert error.line is None or 1 <= error.line <= lines, (error.line, lines)
        return error.message
    finally:
        if guard is not None:
            guard.on = False
    if trace:
        traced(model)
    return "parsed"


def traced(model) -> None:
    """Trace the equations: shapes come out right, whatever the expressions are."""
    import jax

    from zwang.equation.acceleration_form import acceleration_form

    n = len(model.q0)
    state = model.q0, model.qd0, model.t[0], model.p
    form = jax.eval_shape(lambda: acceleration_form(model.system, *state))
    M = jax.eval_shape(lambda: model.system.M(model.q0, model.t[0], model.p))
    Q = jax.eval_shape(lambda: model.system.Q(*state))
    assert (M.shape, Q.shape, form.A.shape[1:]) == ((n, n), (n,), (n,))


def too_late(signum, frame):
    raise TimeoutError(f"a case took more than {LIMIT} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1993)
    chosen = parser.parse_args()

    from zwang.modelfile import examples, parse

    texts = [file.read_text(encoding="utf-8") for file in examples().values()]
    for text in texts:
        traced(parse(text))  # all that is imported late is imported now
    pages = int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY,) * 2)
    signal.signal(signal.SIGPROF, too_late)
    guard, rng = Guard(), random.Random(chosen.seed + 1)
    counts: collections.Counter[str] = collections.Counter()
    refusals: collections.Counter[str] = collections.Counter()
    begun, slowest = time.perf_counter(), 0.0
    for i, (changes, text) in enumerate(mutants(texts, chosen.cases, chosen.seed)):
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        try:
            said = judge(damaged(text, rng), guard, trace=i % 100 == 0)
        except BaseException:
            print(f"case {i}, {changes}:\n{text[:3000]}")
            raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        slowest = max(slowest, time.process_time() - start)
        counts["parsed" if said == "parsed" else "refused"] += 1
        if said != "parsed":
            refusals[re.sub(r"`[^`]*`|\"[^\"]*\"|[0-9.]+", "…", said)[:70]] += 1
        if i % 5000 == 4999:
            print(f"{i + 1}: {dict(counts)}, {time.perf_counter() - begun:.0f} s", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"seed {chosen.seed}: {dict(counts)}; slowest {slowest:.2f} s, peak {peak:.0f} MiB")
    print(f"{len(refusals)} kinds of refusal, the most frequent:")
    for message, count in refusals.most_common(40):
        print(f"{count:7}  {message}")


if __name__ == "__main__":
    main()
