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
