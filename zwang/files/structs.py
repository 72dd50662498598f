"""Structs of C as ctypes has them, read from the header that C has them from."""

from __future__ import annotations

import ctypes
import re
from typing import Any

NUMBERS = {"int": ctypes.c_int, "long long": ctypes.c_longlong, "double": ctypes.c_double}
STRUCT = r"typedef\s+struct(?:\s+\w+)?\s*\{([^{}]*)\}\s*%s\s*;"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CALLED = re.compile(r".*?\(\*(\w+)\)\s*\(.*\)", re.DOTALL)  # what points to a function
LISTED = re.compile(r"(?:const\s+)?(?:struct\s+)?(.*?)\s*((?:\**\w+(?:\s*,\s*)?)+)$", re.DOTALL)
POINTER = "*"


def fields_of(header: str, struct: str) -> dict[str, str]:
    """The fields of a struct in a header, each with its type; a pointer's begins with ``*``."""
    body = re.search(STRUCT % struct, COMMENT.sub(" ", header))
    if body is None:
        raise ValueError(f"`header` has no struct {struct}")
    found: dict[str, str] = {}
    for declared in filter(None, map(str.strip, body[1].split(";"))):
        function = CALLED.fullmatch(declared)
        if function is not None:
            found[function[1]] = POINTER
            continue
        listed = LISTED.fullmatch(declared)
        if listed is None:
            raise ValueError(f"the field `{declared}` of {struct} is not understood")
        for name in map(str.strip, listed[2].split(",")):
            found[name.lstrip(POINTER)] = POINTER * name.startswith(POINTER) + listed[1]
    return found


def structure(header: str, struct: str, **inner: type) -> Any:
    """The ctypes class of a struct in a header; ``inner`` has those of structs that it holds."""
    types = NUMBERS | inner
    fields = [
        (name, ctypes.c_void_p if kind.startswith(POINTER) else types[kind])
        for name, kind in fields_of(header, struct).items()
    ]
    return type(struct, (ctypes.Structure,), {"_fields_": fields})


def pointers_in(header: str, struct: str, kind: str) -> list[str]:
    """The names of a struct's fields that point to numbers of a kind."""
    return [x for x, own in fields_of(header, struct).items() if own == POINTER + kind]
