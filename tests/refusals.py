"""Refusals as tables: what is wrong, and words of the message."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import zwang as zw


def refused(
    table: Sequence[tuple],
    call: Callable[..., Any] = lambda wrong: wrong(),
    error: Any = ValueError,
) -> Any:
    """A test for every row ``(wrong, words)``: ``call(wrong)`` raises the error with the words.

    The words are a regular expression; a tuple ``wrong`` is the arguments of ``call``. Without
    ``call``, what is wrong is a function, for rows are read before any test runs. A third entry is
    an error of the row's own; in its place may stand the Status of a NumericalError.
    """
    rows = [row if len(row) == 3 else (*row, error) for row in table]

    @pytest.mark.parametrize("wrong, words, error", rows, ids=[words[:50] for _, words, _ in rows])
    def test(wrong, words, error):
        status = isinstance(error, zw.Status)
        with pytest.raises(zw.NumericalError if status else error, match=words) as caught:
            call(*wrong) if isinstance(wrong, tuple) else call(wrong)
        assert not status or caught.value.status == error

    return test
