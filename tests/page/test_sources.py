"""The pages' script: its own checks and tests, and that what is committed was built from it."""

import json
import re
import shutil
import subprocess

import pytest

from tests.project.source import ROOT

PAGE, ASSETS = ROOT / "page", ROOT / "zwang/page/assets"


def node(*words):
    """Run node in the folder of the sources; skipped where it, or what it needs, is not there."""
    if shutil.which("node") is None or not (PAGE / "node_modules").is_dir():
        pytest.skip("node, or page/node_modules, is not there: make page")
    done = subprocess.run(["node", *words], cwd=PAGE, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_lock_names_versions_and_no_host():
    lock = (PAGE / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(lock)["packages"]
    assert all("version" in x and "resolved" not in x for name, x in packages.items() if name)
    assert not re.search(r"https?://(?!opencollective\.com|github\.com)", lock)


def test_the_sources_pass_their_types_and_their_tests():
    node("node_modules/typescript/bin/tsc", "--noEmit")
    node("build.mjs", "--tests")
    assert "# fail 0" in node("--test", "build/")


def test_what_is_committed_was_built_from_the_sources(tmp_path):
    node("build.mjs", f"--into={tmp_path}")
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {"show.js", "studio.js", "LICENSES.txt"} <= set(built)
    assert {name: (ASSETS / name).read_bytes() == data for name, data in built.items()} == (
        dict.fromkeys(built, True)
    )
