"""The package knows its version, installed or not."""

import tomllib
from importlib import metadata

import zwang
from tests.project.source import ROOT


def test_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert zwang.__version__ in (project["version"], "0+unknown")


def test_a_checkout_that_is_not_installed_can_be_imported(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert zwang.__version__ == "0+unknown"
