"""The text of all that a program calls."""

from __future__ import annotations

from collections.abc import Sequence

from zwang.engine.scalar.calls.bounded import Bounded
from zwang.engine.scalar.calls.kernel import Call, kernel_text
from zwang.engine.scalar.calls.measure import Measure
from zwang.engine.scalar.calls.product import Product

Called = Call | Bounded | Measure | Product


def called_texts(calls: Sequence[Called]) -> str:
    """The text of all that is called, each once, in the order in which C wants it.

    Parameters
    ----------
    calls : in a program
    """
    kernels, sets = {}, {}
    for call in calls:
        for x in _kernels(call):
            kernels[x.prefix] = x
        if isinstance(call, Bounded | Product):
            sets[call.prefix] = call
    texts = [kernel_text(x.n, x.m, x.k, prefix) for prefix, x in kernels.items()]
    return "\n".join([*texts, *(x.text for x in sets.values())])


def _kernels(call: Called) -> tuple[Call, ...]:
    """The kernels whose functions are called."""
    if isinstance(call, Bounded):
        return call.calls
    if isinstance(call, Product):
        return ()
    return (call.kernel if isinstance(call, Measure) else call,)


def cost(call: Called) -> str:
    """How many multiplications a call takes, at the most that it can take, in words.

    Parameters
    ----------
    call : in a program
    """
    if isinstance(call, Product):
        return f"A product of {call.rows * call.terms * call.columns} multiplications."
    if isinstance(call, Measure):
        n, m = call.n, call.m
        return f"The units of {n} coordinates and {m} rows: about {n**3 // 6 + 30 * n * (n + m)}."
    if isinstance(call, Bounded):
        sizes = f"{call.k} inputs and {sum(call.sizes)} rows"
        return f"The active set for limits, {sizes}: at most {call.turns} times the kernel."
    n, m, k = call.n, call.m, call.k
    fast = n**3 // 6 + m * n * n // 2 + m * m * n // 2 + m**3 // 6 + 2 * k * (n * n + m * n + m * m)
    basis = 4 * min(m, n) * m * n + 4 * min(m, n) ** 2 * m + 6 * k * n * (n + m)
    auxiliary = 40 * 6 * n**3 + 8 * n * n * m + 8 * k * n * (n + m) + basis
    return (
        f"The kernel, {n} coordinates and {m} rows: about {fast} multiplications where the rows\n"
        f"   are independent, at most about {fast + basis + auxiliary} where it must look closer."
    )
