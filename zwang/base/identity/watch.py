"""What was made of a description, under a cheap watch over the names that its functions capture.

A description keeps its program. So that the plain case is not a trap, the numbers and arrays that
its functions name, in their own text or in that of functions they name, are looked at before each
use: variables from outside, globals, fields of the object that a method belongs to, and values
read from a module of the user's. What lies deeper is not seen.
"""

from __future__ import annotations

import dis
import functools
import sys
from collections.abc import Callable, Hashable, Iterable
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from zwang.base.identity.keyed import MEMORY, NOW, AbstractKeyed

LARGEST = 4096  # entries of an array that are compared; a larger one by what it is
NUMBERS = (bool, int, float, complex, str, bytes, np.generic)
NOTHING = object()  # what stands for a name without a value


class Memory:
    """What was made of one description, until a name that its functions capture changes."""

    def __init__(self):
        self._made: dict[Hashable, Any] = {}
        self._watch = Watch(())

    def recall(self, name: Hashable) -> Any:
        """What was made under a name; None if that was never made, or is no longer true.

        Parameters
        ----------
        name : under which it was kept
        """
        if not NOW.depth:  # a call of the user's begins, and what is captured may have changed
            NOW.call += 1
        for look, was, copy in self._watch.seen:
            x = look()
            if (x is not was or copy is not None) and _differs(x, was, copy):
                self._made.clear()
                break
        return self._made.get(name)

    def keep(self, name: Hashable, made: Any, functions: Iterable[Any] | None = None) -> None:
        """Keep what was made.

        Parameters
        ----------
        name : under which it is kept
        made : of the description as it is now
        functions : that were traced for it; None for who traced none, and made it of what is kept
        """
        if not self._made:
            if functions is None:  # another thread saw a change
                return
            self._watch = Watch(functions)
        self._made[name] = made


def memory_of(what: Any) -> Memory | None:
    """What an object keeps, if it is one that can.

    Parameters
    ----------
    what : an object of this library with functions of the user's; others keep nothing
    """
    if not isinstance(what, AbstractKeyed):
        return None
    if MEMORY not in vars(what):
        object.__setattr__(what, MEMORY, Memory())
    return vars(what)[MEMORY]


class Watch:
    """What some functions named when this was made.

    Parameters
    ----------
    functions : of the user; others are looked through

    Attributes
    ----------
    seen : for each name how to look at it, what it was, and a copy of an array
    """

    def __init__(self, functions: Iterable[Any]):
        self.seen: list[tuple[Callable[[], Any], Any, np.ndarray | None]] = []
        met: set[int] = set()
        for function in functions:
            self._add(function, met)

    def _add(self, f: Any, met: set[int]) -> None:
        f = getattr(f, "func", f)  # of a partial
        if id(f) in met:
            return
        met.add(id(f))
        if not isinstance(f, FunctionType):
            self._add_object(f, met)
            return
        if is_library(f.__globals__.get("__name__")):
            return
        reads = _reads(f.__code__)
        for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
            if name not in reads.written:
                self._name(functools.partial(_contents, cell), reads, met)
        for name in reads.globals - reads.written:
            if name in f.__globals__:
                self._name(functools.partial(f.__globals__.get, name, NOTHING), reads, met)

    def _add_object(self, x: Any, met: set[int]) -> None:
        """The plain fields of an object that is called, or whose method is."""
        method = x if isinstance(x, MethodType) else getattr(type(x), "__call__", None)
        owner = x.__self__ if isinstance(x, MethodType) else x
        function = getattr(method, "__func__", method)
        if not isinstance(function, FunctionType):
            return
        self._add(function, met)
        if is_library(type(owner).__module__):
            return
        fields, reads = getattr(owner, "__dict__", {}), _reads(function.__code__)
        for name in reads.attributes - reads.stored:
            if name in fields:
                self._name(functools.partial(fields.get, name, NOTHING), reads, met)

    def _name(self, look: Callable[[], Any], reads: Reads, met: set[int]) -> None:
        x = look()
        small = isinstance(x, np.ndarray) and x.size <= LARGEST
        self.seen.append((look, x, np.array(x) if small else None))
        if isinstance(x, ModuleType) and not is_library(x.__name__):
            for name in reads.attributes & vars(x).keys():
                read = functools.partial(vars(x).get, name, NOTHING)
                if not isinstance(read(), ModuleType):
                    self._name(read, reads, met)
        elif isinstance(x, FunctionType | MethodType | functools.partial):
            self._add(x, met)


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a variable not yet set
        return NOTHING


def _differs(x: Any, was: Any, copy: np.ndarray | None) -> bool:
    if copy is not None:
        if not isinstance(x, np.ndarray) or x.dtype != copy.dtype or x.shape != copy.shape:
            return True
        return x.dtype != object and x.tobytes() != copy.tobytes()
    if x is was:
        return False
    plain = isinstance(x, NUMBERS) and type(x) is type(was)
    return not (plain and repr(x) == repr(was))  # NaN is NaN, −0.0 is not 0.0


@functools.lru_cache(maxsize=4096)
def is_library(module: str | None) -> bool:
    """Whether code is installed, and so does not change between two cells of a notebook.

    Parameters
    ----------
    module : its name
    """
    top = (module or "").partition(".")[0]
    if top == "__main__":  # the user's, whoever started it: a launcher's file may be installed
        return False
    if top == "zwang" or top in sys.stdlib_module_names:
        return True
    return "-packages" in (getattr(sys.modules.get(top), "__file__", None) or "")


class Reads(NamedTuple):
    """Names in a code object and the functions inside it.

    Attributes
    ----------
    globals : global names read
    attributes : names of attributes read
    written : variables from outside that it assigns: counters, no inputs
    stored : names of attributes that it assigns
    """

    globals: frozenset[str]
    attributes: frozenset[str]
    written: frozenset[str]
    stored: frozenset[str]


@functools.lru_cache(maxsize=4096)
def _reads(code: CodeType) -> Reads:
    names: dict[str, set[str]] = {name: set() for name in Reads._fields}
    kinds = {
        "globals": ("LOAD_GLOBAL", "LOAD_NAME"),
        "attributes": ("LOAD_ATTR", "LOAD_METHOD"),
        "written": ("STORE_GLOBAL", "STORE_DEREF"),
        "stored": ("STORE_ATTR",),
    }
    for step in dis.get_instructions(code):
        for kind, codes in kinds.items():
            if step.opname in codes:
                names[kind].add(step.argval)
    names["written"] -= set(code.co_cellvars)  # made here
    for inner in (_reads(x) for x in code.co_consts if isinstance(x, CodeType)):
        for kind, more in inner._asdict().items():
            names[kind] |= more - set(code.co_cellvars) if kind == "written" else more
    return Reads(**{kind: frozenset(x) for kind, x in names.items()})
