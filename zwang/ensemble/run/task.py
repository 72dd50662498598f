"""What the motions of an ensemble have in common, as what computes them needs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zwang.ensemble.inputs import Batch
from zwang.integrate.options import Options
from zwang.integrate.problem import Request, request
from zwang.system.system import System


@dataclass(frozen=True, eq=False)
class Task:
    """What the motions have in common.

    Attributes
    ----------
    system : the description
    batch : all members, of which the first is the pattern for shapes
    times : (K,)    the start, then the times to land on
    settings : tolerances, method and the like, by the names of ``zw.simulate``
    dtype : of the computation
    engine : "auto", "native", "cuda" or "jax"
    width : members that JAX advances together
    threads : of the native engine, or None
    crowded : whether they are enough for a GPU
    """

    system: System
    batch: Batch
    times: np.ndarray
    settings: dict[str, Any]
    dtype: np.dtype
    engine: str
    width: int
    threads: int | None
    crowded: bool

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return self.batch.n

    def request(self, engine: str = Options.engine) -> Request:
        """The motion of a member, as ``zw.simulate`` would be asked for it.

        Parameters
        ----------
        engine : as for ``zw.simulate``
        """
        options = Options(**self.settings, engine=engine)
        (q0, qd0), p = self.batch.finite_start(0), self.batch.parameters(0)
        return request(self.system, q0, qd0, np.asarray(self.times), p, options)
