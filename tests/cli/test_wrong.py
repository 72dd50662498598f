"""Wrong and hostile command lines: refused by name, exit code 2, no traceback, nothing written."""

import errno
import os

import pytest

from zwang.cli.examples import known

CASES = {
    "no file": (["run", "missing.toml"], "missing.toml"),
    "a folder": (["run", "."], "."),
    "no model": (["run", "notes.txt"], "notes.txt"),
    "binary": (["run", "binary.toml"], "binary.toml"),
    "no path": (["run", "a\0b.toml"], ""),
    "a very long path": (["run", "a" * 5000 + ".toml"], ""),
    "unknown parameter": (["run", "swing.toml", "--set", "l=2"], "Did you mean 'L'?"),
    "coordinate as parameter": (["run", "swing.toml", "--set", "x=1"], "is a coordinate"),
    "path as parameter": (["run", "swing.toml", "--set", "../../etc=2"], "../../etc"),
    "code as parameter": (["run", "swing.toml", "--set", "__import__('os')=2"], "__import__"),
    "no equals sign": (["run", "swing.toml", "--set", "L"], "NAME=NUMBER"),
    "no number": (["run", "swing.toml", "--set", "L=two"], "two"),
    "no value": (["run", "swing.toml", "--set", "L="], "--set L"),
    "code as value": (["run", "swing.toml", "--set", "L=__import__('os')"], "__import__"),
    "nan": (["run", "swing.toml", "--set", "L=nan"], "nan"),
    "overflow": (["run", "swing.toml", "--set", "L=1e400"], "1e400"),
    "until nan": (["run", "swing.toml", "--until", "nan"], "--until"),
    "until before the start": (["run", "swing.toml", "--until", "-1"], "--until is -1; wanted"),
    "until 1e400": (["run", "swing.toml", "--until", "1e400"], "--until"),
    "until a word": (["run", "swing.toml", "--until", "noon"], "--until"),
    "rtol 0": (["run", "swing.toml", "--rtol", "0"], "--rtol is 0; wanted"),
    "rtol below what floats have": (["run", "swing.toml", "--rtol", "1e-20"], "rtol"),
    "atol below 0": (["run", "swing.toml", "--atol", "-1"], "atol"),
    "out is a file": (["run", "swing.toml", "--out", "notes.txt"], "notes.txt"),
    "out inside a file": (["run", "swing.toml", "--out", "notes.txt/x"], "notes.txt"),
    "unknown option": (["run", "swing.toml", "--speed", "9"], "--speed"),
    "unknown command": (["walk"], "walk"),
    "check no file": (["check", "missing.toml"], "missing.toml"),
    "example by path": (["examples", "../../etc/passwd"], "../../etc/passwd"),
    "example by absolute path": (["examples", "/etc/passwd"], "/etc/passwd"),
    "unknown example": (["examples", "pendulums"], "Did you mean 'pendulum'?"),
    "example into nowhere": (["examples", "pendulum", "--out", "nowhere"], "nowhere"),
    "new by path": (["new", "../../etc/x"], "../../etc/x"),
    "new by absolute path": (["new", "/tmp/x"], "/tmp/x"),
    "new without a name": (["new", ""], "NAME"),
    "new hidden": (["new", ".hidden"], ".hidden"),
    "new as an option": (["new", "--", "-rf"], "-rf"),
    "new with a terminal's escape": (["new", "\x1b[2J"], "\\x1b"),
    "new that is there": (["new", "swing"], "swing.toml"),
    "plot no file": (["plot", "missing.nc"], "missing.nc"),
    "plot no motion": (["plot", "notes.txt"], "notes.txt"),
    "plot as what": (["plot", "notes.txt", "--out", "picture.exe"], ".png"),
    "unknown paper": (["reproduce", "KU94"], "Did you mean 'KU93'?"),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_by_name_and_nothing_is_written(zwang, model, tmp_path, case):
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*")}
    arguments, named = CASES[case]
    done = zwang(*arguments)
    assert done.exit_code == 2, done.output
    assert done.stdout == "" and named in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr and "\x1b" not in done.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_folder_that_may_not_be_written(zwang, model, tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write anywhere
    done = zwang("run", model, "--out", "closed")
    assert done.exit_code == 2 and "closed" in done.stderr


def test_folder_that_cannot_be_made(zwang, model):
    done = zwang("run", model, "--out", "/proc/zwang")
    assert done.exit_code == 2 and "/proc/zwang" in done.stderr


FULL = "No space left on device"


@pytest.mark.parametrize(
    "arguments", [("run", "swing.toml"), ("sweep", "springs.toml"), ("new", "other")]
)
def test_a_full_disk_is_no_error_of_the_program(arguments, zwang, model, tmp_path, monkeypatch):
    assert zwang("examples", "pendulum_lengths").exit_code == 0
    (tmp_path / "pendulum_lengths.toml").rename(tmp_path / "springs.toml")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*")}

    def full(_):
        raise OSError(errno.ENOSPC, FULL)

    monkeypatch.setattr(os, "fsync", full)
    done = zwang(*arguments, *(["--members", 4] if arguments[0] == "sweep" else []))
    assert done.exit_code == 2 and FULL in done.stderr and "Traceback" not in done.stderr
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert after == before


@pytest.mark.parametrize(
    "file", ["zarr.json", "study.json", "time/c/0", "q/zarr.json", "q/c.0.0.0"]
)
def test_a_damaged_store_is_no_error_of_the_program(file, zwang, tmp_path):
    assert zwang("examples", "pendulum_lengths").exit_code == 0
    swept = ("sweep", "pendulum_lengths.toml", "--members", 4)
    assert zwang(*swept).exit_code == 0
    path = tmp_path / "pendulum_lengths.zarr" / file
    path.write_bytes(path.read_bytes()[:-5])
    done = zwang("summary", "pendulum_lengths.zarr")
    assert done.exit_code == 2 and "pendulum_lengths.zarr" in done.stderr
    assert "Traceback" not in done.stderr and "zwang itself" not in done.stderr
    resumed = zwang(*swept, "--resume")
    assert resumed.exit_code == (0 if file in ("study.json", "q/c.0.0.0") else 2)


def test_error_of_the_model_file_shows_its_place(zwang, model):
    model.write_text(model.read_text().replace("x^2 + y^2 = L^2", "x^2 + yy^2 = L^2"))
    done = zwang("run", model)
    lines = done.stderr.splitlines()
    assert done.exit_code == 2 and "line" in lines[0] and "column" in lines[0]
    shown = next(i for i, line in enumerate(lines) if "x^2 + yy^2" in line)
    assert lines[shown + 1].index("^") == lines[shown].index("yy")


def test_an_error_of_the_program_is_told_from_one_of_the_user(zwang, model, monkeypatch):
    from zwang import modelfile

    def broken(*_):
        raise KeyError("surprise")

    monkeypatch.setattr(modelfile, "read", broken)
    done = zwang("run", model)
    assert done.exit_code == 70
    assert "surprise" in done.stderr and "--debug" in done.stderr
    assert isinstance(zwang("run", model, "--debug").exception, KeyError)


def test_examples_are_listed_and_copied_but_never_over_a_file(zwang, tmp_path):
    listed = zwang("examples")
    assert listed.exit_code == 0 and len(known()) > 5
    assert all(name in listed.stdout for name in known())
    assert zwang("examples", "pendulum").exit_code == 0
    copied = tmp_path / "pendulum.toml"
    assert copied.read_text() == known()["pendulum"].read_text()
    copied.write_text("mine")
    assert zwang("examples", "pendulum").exit_code == 2 and copied.read_text() == "mine"
