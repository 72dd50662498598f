"""The command line in one process, so that tests share compiled programs."""

import pytest
from typer.testing import CliRunner

import zwang_command
from tests.cli.springs import SPRING
from zwang.cli.support import cache


@pytest.fixture
def zwang(tmp_path, monkeypatch):
    """Carry out a command in an empty folder; JAX's settings are left as they are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cache, "switch_on", lambda: True)
    return lambda *arguments: CliRunner().invoke(zwang_command.app, list(map(str, arguments)))


@pytest.fixture
def model(zwang, tmp_path):
    """The file that ``zwang new`` writes."""
    assert zwang("new", "swing").exit_code == 0
    return tmp_path / "swing.toml"


@pytest.fixture
def study(tmp_path):
    """The file of a study."""
    (tmp_path / "springs.toml").write_text(SPRING)
    return tmp_path / "springs.toml"
