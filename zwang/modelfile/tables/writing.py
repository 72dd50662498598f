"""Tables back to the text of a model file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

# Tables in the order in which they are read about.
FIRST = ("coordinates", "parameters", "let", "system", "constraint", "require", "control")
LAST = ("observables", "event", "simulate", "plot")


def text_of(document: Mapping[str, Any]) -> str:
    """TOML that ``tomllib`` reads back as the same tables."""
    plain = {key: x for key, x in document.items() if key not in (*FIRST, *LAST)}
    parts = [_pairs(plain)] if plain else []
    for key in (*FIRST, *LAST):
        parts += _tables(key, document.get(key))
    return "\n\n".join(parts) + "\n"


def _tables(key: str, value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list):
        return [f"[[{key}]]\n{_pairs(x)}" for x in value]
    return [f"[{key}]\n{_pairs(value)}".rstrip()]


def _pairs(table: Mapping[str, Any]) -> str:
    return "\n".join(f"{_key(key)} = {_value(x)}" for key, x in table.items())


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _text(key)


def _value(x: Any) -> str:
    if isinstance(x, str):
        return _text(x)
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, list):
        return f"[{', '.join(map(_value, x))}]"
    if isinstance(x, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in x.items()) + "}"
    return repr(x)


def _text(x: str) -> str:
    """In quotes. What JSON escapes TOML understands, and it wants one character more escaped."""
    return json.dumps(x, ensure_ascii=False).replace("\x7f", "\\u007f")
