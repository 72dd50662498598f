"""The fingerprint of what JAX traced: equal for programs that compute the same, in any process.

It is made of the operations in their order, their parameters, the types of all values, and the
constants by their bytes. Programs inside the program count likewise, and so do the derivative
rules of the user's own functions, which are traced. What cannot be looked into, such as a call
back to Python, is only itself.
"""

from __future__ import annotations

import abc
import dataclasses
import enum
import hashlib
import os
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, Literal
from jax.interpreters import partial_eval

from zwang.base.arrays import is_concrete
from zwang.base.identity.keyed import Same

DEEPEST = 4  # derivative rules within derivative rules
NAMES = ("name", "debug_info", "jvp_jaxpr_fun", "fwd_jaxpr_thunk", "bwd", "out_trees")
# Where JAX lies, and this package: the folder three above this file's.
FOLDERS = os.path.dirname(str(jax.__file__)), os.path.abspath(os.path.join(__file__, *[".."] * 3))
LIBRARIES = tuple(os.path.join(folder, "") for folder in FOLDERS)


class AbstractLookedInto(abc.ABC):
    """A parameter of an equation that stands for a program."""

    kind: str

    @abc.abstractmethod
    def traced(self) -> ClosedJaxpr:
        """The program."""


class Fingerprint(NamedTuple):
    """What tells a traced program from others."""

    digest: str  # of all that can be looked into
    opaque: tuple[Same, ...]  # what cannot, in order


def fingerprint(closed: ClosedJaxpr) -> Fingerprint:
    """The fingerprint of a program."""
    walk = _Walk()
    return Fingerprint(walk.closed(closed), tuple(walk.opaque))


def uses(jaxpr: Jaxpr, place: int) -> bool:
    """Whether a result depends on an argument, by the equations and not by its value."""
    _, used = partial_eval.dce_jaxpr(jaxpr, [True] * len(jaxpr.outvars))
    return used[place]


class _Walk:
    """Digests of programs, and of what is in them."""

    def __init__(self):
        self.opaque: list[Same] = []
        self.depth = 0
        self.met: dict[int, tuple[Any, str]] = {}  # by id, kept alive

    def closed(self, x: ClosedJaxpr) -> str:
        return self.program(x.jaxpr, list(x.consts))

    def program(self, jaxpr: Jaxpr, consts: Any = None) -> str:
        if consts is None and id(jaxpr) in self.met:
            return self.met[id(jaxpr)][1]
        places: dict[Any, int] = {}

        def made(variables: Any) -> str:
            for x in variables:
                places[x] = len(places)
            return ",".join(f"{places[x]}:{_type(x.aval)}" for x in variables)

        def used(x: Any) -> str:
            return f"={_type(x.aval)}{self.text(x.val)}" if isinstance(x, Literal) else _at(x)

        def _at(x: Any) -> str:
            return str(places[x])

        lines = [made(jaxpr.invars), made(jaxpr.constvars), self.text(consts)]
        for equation in jaxpr.eqns:
            given = ",".join(map(used, equation.invars))
            lines.append(f"{equation.primitive.name}{self.parameters(equation)}({given})")
            lines.append(made(equation.outvars))
        lines.append(",".join(map(used, jaxpr.outvars)))
        found = _digest("\n".join(lines).encode())
        if consts is None:
            self.met[id(jaxpr)] = jaxpr, found
        return found

    def parameters(self, equation: Any) -> str:
        given = {name: x for name, x in equation.params.items() if name not in NAMES}
        if equation.primitive.name not in ("jit", "pjit") and "name" in equation.params:
            given["name"] = equation.params["name"]
        texts = [f"{name}={self.text(given[name])}" for name in sorted(given)]
        if equation.primitive.name.startswith(("custom_jvp_call", "custom_vjp_call")):
            texts.append(f"rule={self.rule(equation)}")
        return f"[{';'.join(texts)}]"

    def rule(self, equation: Any) -> str:
        """The derivative rule of a function: of a library's by its name, else as it is traced."""
        call = equation.params.get("call_jaxpr") or equation.params.get("fun_jaxpr")
        where = _source(call)
        if where.startswith("library"):
            return where
        if self.depth == DEEPEST:
            return "deeper"
        self.depth += 1
        try:
            return self.closed(_rule(equation))
        except Exception:  # whatever stands in the way of a look at it
            return self.only_itself(equation)
        finally:
            self.depth -= 1

    def text(self, x: Any) -> str:
        """A constant or a parameter."""
        if x is None or isinstance(x, bool | int | str | bytes | float | complex | np.dtype):
            return f"{type(x).__name__}:{x!r}"
        if isinstance(x, ClosedJaxpr):
            return self.closed(x)
        if isinstance(x, Jaxpr):
            return self.program(x)
        if isinstance(x, AbstractLookedInto):
            return f"{x.kind}:{self.closed(x.traced())}"
        if isinstance(x, np.ndarray | np.generic | jax.Array):
            return self.array(x)
        if isinstance(x, tuple | list | set | frozenset):
            texts = list(map(self.text, x))
            texts = sorted(texts) if isinstance(x, set | frozenset) else texts
            return f"{type(x).__name__}({','.join(texts)})"
        if isinstance(x, dict):
            items = (f"{self.text(name)}:{self.text(item)}" for name, item in x.items())
            return f"{{{','.join(items)}}}"
        if isinstance(x, type | enum.Enum):
            kind = x if isinstance(x, type) else type(x)
            return f"{kind.__module__}.{kind.__qualname__}:{getattr(x, 'name', '')}"
        return self.other(x)

    def other(self, x: Any) -> str:
        """An object of a library by what it says of itself; any other is only itself."""
        name = _library_name(x)
        if name:
            return name
        if not type(x).__module__.partition(".")[0].startswith(("jax", "numpy")):
            return self.only_itself(x)
        if dataclasses.is_dataclass(x):
            fields = [self.text(getattr(x, field.name)) for field in dataclasses.fields(x)]
            return f"{type(x).__name__}({','.join(fields)})"
        if hasattr(x, "weak_type"):
            return _type(x)
        told = repr(x)
        unclear = " at 0x" in told or "..." in told
        return self.only_itself(x) if unclear else f"{type(x).__name__}:{told}"

    def array(self, x: Any) -> str:
        if not is_concrete(x):
            return self.only_itself(x)
        if jnp.issubdtype(x.dtype, jax.dtypes.extended):
            return f"{x.dtype}:{self.array(jax.random.key_data(x))}"
        array = np.ascontiguousarray(x)
        if array.dtype == object:
            return self.only_itself(x)
        # JAX promotes weakly typed arrays differently, so they are not the same.
        weak = getattr(x, "weak_type", False)
        return f"{array.dtype.name}{np.shape(x)}{weak}:{_digest(array.tobytes())}"

    def only_itself(self, x: Any) -> str:
        self.opaque.append(Same(x))
        return f"opaque {len(self.opaque)}"


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=20).hexdigest()


def _type(aval: Any) -> str:
    return f"{aval.str_short()}{'*' if getattr(aval, 'weak_type', False) else ''}"


def _library_name(x: Any) -> str:
    """The name of a function of a library; empty for others, and for those made within one.

    Those that are made within functions of our own are told by the program that they belong to.
    """
    name = getattr(x, "__qualname__", None)
    top = str(getattr(x, "__module__", "")).partition(".")[0]
    if not callable(x) or not isinstance(name, str):
        return ""
    known = top == "zwang" or (top in ("jax", "jaxlib", "numpy") and "<locals>" not in name)
    return f"{x.__module__}.{name}" if known else ""


def _source(call: Any) -> str:
    """Where a function was written: "library ..." with its name, or anything else."""
    told = getattr(getattr(getattr(call, "jaxpr", call), "debug_info", None), "func_src_info", "")
    name, _, place = str(told).partition(" at ")
    place = place.rpartition(":")[0]
    for folder in LIBRARIES:
        if place.startswith(folder):
            return f"library {name} {os.path.basename(place)}"
    return ""


def _rule(equation: Any) -> ClosedJaxpr:
    """What a function with rules of its own does with tangents, or with cotangents."""

    def function(*args):
        found = equation.primitive.get_bind_params(equation.params)
        # Some versions of JAX give the functions apart.
        functions, params = ((), found) if isinstance(found, dict) else found
        return equation.primitive.bind(*functions, *args, **params)

    given = [jax.ShapeDtypeStruct(x.aval.shape, x.aval.dtype) for x in equation.invars]
    real = [jnp.issubdtype(x.dtype, np.inexact) for x in given]
    if equation.primitive.name.startswith("custom_jvp"):

        def pushed(args, tangents):
            left = iter(tangents)
            along = [
                next(left) if ok else np.zeros(np.shape(x), jax.dtypes.float0)
                for x, ok in zip(args, real, strict=True)
            ]
            return jax.tree.leaves(jax.jvp(function, list(args), along)[1])

        tangents = [x for x, ok in zip(given, real, strict=True) if ok]
        return jax.make_jaxpr(pushed)(given, tangents)

    def pulled(args, cotangents):
        return jax.tree.leaves(jax.vjp(function, *args)[1](cotangents))

    found = [jax.ShapeDtypeStruct(x.aval.shape, x.aval.dtype) for x in equation.outvars]
    return jax.make_jaxpr(pulled)(given, found)
