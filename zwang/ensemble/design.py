"""Designs: which parameters and starts an ensemble is to have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from zwang.base import arguments
from zwang.base.arrays import as_floats

KINDS = ("sobol", "latin", "uniform", "normal")


def grid(**values: Any) -> dict[str, Any]:
    """All combinations of values, as arrays of equal length.

    The last name changes fastest, as in nested loops written in the order of the names. Nested
    dicts stay nested.

    Parameters
    ----------
    **values : for each name the values to take: numbers, or vectors along the first axis

    Returns
    -------
    dict
        Of arrays (N, ...), for ``p``, ``q0`` or ``qd0`` of ``zw.simulate_many``.

    Examples
    --------
    >>> grid(k=[1.0, 2.0], c=[0.1, 0.2, 0.3])["k"].tolist()
    [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]
    """
    leaves = _flat(values)
    if not leaves:
        raise ValueError("`grid` was given no values; wanted some, such as k=[1.0, 2.0].")
    given = {path: np.atleast_1d(as_floats(_told(path), x, np)) for path, x in leaves.items()}
    for path, x in given.items():
        if not len(x):
            raise ValueError(f"`{_told(path)}` has no values; wanted at least one.")
    places = np.meshgrid(*(np.arange(len(x)) for x in given.values()), indexing="ij")
    chosen = {
        path: x[place.ravel()] for (path, x), place in zip(given.items(), places, strict=True)
    }
    return _nested(chosen)


def sample(n: int, *, seed: Any = None, kind: str = "sobol", **ranges: Any) -> dict[str, Any]:
    """Random values, spread evenly or normally, as arrays of equal length.

    ===========  ===================================================================
    "sobol"      Sobol's sequence, scrambled: among any power of two of members each part
                 of the box has its share; best where n is a power of two
    "latin"      a Latin hypercube: each of n equal parts of each range is met once
    "uniform"    independent values
    "normal"     normal values
    ===========  ===================================================================

    Parameters
    ----------
    n : how many
    seed : a whole number, for the same values again; None for new ones each time
    kind : one of the above
    **ranges : for each name (low, high), numbers or vectors (d,); for "normal" (mean, deviation),
        or for vectors (mean (d,), covariance (d, d)). Nested dicts stay nested

    Returns
    -------
    dict
        Of arrays (n,) or (n, d), for ``p``, ``q0`` or ``qd0`` of ``zw.simulate_many``.

    Examples
    --------
    >>> p = sample(8, seed=1, k=(1.0, 2.0), c=(0.0, 0.1)) | {"m": 2.0}
    >>> p["k"].shape
    (8,)
    """
    arguments.whole("n", n)
    arguments.one_of("kind", kind, KINDS)
    leaves = _flat(ranges)
    if not leaves:
        raise ValueError("`sample` was given no ranges; wanted some, such as k=(1.0, 2.0).")
    rng = arguments.random("seed", seed)
    if kind == "normal":
        return _nested({path: _normal(path, x, n, rng) for path, x in leaves.items()})
    boxes = {path: _box(path, x) for path, x in leaves.items()}
    sizes = [low.size for low, _ in boxes.values()]
    points = _points(kind, sum(sizes), int(n), rng)
    columns = np.split(points, np.cumsum(sizes)[:-1], axis=1)
    found = {}
    for (path, (low, high)), part in zip(boxes.items(), columns, strict=True):
        found[path] = low + (high - low) * part.reshape(n, *low.shape)
    return _nested(found)


def _points(kind: str, dimensions: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Points (n, dimensions) of the unit cube."""
    from scipy.stats import qmc  # takes longer to import than the rest of zwang

    if kind == "sobol":
        # Taken as a power of two at once, of which the first n: SciPy warns of any other number.
        return qmc.Sobol(dimensions, rng=rng).random_base2(max(n - 1, 0).bit_length())[:n]
    if kind == "latin":
        return qmc.LatinHypercube(dimensions, rng=rng).random(n)
    return rng.random((n, dimensions))


def _box(path: tuple[str, ...], given: Any) -> tuple[np.ndarray, np.ndarray]:
    low, high = _pair(path, given, "(low, high)")
    try:
        low, high = np.broadcast_arrays(low, high)
    except ValueError:
        raise ValueError(
            f"`{_told(path)}` has low of the shape {low.shape} and high of the shape {high.shape}; "
            "wanted the same."
        ) from None
    if not np.isfinite([low, high]).all() or not (low <= high).all():
        raise ValueError(f"`{_told(path)}` is {given!r}; wanted (low, high), low not above high.")
    with np.errstate(over="ignore"):
        finite = np.isfinite(high - low).all()
    if not finite:
        raise ValueError(f"`{_told(path)}` is {given!r}; wanted a range that is a finite number.")
    return low, high


def _normal(path: tuple[str, ...], given: Any, n: int, rng: np.random.Generator) -> np.ndarray:
    mean, spread = _pair(path, given, "(mean, deviation) or (mean, covariance)")
    if spread.ndim < 2:
        known = np.isfinite(mean).all() and np.isfinite(spread).all()
        if not known or not (spread >= 0).all():
            raise ValueError(f"`{_told(path)}` is {given!r}; wanted a deviation that is positive.")
        try:
            shape = np.broadcast_shapes(mean.shape, spread.shape)
        except ValueError as error:
            raise ValueError(f"`{_told(path)}` is {given!r}; wanted like shapes: {error}") from None
        return _scattered(path, given, mean, spread, rng.standard_normal((n, *shape)))
    if mean.ndim != 1 or spread.shape != (len(mean), len(mean)):
        raise ValueError(
            f"`{_told(path)}` has a mean of the shape {mean.shape} and a covariance of the shape "
            f"{spread.shape}; wanted (d,) and (d, d)."
        )
    if not np.isfinite(mean).all() or not np.isfinite(spread).all():
        raise ValueError(f"`{_told(path)}` is {given!r}; wanted finite numbers.")
    try:
        return rng.multivariate_normal(mean, spread, n, check_valid="raise", method="eigh")
    except ValueError:
        raise ValueError(
            f"`{_told(path)}` has a covariance that is not symmetric and positive semi-definite."
        ) from None


def _scattered(
    path: tuple[str, ...], given: Any, mean: np.ndarray, spread: np.ndarray, normal: np.ndarray
) -> np.ndarray:
    with np.errstate(over="ignore"):
        found = mean + spread * normal
    if not np.isfinite(found).all():
        raise ValueError(f"`{_told(path)}` is {given!r}; wanted values that are finite numbers.")
    return found


def _pair(path: tuple[str, ...], given: Any, wanted: str) -> tuple[np.ndarray, np.ndarray]:
    if not isinstance(given, tuple | list | np.ndarray) or len(given) != 2:
        raise ValueError(f"`{_told(path)}` is {given!r}; wanted {wanted}.")
    first, second = (np.asarray(as_floats(_told(path), x, np)) for x in given)
    return first, second


# -- nests of values -----------------------------------------------------------------------------


def _flat(values: Mapping[str, Any], above: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Leaves by their path."""
    found: dict[tuple[str, ...], Any] = {}
    for name, x in values.items():
        path = (*above, name)
        if isinstance(x, Mapping):
            arguments.mapping(_told(path), x, "names and their values")
        found |= _flat(x, path) if isinstance(x, Mapping) else {path: x}
    return found


def _nested(leaves: Mapping[tuple[str, ...], Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path, x in leaves.items():
        place = found
        for name in path[:-1]:
            place = place.setdefault(name, {})
        place[path[-1]] = x
    return found


def _told(path: tuple[str, ...]) -> str:
    return ".".join(path)
