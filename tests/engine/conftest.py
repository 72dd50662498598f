"""What tests of the engine share."""

import pytest

from tests.engine.memory import forget
from zwang.engine import choose
from zwang.library import functions, worker


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


@pytest.fixture
def at_once(monkeypatch):
    """Functions of a system are compiled after the first call of one, and waited for."""
    monkeypatch.setattr(worker, "begin", lambda owner, job: job(owner))
    monkeypatch.setattr(functions, "WORTH", -1.0)
