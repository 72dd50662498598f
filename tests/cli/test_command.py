"""The command as a process of its own: quick help, its cache, its end by force."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib

import pytest
from PIL import Image

import zwang as zw
import zwang_command
from tests.project.source import ROOT
from zwang.cli.support import cache

HELP = """
import sys
from typer.testing import CliRunner
import zwang_command
for arguments in (["--help"], ["run", "--help"], ["--version"], ["run"], ["walk"]):
    done = CliRunner().invoke(zwang_command.app, arguments)
    assert done.exit_code == (2 if arguments[-1] in ("run", "walk") else 0), done.output
heavy = {"jax", "numpy", "scipy", "matplotlib", "zwang"} & set(sys.modules)
assert not heavy, heavy
"""


def python(*arguments, **options):
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | options.pop("env", {})
    options = {"capture_output": True, "text": True, "timeout": 300} | options
    return subprocess.run([sys.executable, *arguments], env=environment, **options)


def test_help_and_wrong_command_lines_wait_for_nothing_heavy():
    done = python("-c", HELP)
    assert done.returncode == 0, done.stderr


def test_version_and_entry_point_are_those_of_the_project(tmp_path):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["scripts"]["zwang"] == "zwang_command:main"
    done = python("-m", "zwang_command", "--version", cwd=tmp_path)
    assert done.stdout in (f"zwang {project['version']}\n", "zwang 0+unknown\n")


def test_without_a_folder_for_its_cache_the_command_goes_on(monkeypatch, tmp_path):
    for name in ("JAX_COMPILATION_CACHE_DIR", "ZWANG_CACHE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert not cache.switch_on() and cache.size(cache.folder()) == (0, 0)


def test_folder_of_the_cache_follows_the_environment(monkeypatch, tmp_path):
    for name in ("JAX_COMPILATION_CACHE_DIR", "ZWANG_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = lambda: cache.folder() or tmp_path
    assert folder().parent == tmp_path / "zwang"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # by its own rule it does not count then
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder().parent == tmp_path / ".cache/zwang"
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "own"))
    assert folder().parent == tmp_path / "own"
    monkeypatch.setenv("JAX_COMPILATION_CACHE_DIR", str(tmp_path / "jax"))
    assert cache.folder() == tmp_path / "jax"


# -- killed ----------------------------------------------------------------------------------------

WRITER = """
import os, random, signal, sys, time, warnings
from pathlib import Path
import numpy as np
import xarray, h5netcdf, matplotlib.backends.backend_agg  # imported once, before the forks
import zwang as zw
import zwang_command
from zwang.cli.support import files
from zwang.motion.build import build

warnings.simplefilter("ignore")  # JAX fears forks; these compute nothing
folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
system = zw.System(1.0, None, [zw.Holonomic(lambda q: q @ q - 1.0, "rod")])
t = np.linspace(0.0, 1.0, 500)
circle = np.stack([np.cos(t), np.sin(t)], axis=1)
motion = build(system, t, circle, circle[:, ::-1] * [-1.0, 1.0])
image = b"image" * 1_000_000


def write(name):
    if name % 2:
        files.write_whole(folder / f"{name}.bin", image)
    else:
        files.write_motion(motion, folder / f"{name}.nc")
        files.write_motion(motion, folder / f"{name}.nc", ["q", "qd", "energy"])


takes = {}
for name in (0, 1, 0, 1):  # the first time it imports
    began = time.perf_counter()
    write(name)
    takes[name] = time.perf_counter() - began
random.seed(int(sys.argv[3]))
for i in range(2, rounds):
    child = os.fork()
    if not child:
        while True:
            write(i)
    time.sleep(random.uniform(0.0, 3.0 * takes[i % 2]))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_while_writing_leaves_whole_files_or_none(tmp_path):
    done = python("-c", WRITER, str(tmp_path), "24", "4")
    assert done.returncode == 0, done.stderr
    found = {path for path in tmp_path.iterdir() if not path.name.startswith(".")}
    halves = [path for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert all(re.fullmatch(r"\.[0-9a-f]{32}\.tmp", path.name) for path in halves)
    assert halves, "no kill hit a file half written: the test shows nothing"
    motions = [path for path in found if path.suffix == ".nc"]
    assert len(motions) > 1
    import xarray

    for path in motions:
        with xarray.open_dataset(path, engine="h5netcdf") as dataset:
            assert dataset.q.shape == (500, 2) and float(dataset.q[-1, 0]) > 0.5
    for path in found - set(motions):
        assert path.read_bytes() == b"image" * 1_000_000


def test_killed_in_the_middle_a_run_leaves_no_result(tmp_path, zwang):
    assert zwang("new", "swing").exit_code == 0
    command = [sys.executable, "-m", "zwang_command", "run", "swing.toml", "--until", "1e9"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "ZWANG_CACHE": str(tmp_path / "c")}
    with subprocess.Popen(command, cwd=tmp_path, env=environment) as process:
        folder, limit = tmp_path / "swing", time.monotonic() + 120
        while not folder.exists() and process.poll() is None and time.monotonic() < limit:
            time.sleep(0.05)
        time.sleep(1.0)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert folder.is_dir() and not [x for x in folder.iterdir() if not x.name.endswith(".tmp")]


FALL = """
title = "fall"
coordinates = {y = 5.0}
system = {mass = 1.0, force = [-9.81]}
simulate = {until = 0.5}
"""


def test_command_runs_as_a_process_in_a_cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.delenv("JAX_COMPILATION_CACHE_DIR", raising=False)
    (tmp_path / "fall.toml").write_text(FALL)
    arguments = "-m", "zwang_command", "run", "fall.toml", "--json"
    environment = {"ZWANG_CACHE": str(tmp_path / "caches")}
    done = python(*arguments, cwd=tmp_path, env=environment)
    assert done.returncode == 0 and done.stderr == ""
    told = json.loads(done.stdout)
    assert told["end"]["q"]["y"] == pytest.approx(5.0 - 9.81 / 8.0, rel=1e-12)
    assert zw.load(tmp_path / "fall/motion.nc").t[-1] == 0.5
    with Image.open(tmp_path / "fall/overview.png") as picture:
        picture.verify()
    (jax,) = (tmp_path / "caches").glob("jax-*")
    assert jax.stat().st_mode & 0o077 == 0  # programs in it are run: no one else may write


def test_info_tells_versions_devices_and_caches(zwang, monkeypatch, tmp_path):
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "caches"))
    done = zwang("info")
    assert done.exit_code == 0
    for word in ("zwang", "Python", "jaxlib", "cpu", "cache on", "0 files"):
        assert word in done.stdout


def test_an_error_of_our_own_cannot_command_the_terminal():
    code, said = zwang_command._judged(RuntimeError("\x1b[2Jgone"))
    assert code == zwang_command.BROKEN
    assert "\x1b" not in said and "gone" in said
