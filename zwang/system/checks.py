"""What a System is given, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp

from zwang.base.arrays import require_shape
from zwang.base.functions import STATE, Bound, Constant, bind
from zwang.base.names import checked_name
from zwang.system.constraints import AbstractConstraint

SHAPES = {"mass": "a number, a vector (n,) or a square matrix (n, n)", "force": "a vector (n,)"}


def flat_force(force: Bound | Constant, shape: tuple[int, int]) -> Any:
    """A force given particle by particle, as a function that returns it flat."""

    def flat(q, qd, t, p):
        Q = force.at({"q": q, "qd": qd, "t": t, "p": p})
        if Q.shape not in (shape, (shape[0] * shape[1],)):
            flat_shape = (shape[0] * shape[1],)
            raise ValueError(f"`force` has the shape {Q.shape}; wanted {shape} or {flat_shape}.")
        return jnp.ravel(Q)

    return flat


def checked_constraints(constraints: Any) -> tuple[AbstractConstraint, ...]:
    if isinstance(constraints, AbstractConstraint):
        return (constraints,)
    found = tuple(constraints) if isinstance(constraints, list | tuple) else (constraints,)
    for constraint in found:
        if not isinstance(constraint, AbstractConstraint):
            raise TypeError(
                f"`constraints` holds {constraint!r}; wanted constraints such as "
                "zw.Holonomic(function, name=...)."
            )
    return found


def checked_observables(given: Any) -> tuple[tuple[str, Bound], ...]:
    if given is None:
        return ()
    pairs = given.items() if isinstance(given, Mapping) else given
    try:
        found = tuple((name, function) for name, function in pairs)
    except (TypeError, ValueError):
        raise TypeError(
            f"`observables` is {given!r}; wanted functions by name, such as "
            '{"height": lambda q: q[1]}.'
        ) from None
    for name, _ in found:
        if not isinstance(name, str) or not name.strip():
            raise TypeError(f"`observables` has the name {name!r}; wanted a text.")
        checked_name("observables", name)
    return tuple((name, bind(f"the observable {name!r}", x, STATE)) for name, x in found)


def check_constant(x: Bound | Constant | None, dimensions: tuple[int, ...]) -> None:
    if not isinstance(x, Constant):
        return
    shape = x.value.shape
    square = len(shape) != 2 or shape[0] == shape[1]
    if len(shape) not in dimensions or not square or 0 in shape:
        wanted = SHAPES["mass" if 2 in dimensions else "force"]
        raise ValueError(f"{x.what} has the shape {shape}; wanted {wanted}.")


def energy_at(system: Any, values: dict[str, Any]) -> jax.Array:
    """The energy () of a System that tells one."""
    energy = system.energy.at(values)
    require_shape("energy", energy, (), "one number")
    return energy.astype(values["q"].dtype)


def mass_at(mass: Bound | Constant, values: dict[str, Any], at_rest: bool) -> jax.Array:
    """M (n, n) of a mass as it is given."""
    if at_rest and mass.asks_for("qd"):
        raise ValueError(
            "`qd` is not given, and the mass matrix asks for it: that of an auxiliary system whose "
            "A depends on q̇. Wanted the velocities, or here the actual system."
        )
    q = values["q"]
    M, n = mass.at(values).astype(q.dtype), q.shape[0]
    if M.ndim == 2:
        require_shape("mass", M, (n, n), "a row and a column for each coordinate")
        return M
    if M.ndim > 1 or M.shape not in ((), (n,)):
        raise ValueError(f"`mass` has the shape {M.shape}; wanted (), ({n},) or ({n}, {n}).")
    return jnp.diag(jnp.broadcast_to(M, n))


def count_of(parts: Mapping[str, Any], coordinates: tuple[str, ...] | None) -> int | None:
    """The number of coordinates that constants and names tell; None where none does."""
    constants = {name: x for name, x in parts.items() if isinstance(x, Constant)}
    sizes = {name: x.value.shape[0] for name, x in constants.items() if x.value.ndim}
    sizes |= {"coordinates": len(coordinates)} if coordinates else {}
    if len(set(sizes.values())) > 1:
        found = ", ".join(f"{size} by `{name}`" for name, size in sizes.items())
        raise ValueError(f"The number of coordinates is not clear: {found}; wanted one.")
    return next(iter(sizes.values()), None)
