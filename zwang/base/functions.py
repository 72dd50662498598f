"""How a user's function is called.

A function asks for its arguments by name, any of ``q, qd, t, p`` in any selection; other names
are bound by position in that order; arguments with defaults are left alone.
"""

from __future__ import annotations

import abc
import difflib
import inspect
import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from zwang.base.arguments import called_with
from zwang.base.arrays import as_floats, kept, namespace
from zwang.base.identity.captured import Captured, capturing
from zwang.base.identity.keyed import AbstractKeyed
from zwang.base.identity.recorded import Recorded, is_ours
from zwang.base.nests import by_name as by_name
from zwang.base.nests import flat as flat
from zwang.base.nests import join as join
from zwang.base.nests import rest_of_numbers as rest_of_numbers
from zwang.base.nests import split as split
from zwang.base.status import NoParameters
from zwang.base.tracing import TracingError, called, refuse_note_on_frames, tracing_error

STATE = ("q", "qd", "t", "p")  # the order in which other names are bound
EXTRA = ("Qc_ideal", "reaction", "lam")  # by name only
OURS = (*STATE, *EXTRA, "qdd")  # names that mean something here, in the place of no other
HAPPENED = "This happened in"


@dataclass(frozen=True, eq=False)
class Bound(AbstractKeyed):
    """A user's function, and which of the known values each of its arguments takes.

    Attributes
    ----------
    function : what the user gave; calling a ``Bound`` calls it as it is
    what : how messages name it, such as "`phi` of the constraint 'rod'"
    positional : known names, for the arguments passed by position
    keywords : pairs of argument and known name, for those passed by keyword
    record : what was traced of it
    others : numbers in the place of those that it captures, whole ones too or not; None for those
    """

    function: Callable
    what: str
    positional: tuple[str, ...]
    keywords: tuple[tuple[str, str], ...] = ()
    record: Recorded = field(default_factory=Recorded)
    others: tuple[bool, Sequence[Any]] | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:  # as one writes a call, rod(q, p)
        name = getattr(self.function, "__name__", type(self.function).__name__)
        return f"{name}({', '.join(self._asked)})"

    @property
    def _asked(self) -> list[str]:
        return [*self.positional, *(name for _, name in self.keywords)]

    def asks_for(self, name: str) -> bool:
        """Whether the known value ``name`` is one of its arguments."""
        return name in self._asked

    def at(self, values: Mapping[str, Any]) -> jax.Array:
        """What it returns for the known ``values``, as an array of floats."""
        args = [values[name] for name in self.positional]
        named = {arg: values[name] for arg, name in self.keywords}
        try:
            if self.others is not None:
                returned = self.record(self._returned, (list(self.others[1]), *args), named)
            elif is_ours(self.function):
                returned = self.function(*args, **named)
            else:
                returned = self.record(self._returned, (None, *args), named)
        except Exception as error:
            if _says_where(error):
                raise
            if explained := tracing_error(error, self.what):
                raise explained from None
            error.add_note(f"{HAPPENED} {self.what}, {self._circumstances(error, values)}")
            refuse_note_on_frames(error)
            if self._lacks_parameters(error, values):
                wanted = f"wanted the parameters that {self.what} takes"
                lacks = NoParameters(f"`p` is None, as none was given; {wanted}: {error}.")
                refuse_note_on_frames(lacks)
                raise lacks from error
            raise
        return as_result(self.what, returned, values.get("q"))

    def apart(self, whole: bool) -> Captured | None:
        """What it captured when that was first looked at; ``whole`` as for ``captured``."""
        return self.record.apart(self.function, whole)[0]

    def capturing(self, numbers: Sequence[Any], whole: bool) -> Bound:
        """The same with other numbers, perhaps traced, in the place of those that it captures."""
        traces = self.record.apart(self.function, whole)[1]
        return replace(self, record=traces, others=(whole, numbers))

    def _returned(self, numbers: Sequence[Any] | None, *args: Any, **named: Any) -> jax.Array:
        function = self.function
        if self.others is not None:
            function = capturing(function, numbers or (), self.others[0])
        return as_result(self.what, called(self.what, function, args, named))

    def _lacks_parameters(self, error: Exception, values: Mapping[str, Any]) -> bool:
        """Whether it was to look into parameters that are not there."""
        wrong = isinstance(error, TypeError | AttributeError)
        return wrong and self.asks_for("p") and values["p"] is None

    def _circumstances(self, error: Exception, values: Mapping[str, Any]) -> str:
        """What may explain an error of the user's function."""
        told = ", ".join(called_with(x, values[x]) for x in self._asked) or "no arguments"
        known = values["p"] if isinstance(values.get("p"), Mapping) else ()
        name = str(error.args[0]) if isinstance(error, KeyError) and self.asks_for("p") else ""
        near = difflib.get_close_matches(name, map(str, known), n=1)
        return f"called with {told}." + (f" Did you mean {near[0]!r}?" if near else "")

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return self.function, self.positional, self.keywords


@dataclass(frozen=True, eq=False)
class Constant(AbstractKeyed):
    """A constant in the place of a function."""

    value: Any  # an array of floats
    what: str  # how messages name it

    def __repr__(self) -> str:
        return reprlib.repr(np.asarray(self.value).tolist())

    def asks_for(self, name: str) -> bool:
        """No constant asks for anything."""
        return False

    def at(self, values: Mapping[str, Any]) -> jax.Array:
        """The value, whatever the state."""
        return jnp.asarray(self.value)

    def parts(self) -> tuple[Any, ...]:
        """What makes it the same as another."""
        return (self.value,)


class AbstractStaged(AbstractKeyed):
    """A law of friction whose first stage, done once, takes no multipliers, which are sought."""

    @abc.abstractmethod
    def prepare(self, q: Any, qd: Any, t: Any, p: Any) -> Callable[[Any], Any]:
        """The law in a state: a function of lam (m,) that returns C (n,)."""

    def reach(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Places of the multipliers looked at, of the coordinates acted on; None for all."""
        return None

    def __call__(self, q: Any, qd: Any, t: Any, p: Any, lam: Any) -> Any:
        return self.prepare(q, qd, t, p)(lam)


def given(what: str, x: Any, known: Sequence[str], extra: Sequence[str] = ()) -> Bound | Constant:
    """A function bound to its arguments, or a constant."""
    x = x.value if isinstance(x, Constant) else x
    if callable(x):
        return bind(what, x, known, extra)
    try:
        return Constant(kept(as_floats(what, x, namespace(x))), what)
    except TypeError:
        wanted = f"a function of ({', '.join(known)}) or real numbers"
        raise TypeError(f"{what} is {x!r}; wanted {wanted}.") from None


def bind(what: str, function: Any, known: Sequence[str], extra: Sequence[str] = ()) -> Bound:
    """Decide which argument of a function takes which known value."""
    record = Recorded()
    if isinstance(function, Bound):
        function, record = function.function, function.record
    if not callable(function):
        raise TypeError(f"{what} is {function!r}; wanted a function of ({', '.join(known)}).")
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        raise TypeError(
            f"{what} does not tell its arguments; wrap it: lambda {', '.join(known)}: ..."
        ) from None
    if any(x.kind is x.VAR_POSITIONAL for x in parameters):
        raise TypeError(
            f"{what} takes *args, which name nothing; wanted arguments by name, any of "
            f"({', '.join((*known, *extra))})."
        )
    wanted = [x for x in parameters if x.default is x.empty and x.kind is not x.VAR_KEYWORD]
    by_name = all(x.name in (*known, *extra) for x in wanted)
    positional, keywords = [], []
    for place, x in enumerate(wanted):
        name = x.name if by_name else _by_position(what, x, place, known, extra)
        if x.kind is x.KEYWORD_ONLY:
            keywords.append((x.name, name))
        else:
            positional.append(name)
    return Bound(function, what, tuple(positional), tuple(keywords), record)


def _by_position(what: str, x: Any, place: int, known: Sequence[str], extra: Sequence[str]) -> str:
    """The known name for an argument of a function that uses names of its own."""
    here = known[place] if place < len(known) and x.kind is not x.KEYWORD_ONLY else None
    if x.name in extra or x.name == here:
        return x.name
    allowed = f"({', '.join(known)})" + (f", and {', '.join(extra)} by name" if extra else "")
    if x.name in OURS:
        stands = f"stands in the place of `{here}`" if here else "is not available to it"
        raise TypeError(f"{what}: its argument `{x.name}` {stands}; it may take {allowed}.")
    # `Qc` or `QD` is a slip of the pen for a name of ours, not a name of the user's own.
    near = [name for name in (*STATE, *EXTRA) if len(x.name) > 1 and _alike(x.name, name)]
    if near:
        raise TypeError(
            f"{what}: nothing is known for its argument `{x.name}`, did you mean `{near[0]}`? "
            f"It may take {allowed}."
        )
    if here is None:
        raise TypeError(f"{what}: nothing is known for its argument `{x.name}`; wanted {allowed}.")
    return here


def _alike(name: str, known: str) -> bool:
    """Whether a name is a known one in other letters, or the front of a long one: Qc, qc_ideal."""
    return known.lower() == name.lower() or (
        len(known) > 2 and known.lower().startswith(name.lower())
    )


def _says_where(error: Exception) -> bool:
    """Whether an error has its note already, or is ours, which begins with the argument."""
    noted = any(note.startswith(HAPPENED) for note in getattr(error, "__notes__", ()))
    return isinstance(error, TracingError) or noted or str(error).startswith("`")


def as_result(what: str, returned: Any, q: Any = None) -> jax.Array:
    """What a user's function returned, as an array of floats, not narrower than the state q."""
    if returned is None:
        raise TypeError(f"{what} returned None; is its `return` missing?")
    try:
        array = jnp.asarray(returned)
    except (TypeError, ValueError, OverflowError) as error:
        reason = str(error).rstrip(".")
        raise TypeError(f"{what} returned no array of numbers: {reason}.") from None
    if array.dtype.kind in "iub":
        raise TypeError(
            f"{what} returned numbers of the type {array.dtype}, which cannot be differentiated; "
            "wanted floats: write 0.0 for 0."
        )
    if array.dtype.kind != "f":
        raise TypeError(f"{what} returned the type {array.dtype}; wanted real numbers.")
    if array.dtype.itemsize < 8 and getattr(q, "dtype", None) == np.float64:
        raise TypeError(
            f"{what} returned {array.dtype}, with fewer digits than the state; wanted float64, "
            "without astype or dtype for fewer; or x.astype(float) of it, if they are meant."
        )
    return array
