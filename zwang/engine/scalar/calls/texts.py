"""The text of all that a program calls."""

from __future__ import annotations

from collections.abc import Sequence

from zwang.engine.scalar.calls.bounded import Bounded
from zwang.engine.scalar.calls.eliminate import Eliminate
from zwang.engine.scalar.calls.kernel import Call, kernel_text
from zwang.engine.scalar.calls.loop import Loop
from zwang.engine.scalar.calls.measure import Measure
from zwang.engine.scalar.calls.mobility import Mobility
from zwang.engine.scalar.calls.product import Product

Called = Call | Bounded | Measure | Mobility | Product | Eliminate | Loop


def called_texts(calls: Sequence[Called]) -> str:
    """The text of all that is called, each once, in the order in which C wants it.

    The kernel is written once for each number of coordinates, with as many rows and columns as
    the largest of its calls has.
    """
    every = _nested(calls)
    kernels: dict[int, list[Call]] = {}
    for x in every:
        if isinstance(x, Call | Measure | Mobility):
            kernels.setdefault(x.n, []).append(x if isinstance(x, Call) else x.kernel)
    texts = [
        kernel_text(n, max(x.m for x in same), max(x.k for x in same), f"zw{n}_")
        for n, same in kernels.items()
    ]
    by_name: dict[str, str] = {}
    for x in every:
        by_name |= x.texts if isinstance(x, Loop) else {x.prefix: x.text}
    return "\n".join([*texts, *by_name.values()])


def _nested(calls: Sequence[Called]) -> list[Called]:
    """All calls, each after those that are within it."""
    found: list[Called] = []
    for x in calls:
        found += [*_nested(x.calls if isinstance(x, Bounded | Loop) else ()), x]
    return found


def cost(call: Called) -> str:
    """How many multiplications a call takes, at the most that it can take, in words."""
    if isinstance(call, Product):
        return f"A product of {call.rows * call.terms * call.columns} multiplications."
    if isinstance(call, Eliminate):
        return f"{call.k} linear equations: about {call.k**3 // 3 + call.k**2} multiplications."
    if isinstance(call, Loop):
        return f"A loop of at most {call.turns} turns over {call.carried} numbers."
    if isinstance(call, Measure):
        n, m = call.n, call.m
        return f"The units of {n} coordinates and {m} rows: about {n**3 // 6 + 30 * n * (n + m)}."
    if isinstance(call, Bounded):
        sizes = f"{call.k} inputs and {sum(call.sizes)} rows"
        return f"The active set for limits, {sizes}: at most {call.turns} times the kernel."
    if isinstance(call, Mobility):
        n, m = call.n, call.m
        least = n**3 // 6 + m * n * n // 2 + min(m, n) * m * n + (n - min(m, n)) * 4 * n * (n + m)
        return f"The inverse mass of {n} coordinates under {m} rows: about {least} multiplications."
    n, m, k = call.n, call.m, call.k
    fast = n**3 // 6 + m * n * n // 2 + m * m * n // 2 + m**3 // 6 + 2 * k * (n * n + m * n + m * m)
    basis = 4 * min(m, n) * m * n + 4 * min(m, n) ** 2 * m + 6 * k * n * (n + m)
    auxiliary = 40 * 6 * n**3 + 8 * n * n * m + 8 * k * n * (n + m) + basis
    return (
        f"The kernel, {n} coordinates and {m} rows: about {fast} multiplications where the rows\n"
        f"   are independent, at most about {fast + basis + auxiliary} where it must look closer."
    )
