r"""zw.fit: parameters from measurements, by least squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from zwang.base import arguments
from zwang.base.arrays import as_floats, kept
from zwang.base.escape import AbstractPage, for_terminal
from zwang.integrate.options import Options
from zwang.motion.motion import Motion
from zwang.sensitivity.residuals import Residuals
from zwang.sensitivity.sensitivity import Sensitivity
from zwang.sensitivity.wrt import Directions, directions
from zwang.system.origin import AbstractSource, required_system
from zwang.system.system import System

# UNSEEN: singular values of the scaled Jacobian, in parts of the largest, below which a
# combination of numbers is not determined by the data: what the derivatives' errors leave.
# STOP: relative changes of the sum of squares, and of the numbers, at which the search ends.
UNSEEN, STOP = 1e-8, (1e-13, 1e-10)


@dataclass(frozen=True, eq=False)
class Fit(AbstractPage):
    r"""Parameters that fit measurements best, and how well they are known; print it for a table.

    Attributes
    ----------
    p : the parameters, with the fitted numbers in their places
    q0, qd0 : (n,)      the start, which satisfies the constraints
    names : (D,)        of the fitted numbers
    values : (D,)       the fitted numbers
    errors : (D,)       their standard errors; infinite for a number that the data do not determine
    covariance : (D, D)     of the fitted numbers; where some are not determined, of the others
    residual : (T, ...)     data less what the motion gives; NaN where there are no data
    sigma : standard deviation of the noise: as given, or as the residuals show it
    freedom : how many measurements more there are than numbers determined by them
    sensitivity : the motion that fits, with its derivatives
    converged : whether the search came to its end
    message : how it ended, in words
    evaluations : how many motions were tried
    """

    p: Any
    q0: np.ndarray
    qd0: np.ndarray
    names: tuple[str, ...]
    values: np.ndarray
    errors: np.ndarray
    covariance: np.ndarray
    residual: np.ndarray
    sigma: Any
    freedom: int
    sensitivity: Sensitivity
    converged: bool
    message: str
    evaluations: int

    @property
    def motion(self) -> Motion:
        """The motion that fits."""
        return self.sensitivity.motion

    def __repr__(self) -> str:
        how = "converged" if self.converged else "NOT CONVERGED"
        lines = [f"Fit of {len(self.names)} numbers, {how} after {self.evaluations} motions"]
        lines += ["  number              value   standard error"]
        for name, value, error in zip(self.names, self.values, self.errors, strict=True):
            known = f"{error:14.3g}" if np.isfinite(error) else "not determined"
            lines.append(f"  {name:<12} {value:12.7g}   {known}")
        if np.ndim(self.sigma) == 0:
            lines.append(f"  noise: {self.sigma:.4g}, with {self.freedom} degrees of freedom")
        return "\n".join(map(for_terminal, lines))

    __str__ = __repr__


def fit(
    system: System | AbstractSource,
    q0: Any,
    qd0: Any,
    t: Any,
    data: Any,
    p: Any = None,
    *,
    wrt: Any = None,
    measure: Any = None,
    sigma: Any = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    rtol: Any = Options.rtol,
    atol: Any = Options.atol,
    step: Any = Options.step,
    method: Any = Options.method,
    engine: str = Options.engine,
    max_step: Any = Options.max_step,
    breaks: Any = Options.breaks,
    max_evaluations: int = 100,
) -> Fit:
    r"""Find the parameters with which a motion fits measurements best.

    .. math:: \sum_i \left(\frac{y_i - g(q, \dot q, t_i, p)}{\sigma_i}\right)^2 \to \min

    The search is that of Levenberg and Marquardt within bounds, of SciPy, with the derivatives of
    ``zw.sensitivity``. The standard errors are those of the linearised problem: with J the
    derivatives of what is measured, divided by σ, the covariance is (JᵀJ)⁻¹.

    A search finds the best fit near its beginning. Motions over many periods have many such
    fits: begin near, or fit the first part of the data first.

    Parameters
    ----------
    system : a ``zw.System``, a ``zw.Mechanism``, or a ``zw.Controller`` for its closed loop
    q0, qd0 : (n,)      start, or functions of p that return it. It is assembled for each p, as
        ``zw.assemble`` does
    t : (T,)            times of the measurements; the first is that of the start
    data : (T, ...)     the measurements y; NaN where there is none
    p : parameters, from which the search begins
    wrt : which numbers to fit, as for ``zw.sensitivity``: names in p, "q0", "qd0"; by default all
        of p
    measure : function g of (q, qd, t, p) that returns what is measured in a row; it may also ask
        for ``qdd`` and ``Qc``. By default q
    sigma : standard deviation of the measurements' noise, a number or an array that fits the
        data; by default the same for all and found from the residuals
    bounds : by name, the least and the largest value of a number; infinities are allowed
    rtol, atol, step, method, engine, max_step, breaks : as for ``zw.simulate``
    max_evaluations : how many motions to try at most

    Returns
    -------
    Fit

    Raises
    ------
    NumericalError
        The motion or its derivatives cannot be computed where the search begins or ends.

    Examples
    --------
    >>> import numpy as np
    >>> import zwang as zw
    >>> spring = zw.System(1.0, lambda q, p: -p["k"] * q)
    >>> times = np.linspace(0.0, 3.0, 30)
    >>> found = zw.fit(spring, [1.0], [0.0], times, np.cos(2.0 * times)[:, None], {"k": 3.0})
    >>> round(float(found.p["k"]), 6)
    4.0
    """
    arguments.whole("max_evaluations", max_evaluations)
    times = kept(np.asarray(as_floats("t", t, np), float))
    pair = isinstance(t, tuple) and len(t) == 2
    if times.ndim != 1 or not len(times) or pair:
        raise ValueError(f"`t` is {t!r}; wanted a list or an array, the times of the measurements.")
    y = kept(np.asarray(as_floats("data", data, np), float))
    if y.ndim == 0 or len(y) != len(times):
        raise ValueError(f"`data` has the shape {y.shape}; wanted {len(times)} rows, one a time.")
    limits = {"max_step": max_step, "breaks": breaks}
    options = Options(rtol, atol, step, method, engine=engine, **limits)
    moving = required_system(system)
    along = directions(moving, q0, qd0, p, wrt, dense=False)
    _bounds(bounds, along, along.values)
    task = Residuals(moving, times, y, sigma, measure, wrt, along, options)
    x0 = along.values
    task.prepare()
    task.compare(task.at(x0))
    if task.count < len(along):
        raise ValueError(
            f"`data` has {task.count} numbers, fewer than the {len(along)} to fit; wanted more."
        )
    done = scipy.optimize.least_squares(
        task.residual,
        x0,
        task.slope,  # pyright: ignore[reportArgumentType]
        bounds=_bounds(bounds, along, x0),
        x_scale=along.sizes,
        ftol=STOP[0],
        xtol=STOP[1],
        gtol=1e-15,
        max_nfev=max_evaluations,
    )
    return _result(task, done, sigma)


def _bounds(bounds: Any, along: Directions, x0: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    low, high = np.full(len(along), -np.inf), np.full(len(along), np.inf)
    given = {} if bounds is None else bounds
    for name, pair in arguments.mapping("bounds", given, "pairs by name").items():
        places = [i for i, x in enumerate(along.names) if x == name or x.startswith(f"{name}[")]
        if not places:
            known = ", ".join(map(repr, along.names))
            raise ValueError(f"`bounds` has {name!r}; wanted any of {known}.")
        try:
            low[places], high[places] = (float(x) for x in pair)
        except (TypeError, ValueError):
            raise TypeError(
                f"`bounds` has {pair!r} for {name!r}; wanted a pair (least, largest)."
            ) from None
        if not ((low[places] < x0[places]) & (x0[places] < high[places])).all():
            raise ValueError(
                f"`bounds` of {name!r} are {pair!r}; wanted them around {x0[places]}, where the "
                "search begins."
            )
    return low, high


# -- how well it is known ------------------------------------------------------------------------


def _result(task: Residuals, done: Any, sigma: Any) -> Fit:
    found, motion = task.sensitivity(done.x), task.at(done.x).motion
    along, residual = found.directions, task.compare(task.at(done.x))
    U, S, Vt = np.linalg.svd(task.jacobian(done.x) * along.sizes, full_matrices=False)
    seen = S > UNSEEN * S.max()
    freedom = task.count - int(seen.sum())
    noise = sigma
    if sigma is None:
        noise = float(np.sqrt(np.nansum(residual**2) / freedom)) if freedom else np.nan
    spread = _assembled(found) @ (along.sizes[:, None] * Vt.T)
    root = spread[:, seen] / S[seen] * (noise if sigma is None else 1.0)
    lost = np.abs(spread[:, ~seen]).max(axis=1, initial=0.0) > 1e-6 * along.sizes
    values = np.array(done.x)
    start = {"q0": motion.q[0], "qd0": motion.qd[0]}
    begin = len(values) - len(along.start) * len(motion.q[0])
    values[begin:] = np.concatenate([np.zeros(0), *(start[name] for name in along.start)])
    return Fit(
        p=along.p,
        **start,
        names=found.names,
        values=values,
        errors=np.where(lost, np.inf, np.linalg.norm(root, axis=1)),
        covariance=root @ root.T,
        residual=residual,
        sigma=noise,
        freedom=freedom,
        sensitivity=found,
        converged=bool(done.status > 0),
        message=str(done.message),
        evaluations=int(done.nfev),
    )


def _assembled(found: Sensitivity) -> np.ndarray:
    """How the numbers change that are told (D, D): of a start, what it was assembled to."""
    along, n = found.directions, found.along_q.shape[2]
    G = np.eye(len(along))
    place = len(along) - n * len(along.start)
    rows = {"q0": found.along_q[0], "qd0": found.along_qd[0]}
    for name in along.start:
        G[place : place + n], place = rows[name].T, place + n
    return G
