r"""zw.path: a smooth function of time through points.

Between two times a path is a polynomial of degree 3 or 5, in s = t − t_i. Which piece counts is a
sum with one weight of one and zeros else: that is exact, has no derivative, and runs wherever
comparisons and products do, in C too. Derivatives are those of the piece.
"""

from __future__ import annotations

import math
import reprlib
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np

from zwang.base.arrays import Array, as_floats, is_concrete, kept, namespace

DEGREES = {"cubic": 3, "quintic": 5}


@dataclass(frozen=True, eq=False)
class Path:
    """A function of time; made by ``zw.path``.

    Attributes
    ----------
    times : (T,)        of the points
    pieces : (T + 1, d, ...)    coefficients of each piece, the highest power first; the first and
        the last one are straight
    """

    times: np.ndarray
    pieces: Array

    def __call__(self, t: Any) -> Array:
        """The place at a time, (...) of a point; of times (k,) the places (k, ...)."""
        xp = namespace(t, self.pieces)
        t, pieces = xp.asarray(t)[..., None], xp.asarray(self.pieces)
        # The end is the last piece's, so that a motion up to it ends as the path does.
        begun = xp.concatenate([t >= self.times[:-1], t > self.times[-1:]], axis=-1)
        one = xp.ones_like(begun[..., :1])
        here = xp.asarray(
            xp.concatenate([one, begun], axis=-1) & ~xp.concatenate([begun, ~one], axis=-1), float
        )
        starts = np.append(self.times[0], self.times)
        s = t[..., 0] - here @ starts
        c = xp.moveaxis(xp.tensordot(here, pieces, axes=1), t.ndim - 1, 0)
        s = s.reshape(s.shape + (1,) * (c.ndim - 1 - s.ndim))
        found = c[0]
        for x in c[1:]:
            found = found * s + x
        return found


def path(times: Any, points: Any, *, kind: str = "quintic", velocities: Any = None) -> Path:
    r"""A twice differentiable function of time through points, for requirements and drives.

    The spline of the kind that has the given velocities at its ends, and there no acceleration if
    it is quintic. Beyond its ends it goes on in a straight line with these velocities: by default
    it rests.

    Parameters
    ----------
    times : (T,)        of the points, at least two; finite numbers that rise
    points : (T,) or (T, k)     where the path is at these times; may be traced by JAX
    kind : ``"quintic"``, whose first four derivatives are continuous between the ends and the
        first two everywhere; or ``"cubic"``, whose first two are continuous between the ends, and
        whose acceleration jumps at the ends
    velocities : at the first and the last time, a pair of numbers, or of vectors (k,); by default
        zero

    Returns
    -------
    Path
        a function of time: ``path(t)`` is a number, or a vector (k,); of times (n,) it is (n,) or
        (n, k). NumPy for NumPy, JAX for JAX

    Examples
    --------
    >>> import numpy as np
    >>> import zwang as zw
    >>> lane = zw.path([0.0, 1.0, 3.0], [[0.0, 0.0], [1.0, 0.5], [4.0, 0.0]])
    >>> hand = zw.Holonomic(lambda q, t: q[:2] - lane(t), name="hand")
    >>> lane(np.array([0.0, 1.0, 9.0])).round(12).tolist()
    [[0.0, 0.0], [1.0, 0.5], [4.0, 0.0]]
    """
    from scipy.interpolate import make_interp_spline

    x = _checked_times(times)
    y = as_floats("points", points, np if is_concrete(points) else jnp)
    if y.ndim not in (1, 2) or len(y) != len(x) or not y.size:
        raise ValueError(
            f"`points` has the shape {y.shape}; wanted ({len(x)},) or ({len(x)}, k), a point for "
            "each time."
        )
    if not isinstance(kind, str) or kind not in DEGREES:
        raise ValueError(f'`kind` is {kind!r}; wanted "quintic" or "cubic".')
    ends = _checked_velocities(velocities, y)
    _require_finite(points=y, velocities=ends)
    # A spline is linear in its data: of points and ends, (T + 2, ...), the unit ones are taken.
    n, degree, xp = len(x), DEGREES[kind], namespace(y, ends)
    data, unit = xp.concatenate([y, ends]), np.eye(n + 2)
    known = xp is np
    values, speeds = (data[:n], data[n:]) if known else (unit[:n], unit[n:])
    still = [(2, np.zeros_like(speeds[0]))] * (degree == 5)
    rest = [(1, speeds[0]), *still], [(1, speeds[1]), *still]
    spline = make_interp_spline(x, values, degree, bc_type=rest)
    powers = range(degree, -1, -1)
    found = np.stack([spline(x[:-1], i) / math.factorial(i) for i in powers], axis=1)
    found = found if known else xp.tensordot(found, data, axes=1)
    straight = [xp.zeros_like(found[:1]) for _ in range(2)]
    lines = [
        xp.concatenate([z[:, 2:], v[None, None], a[None, None]], axis=1)
        for z, v, a in zip(straight, ends, (y[0], y[-1]), strict=True)
    ]
    return Path(kept(x), kept(xp.concatenate([lines[0], found, lines[1]])))


def _checked_times(times: Any) -> np.ndarray:
    """Times (T,) that rise."""
    if not is_concrete(times):
        raise TypeError("`times` of a path is traced; wanted known numbers. Points may be traced.")
    found = np.asarray(as_floats("times", times, np), float)
    wanted = "two numbers or more, finite, each larger than the one before"
    if found.ndim != 1 or len(found) < 2:
        raise ValueError(f"`times` of a path has the shape {found.shape}; wanted {wanted}.")
    wrong = ~np.isfinite(found) | np.append(False, ~(np.diff(found) > 0))
    if wrong.any():
        i = int(np.argmax(wrong))
        before = f" after {found[i - 1]:.6g}" if i else ""
        raise ValueError(
            f"`times` of a path has {found[i]:.6g} at {i}{before}; wanted {wanted}. "
            f"All of them: {reprlib.repr(found.tolist())}."
        )
    return found


def _checked_velocities(velocities: Any, points: Array) -> Array:
    """The velocities at both ends (2, ...)."""
    shape = (2, *points.shape[1:])
    if velocities is None:
        return namespace(points).zeros(shape)
    if not isinstance(velocities, list | tuple) and not hasattr(velocities, "shape"):
        raise TypeError(f"`velocities` is {velocities!r}; wanted a pair, at both ends of the path.")
    xp = jnp if namespace(points) is jnp or not is_concrete(velocities) else np
    found = as_floats("velocities", velocities, xp)
    if found.shape != shape:
        raise ValueError(
            f"`velocities` has the shape {found.shape}; wanted {shape}, the path's at both ends."
        )
    return found


def _require_finite(**arrays: Array) -> None:
    for name, x in arrays.items():
        if is_concrete(x) and not np.isfinite(x).all():
            i = np.argwhere(~np.isfinite(np.asarray(x)))[0].tolist()
            raise ValueError(f"`{name}` of a path has {x[tuple(i)]} at {i}; wanted finite numbers.")
