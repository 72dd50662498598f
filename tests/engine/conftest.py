"""What tests of large motions share."""

import pytest

from zwang.engine import choose
from zwang.files import build


@pytest.fixture
def quickly_compiled(monkeypatch):
    """What is called a few times need not be fast."""
    monkeypatch.setattr(build, "OFTEN", build.SELDOM)


@pytest.fixture
def by_parts(monkeypatch):
    """Small systems go by parts too."""
    monkeypatch.setattr(choose, "WRITTEN_OUT", 0)
