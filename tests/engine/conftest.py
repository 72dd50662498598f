"""What tests of the engine share."""

import pytest

from tests.engine.memory import forget
from zwang.engine import choose


@pytest.fixture
def by_parts(monkeypatch):
    """Small systems go by parts too."""
    monkeypatch.setattr(choose, "WRITTEN_OUT", 0)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder of its own, and nothing remembered."""
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache" / "native"
    forget()
