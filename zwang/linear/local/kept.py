"""What was computed last, so that it is not computed again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

KEPT = 4


class Kept:
    """The last results of a function, by the numbers that it depends on.

    Parameters
    ----------
    of : the function
    """

    def __init__(self, of: Callable):
        self.of, self._last = of, []

    def __call__(self, numbers: Sequence[Any], *given: Any) -> Any:
        """Its result.

        Parameters
        ----------
        numbers : arrays: what it depends on
        *given : its arguments
        """
        key = tuple(np.asarray(x).tobytes() for x in numbers)
        for known, found in self._last:
            if known == key:
                return found
        found = self.of(*given)
        self._last = [(key, found), *self._last[: KEPT - 1]]
        return found
