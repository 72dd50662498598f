"""Responses of small motions to their inputs."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from zwang.base.arrays import as_floats
from zwang.base.process.one_thread import one_thread
from zwang.linear.linear import Linear


@one_thread
def frequency_response(linear: Linear, omega: Any) -> np.ndarray:
    """G(iω) = C (iω − A)⁻¹ B + D (w, outputs, inputs); infinite at an undamped frequency.

    Shapes: omega (w,).
    """
    given = np.atleast_1d(as_floats("omega", omega, np))
    if given.ndim != 1 or not len(given) or not np.isfinite(given).all():
        raise ValueError(f"`omega` is {omega!r}; wanted finite numbers (w,).")
    one, found = np.eye(len(linear.A)), []
    for w in given:
        try:
            found.append(linear.C @ np.linalg.solve(1j * w * one - linear.A, linear.B) + linear.D)
        except np.linalg.LinAlgError:
            found.append(np.full(linear.D.shape, np.inf + 0j))
    return np.array(found).reshape(len(given), *linear.D.shape)


@one_thread
def step_response(linear: Linear, t: Any) -> np.ndarray:
    """The outputs (T, outputs, inputs) after each input has become 1 at t = 0.

    From one time to the next by the exponential of [[A, B], [0, 0]]: exact at the times asked for.

    Shapes: t (T,).
    """
    times = np.atleast_1d(as_floats("t", t, np))
    fine = times.ndim == 1 and len(times) and np.isfinite(times).all()
    if not fine or (np.diff(times, prepend=0.0) < 0).any():
        raise ValueError(f"`t` is {t!r}; wanted times (T,) from 0 on that do not fall.")
    f, count = linear.B.shape
    whole = np.zeros((f + count, f + count))
    whole[:f, :f], whole[:f, f:] = linear.A, linear.B
    state = np.concatenate([np.zeros((f, count)), np.eye(count)])
    found, now, last, jump = [], 0.0, np.nan, np.eye(f + count)
    for time in times:
        if time - now != last:
            last = time - now
            jump = scipy.linalg.expm(whole * last)
        state, now = jump @ state, time
        found.append(linear.C @ state[:f] + linear.D)
    return np.array(found).reshape(len(times), *linear.D.shape)
