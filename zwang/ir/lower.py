"""How a jaxpr becomes a block: programs within it written out, nothing twice, nothing in vain.

What is known is computed where that is exact, that is, the same to the last bit whoever computes
it, and where numbers are few, or whole and perhaps indices.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from zwang.ir.block import Block, Branch, Call, Op, Scan, While
from zwang.ir.calls import known_call
from zwang.ir.moves import JOINS, MOVES
from zwang.ir.numeric import WHOLE, in_numpy, is_exact
from zwang.ir.places import At, corners_of, gather_at, scatter_at, slice_windows

CALLS = ("jaxpr", "call_jaxpr", "fun_jaxpr")  # where an equation keeps the program that it calls
CALLING = frozenset(
    "pjit jit closed_call core_call remat2 checkpoint custom_jvp_call custom_vjp_call "
    "custom_vjp_call_jaxpr custom_lin".split()
)
OWN_RULE = "custom_jvp_call"  # which has a rule of its own for derivatives
PLAINLY = frozenset(("pjit", "jit"))  # calls without rules of their own for derivatives
SAME = 4096  # elements of a constant that is compared with others
FEW = 64  # numbers that are computed here, and are constants then
INDICES = 1_000_000  # whole numbers that are computed here, in case that they are indices
FOLDS = frozenset(
    "reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or cumsum cumprod cummax "
    "cummin argmax argmin dot_general".split()
)
EACH = frozenset(
    "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log1p cbrt "
    "floor ceil eq ne lt le gt ge lt_to le_to add add_any sub mul div neg max min sqrt erf erfc "
    "lgamma rsqrt square one_minus_square abs sign pow atan2 rem and or xor not is_finite logistic "
    "clamp select_n integer_pow round convert_element_type".split()
)
CONVERT = "convert_element_type"
SILENT = frozenset(("copy", "copy_p", "stop_gradient", "optimization_barrier"))  # return operands


def lower(closed: Any) -> Block:
    """The block of a closed jaxpr."""
    return Lowering().closed(closed)


class Lowering:
    """How a jaxpr becomes a block; one to ``replay`` by JAX keeps calls with rules of their own."""

    def __init__(self, replay: bool = False):
        self.block, self.replay = Block(), replay
        self._same: dict[Hashable, tuple[int, ...]] = {}
        self._inner: dict[Hashable, Any] = {}  # by the ids of a jaxpr and of known operands

    def closed(self, closed: Any, known: Sequence[Any] = ()) -> Block:
        """The block; to replay, its last inputs are the constants, which may be another trace's.

        Of its first inputs, some are ``known`` arrays; others are None.
        """
        block, jaxpr = self.block, closed.jaxpr
        args = [block.new(v.aval.shape, v.aval.dtype) for v in jaxpr.invars]
        fixed = [i if x is None else self.constant(x) for i, x in zip(args, known, strict=False)]
        if self.replay:
            consts = [block.new(v.aval.shape, v.aval.dtype) for v in jaxpr.constvars]
        else:
            consts = [self.constant(x) for x in closed.consts]
        results = self._write(jaxpr, consts, [*fixed, *args[len(fixed) :]])
        block.inputs, block.every = [*args, *(consts if self.replay else ())], block.ops
        return block.only(results)

    def constant(self, x: Any) -> int:
        """The value of known numbers."""
        x, block = np.asarray(x), self.block
        comparable = x.dtype.kind in "biuf" and x.size <= SAME
        key = ("constant", x.dtype.str, x.shape, x.tobytes()) if comparable else None
        if key is None or key not in self._same:
            place = block.new(x.shape, x.dtype)
            block.known[place] = x
            if key is None:
                return place
            self._same[key] = (place,)
        return self._same[key][0]

    def _write(self, jaxpr: Any, consts: Sequence[int], args: Sequence[int]) -> list[int]:
        """What a jaxpr returns, of constants and operands."""
        values = dict(zip(jaxpr.constvars, consts, strict=True))
        values |= dict(zip(jaxpr.invars, args, strict=True))

        def read(atom: Any) -> int:
            return self.constant(atom.val) if hasattr(atom, "val") else values[atom]

        for equation in jaxpr.eqns:
            outs = self._equation(equation, tuple([read(atom) for atom in equation.invars]))
            values |= dict(zip(equation.outvars, outs, strict=True))
        return [read(atom) for atom in jaxpr.outvars]

    def _inline(self, inner: Any, args: Sequence[int]) -> list[int]:
        consts = [self.constant(x) for x in getattr(inner, "consts", ())]
        return self._write(getattr(inner, "jaxpr", inner), consts, args)

    def _equation(self, equation: Any, args: tuple[int, ...]) -> Sequence[int]:
        name, params = equation.primitive.name, equation.params
        self.block.names[name] = None
        if name in (PLAINLY if self.replay else CALLING):
            inner = next(params[x] for x in CALLS if x in params)
            shapes = [self.block.kinds[i].shape for i in args]
            known = None if self.replay else known_call(params.get("name", ""), shapes)
            if known is None:
                return self._inline(inner, args)
            self.block.names |= {OWN_RULE: None}
            return self._said(equation, args, "call", Call(known, lambda: self.inner(inner)))
        same = name == CONVERT and self.block.kinds[args[0]].dtype == params["new_dtype"]
        if (same or name in SILENT) and not self.replay:
            return args
        if name == "cond" and args[0] in self.block.known:
            which, branches = int(self.block.known[args[0]]), params["branches"]
            return self._inline(branches[min(max(which, 0), len(branches) - 1)], args[1:])
        return self._said(equation, args)

    def _said(self, equation: Any, args: tuple[int, ...], kind: str = "", what: Any = None) -> Any:
        """The results of an equation, whose operation is made if none is the same."""
        key = _key(equation, args)
        if key is not None and key in self._same:
            return self._same[key]
        if not kind:
            kind, what, args = self._operation(equation, args)
        outs = self._folded(equation, kind, what, args)
        if key is not None:
            self._same[key] = outs
        return outs

    def _folded(
        self, equation: Any, kind: str, what: Any, args: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The results of an operation: known, if that is exact, and they are few or whole."""
        block, numbers = self.block, None
        if all([i in block.known for i in args]) and is_exact(kind, equation):
            numbers = _evaluated(equation, kind, what, [block.known[i] for i in args])
        if numbers is not None and sum(x.size for x in numbers) <= FEW:
            return tuple([self.constant(x) for x in numbers])
        outs = tuple([block.new(v.aval.shape, v.aval.dtype) for v in equation.outvars])
        if numbers is not None:
            block.known |= zip(outs, numbers, strict=True)
        block.ops.append(Op(kind, what, args, outs, equation))
        return outs

    def _operation(self, equation: Any, args: tuple[int, ...]) -> tuple[str, Any, tuple[int, ...]]:
        """The kind of an equation's operation, what it does, and its operands."""
        name, params = equation.primitive.name, equation.params
        if self.replay and name in (*CALLING, *LOOPS, *SILENT, *WINDOWS):
            return "other", None, args
        if name in LOOPS:
            return "loop", LOOPS[name](self, params, args), args
        kind, what = operation(equation)
        if isinstance(what, At):
            what, args = self._placed(name, what, args)
        return kind, what, args

    def _placed(self, name: str, at: At, args: tuple[int, ...]) -> tuple[At, tuple[int, ...]]:
        """Windows and their operands: x, what is put, and corners that are not known."""
        if name.startswith("scatter"):
            args = args[0], args[2], args[1]
        first = 2 if name.startswith("scatter") or name == "dynamic_update_slice" else 1
        known = [self.block.known.get(i) for i in args[first:]]
        corners = [x for x in known if x is not None]
        if len(corners) < len(known):
            return at, args
        return at._replace(corners=corners_of(corners)), args[:first]

    def inner(self, closed: Any, args: Sequence[int] = ()) -> Block:
        """The block of a program within the program, for its first operands."""
        known = tuple(self.block.known.get(i) for i in args)
        key = id(closed), *map(id, known)
        if key not in self._inner:
            lowering = Lowering()
            lowering._inner = self._inner
            self._inner[key] = closed, known, lowering.closed(closed, known)
        block = self._inner[key][-1]
        self.block.names |= block.names
        return block


def _key(equation: Any, args: tuple[int, ...]) -> Hashable | None:
    """What says the same as this says it under the same key; None where that is not known."""
    key = equation.primitive, tuple(sorted(equation.params.items())), args
    try:
        hash(key)
    except TypeError:  # parameters that cannot be compared
        return None
    return None if equation.effects else key


def _evaluated(equation: Any, kind: str, what: Any, args: Sequence[Any]) -> list[Any] | None:
    """The results of an operation on known numbers, if they are few, or whole and not too many."""
    avals = [v.aval for v in equation.outvars]
    whole = all(getattr(x.dtype, "kind", "") in WHOLE for x in avals)
    function = in_numpy(equation, kind, what)
    if function is None or sum(x.size for x in avals) > (INDICES if whole else FEW):
        return None
    with np.errstate(all="ignore"):
        results = function(*args)
    return results if isinstance(results, list) else [results]


# -- what operations do --------------------------------------------------------------------------


def operation(equation: Any) -> tuple[str, Any]:
    """The kind of an equation's operation, and what it does."""
    name, params = equation.primitive.name, equation.params
    if name in EACH:
        return "each", None
    if name in FOLDS:
        return "fold", None
    shapes = [x.aval.shape for x in equation.invars]
    if name in MOVES:
        return "move", MOVES[name](params, shapes, equation.outvars[0].aval.shape)
    if name in JOINS:
        return "put", JOINS[name](params, shapes, equation.outvars[0].aval.shape)
    if name in WINDOWS:
        return WINDOWS[name](params, shapes)
    if name in MATRICES:
        return "call", Call(None, None)
    return "other", None


MATRICES = frozenset(("cholesky", "triangular_solve"))
WINDOWS: dict[str, Callable[..., tuple[str, At]]] = {
    "gather": lambda params, shapes: ("take", gather_at(len(shapes[0]), params)),
    "scatter": lambda params, shapes: ("put", scatter_at(len(shapes[0]), params, shapes[2])),
    "scatter-add": lambda params, shapes: (
        "put",
        scatter_at(len(shapes[0]), params, shapes[2], add=True),
    ),
    "dynamic_slice": lambda params, _: ("take", At(slice_windows(params["slice_sizes"]), "CLIP")),
    "dynamic_update_slice": lambda _, shapes: ("put", At(slice_windows(shapes[1]), "CLIP")),
}
WINDOWS["scatter_add"] = WINDOWS["scatter-add"]


def counted(params: dict[str, Any]) -> tuple[int, int]:
    """How many constants and carried values a loop of known length has."""
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    parts = params["ft_in"]
    parts = parts.unpack() if hasattr(parts, "unpack") else parts
    constants, carried, *_ = (len(part) for part in parts)
    return constants, carried


def _scan(lowering: Lowering, params: dict[str, Any], args: Sequence[int]) -> Scan:
    fixed, carried = counted(params)
    body = lowering.inner(params["jaxpr"], args[:fixed])
    return Scan(body, fixed, carried, params["length"], params["reverse"])


def _while(lowering: Lowering, params: dict[str, Any], args: Sequence[int]) -> While:
    a, b = params["cond_nconsts"], params["body_nconsts"]
    test = lowering.inner(params["cond_jaxpr"], args[:a])
    return While(test, lowering.inner(params["body_jaxpr"], args[a : a + b]), a, b)


def _cond(lowering: Lowering, params: dict[str, Any], args: Sequence[int]) -> Branch:
    return Branch(tuple(lowering.inner(x, args[1:]) for x in params["branches"]))


LOOPS: dict[str, Callable[..., Any]] = {"scan": _scan, "while": _while, "cond": _cond}
