"""What the motions of an ensemble have in common, as what computes them needs it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from zwang.ensemble.inputs import Batch
from zwang.integrate.options import Options
from zwang.integrate.problem import Request, request
from zwang.system.system import System


@dataclass(frozen=True, eq=False)
class Task:
    """What the motions have in common."""

    system: System  # the description
    batch: Batch  # all members, of which the first is the pattern for shapes
    times: np.ndarray  # (K,) the start, then the times to land on
    options: Options  # tolerances, method and the like
    dtype: np.dtype  # of the computation
    engine: str  # "auto", "native", "cuda" or "jax"
    width: int  # members that JAX advances together
    threads: int | None  # of the native engine, or None
    crowded: bool  # whether they are enough for a GPU

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return self.batch.n

    def request(self, engine: str = Options.engine) -> Request:
        """The motion of a member, as ``zw.simulate`` would be asked for it."""
        options = replace(self.options, engine=engine)
        (q0, qd0), p = self.batch.finite_start(0), self.batch.parameters(0)
        return request(self.system, q0, qd0, np.asarray(self.times), p, options)
