"""Many motions at once: what they have in common, what is each one's own, what computes them."""

from __future__ import annotations

import abc
from typing import NamedTuple

import numpy as np

from zwang.equation.observe import Observed


class Members(NamedTuple):
    """What each of N motions has for itself.

    Attributes
    ----------
    q0, qd0 : (N, n)        states at the start
    numbers : (N, ...)      each of the parameters' numbers; shared ones are views of one number
    """

    q0: np.ndarray
    qd0: np.ndarray
    numbers: tuple[np.ndarray, ...]


class Outcome(NamedTuple):
    """What became of N motions, at K times after the start.

    Attributes
    ----------
    q, qd : (N, K, n)       states; NaN where a motion ended before
    t_end : (N,)            time to which each came
    q_end, qd_end : (N, n)  state there
    status : (N,)           what became of each
    accepted, rejected, crossings : (N,)    steps, tried ones that failed, poses crossed
    event_count : (N, E)    how often each event came
    event_time : (N, E)     when it came first, NaN if it did not
    """

    q: np.ndarray
    qd: np.ndarray
    t_end: np.ndarray
    q_end: np.ndarray
    qd_end: np.ndarray
    status: np.ndarray
    accepted: np.ndarray
    rejected: np.ndarray
    crossings: np.ndarray
    event_count: np.ndarray
    event_time: np.ndarray


class AbstractCrowd(abc.ABC):
    """Computes the motions of many members of one request.

    Attributes
    ----------
    name : which it is and why, for ``ensemble.engine``
    """

    name: str

    @abc.abstractmethod
    def run(self, members: Members) -> Outcome:
        """The motions, each with a status of its own.

        Parameters
        ----------
        members : what each has for itself
        """

    @abc.abstractmethod
    def observe(
        self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, numbers: tuple[np.ndarray, ...]
    ) -> Observed:
        """What follows from rows, each with parameters of its own; see ``zwang.equation.observe``.

        Parameters
        ----------
        t : (R,)                times
        q, qd : (R, n)          states
        numbers : (R, ...)      each of the parameters' numbers
        """
