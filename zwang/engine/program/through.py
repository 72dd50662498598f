"""One function of a system by another: where a step needs most of what a row shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zwang.emit.lines import Emitted
from zwang.ir.scalar.graph import needed

MUCH = 1500  # operations of a description that is not written twice


def is_said(functions: Mapping[str, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether a step needs most of what a row shows, as under control: one function does both."""
    found = functions["zw_evaluate"]
    if found is not functions["zw_describe"]:
        return False

    def count(name: str) -> int:
        if not isinstance(found, dict):
            return found.emit(name, *arguments[name]).operations.total()
        return len(needed(v for x in arguments[name][1] for v in found[x].flat))

    whole = count("zw_describe")
    return whole >= MUCH and count("zw_evaluate") >= 0.6 * whole


def through(
    described: Emitted, head: str, room: Mapping[str, int], arguments: Mapping[str, Any]
) -> Emitted:
    """What a step needs, as what a row shows and a part of it."""
    (given, shown), (_, kept) = arguments["zw_describe"], arguments["zw_evaluate"]
    rest = ", ".join(f"{x}[{max(room[x], 1)}]" for x in shown if x not in kept)
    call = f"zw_describe({', '.join((*given, *shown))});"
    text = f"{head.rstrip(';')}\n{{\n    double {rest};\n    {call}\n}}\n"
    return Emitted(text, head, described.operations, ())
