"""Models that ran before run again without JAX, and everything that is told is the same."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.engine.memory import forget
from zwang.cli import run
from zwang.cli.known import name as names
from zwang.cli.known import recall, remember
from zwang.cli.support import cache, models
from zwang.files import kept
from zwang.modelfile import examples

pytestmark = pytest.mark.xdist_group("cli_run")

NOTHING = {"until": None, "rtol": None, "atol": None}
# A crank and a rod of one length: they fold, and the rank is lost there. A list among parameters.
FOLDS = """
keep = ["q", "rank"]

[coordinates]
x = {start = "cos(1.2)", velocity = "-3*sin(1.2)"}
y = {start = "sin(1.2)", velocity = "3*cos(1.2)"}
s = {start = "2*cos(1.2)", velocity = "-6*sin(1.2)"}

[parameters]
lengths = [1.0, 1.0]

[system]
mass = 1.0

[[constraint]]
name = "crank"
equation = "x^2 + y^2 = lengths[0]^2"

[[constraint]]
name = "rod"
equation = "(s - x)^2 + y^2 = lengths[1]^2"

[[event]]
name = "level"
when = "y = 0"
terminal = false

[simulate]
until = 1.5
"""
# The start is off its constraint, and is assembled; it is reported at chosen times.
ASSEMBLED = """
[coordinates]
x = 0.9
y = 0.1

[system]
mass = 2
force = {y = -9.81}

[[constraint]]
name = "rod"
equation = "x^2 + y^2 = 1"

[simulate]
times = [0.0, 0.25, 0.5]
assemble = true
"""


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    """A cache that is empty to begin with, and that this process has taken nothing from."""
    forget()
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def noted(libraries):
    """The notes in the cache; there are none to begin with."""
    for file in (libraries / "native").glob("*.json"):
        file.unlink()
    return lambda: sorted((libraries / "native").glob("*.json"))


@pytest.fixture
def carried_out(libraries, noted, tmp_path, monkeypatch, capsys):
    """Run a model while the clock stands: what it wrote and said."""
    monkeypatch.setenv("ZWANG_CACHE", str(libraries))
    monkeypatch.setattr(cache, "switch_on", lambda: True)
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
    monkeypatch.chdir(tmp_path)

    def carry_out(path, changes=(), settings=NOTHING, plots=False):
        shutil.rmtree("out", ignore_errors=True)
        code = run.main(path, list(changes), settings, Path("out"), False, plots)
        files = {file.name: file.read_bytes() for file in Path("out").iterdir()}
        return code, files, capsys.readouterr()

    return carry_out


@pytest.fixture
def loaded(monkeypatch):
    """Which models were read in the ordinary way."""
    read, load = [], models.load
    monkeypatch.setattr(models, "load", lambda *given: (read.append(given), load(*given))[1])
    return read


@pytest.fixture
def pendulum(tmp_path):
    path = tmp_path / "pendulum.toml"
    path.write_text(examples()["pendulum"].read_text().replace("until = 10", "until = 0.5"))
    return path


MODELS = {
    "pendulum": (examples()["pendulum"].read_text(), True),
    "shot": (examples()["shot"].read_text(), True),
    "control": (examples()["ku93_control"].read_text(), False),
    "folds": (FOLDS, False),
    "assembled": (ASSEMBLED, False),
}


@pytest.mark.parametrize("which", MODELS)
def test_a_known_model_writes_and_says_the_same_to_the_last_byte(
    carried_out, loaded, tmp_path, which
):
    text, plots = MODELS[which]
    (tmp_path / "model.toml").write_text(text)
    first = carried_out(Path("model.toml"), plots=plots)
    assert first[0] == 0 and len(loaded) == 1
    assert carried_out(Path("model.toml"), plots=plots) == first
    assert len(loaded) == 1  # the second time it was not read
    if which == "folds":
        told = json.loads(first[1]["summary.json"])
        assert told["stats"]["crossings"] and told["rank_changes"] and told["events"]["level"]


def test_a_known_model_runs_without_importing_jax(pendulum, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "cache"))
    program = (
        "import sys, zwang_command\n"
        "try:\n    zwang_command.main()\n"
        "except SystemExit as end:\n    code = end.code\n"
        "loaded = {'jax', 'jaxlib', 'equinox', 'diffrax', 'xarray', 'pydantic'} & {*sys.modules}\n"
        "print(code, *sorted(loaded), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", program, "run", str(pendulum), "--no-plots"]

    def done():
        told = subprocess.run(command, capture_output=True, text=True, check=True)
        return told.stdout, told.stderr.split()

    before, loaded = done()
    assert loaded[0] == "0" and "jax" in loaded
    after, loaded = done()
    assert loaded == ["0"]
    seconds = lambda text: [x for x in text.splitlines() if not x.startswith("integration")]
    assert seconds(after) == seconds(before)
    # Where the library is gone, the stand-ins of JAX become JAX.
    for file in (tmp_path / "cache/native").glob("*.so"):
        file.unlink()
    after, loaded = done()
    assert loaded[0] == "0" and "jax" in loaded and seconds(after) == seconds(before)


def spoilt(content):
    return content.replace(b'"times": [0.0, 0.5]', b'"times": [0.0, 0.7]')


SPOILINGS = {
    "torn": lambda content: (content[:-20], False),
    "changed": lambda content: (spoilt(content), False),
    "of another format": lambda content: (content.replace(b'"format": 1', b'"format": 2'), True),
    "with less in it": lambda content: (content.replace(b'"keep"', b'"kept"'), True),
    "no JSON": lambda content: (b"\x80", True),
    "another kind of JSON": lambda content: (b"[1, 2]", True),
    "of other sizes": lambda content: (content.replace(b'["rod"]', b"[]"), True),
}


@pytest.mark.parametrize("how", SPOILINGS)
def test_a_spoilt_note_is_not_believed(carried_out, loaded, pendulum, noted, how):
    wanted = carried_out(pendulum)
    assert carried_out(pendulum) == wanted and len(loaded) == 1
    (file,) = noted()
    content, sealed = SPOILINGS[how](file.read_bytes())
    assert content != file.read_bytes()
    file.write_bytes(content)
    if sealed:  # as if we had written it
        file.with_suffix(".sum").write_bytes(kept.digest(file.stem, content))
    assert carried_out(pendulum) == wanted and len(loaded) == 2


def test_a_note_that_others_may_write_is_not_believed(carried_out, loaded, pendulum, noted):
    wanted = carried_out(pendulum)
    assert carried_out(pendulum) == wanted and len(loaded) == 1
    (file,) = noted()
    file.chmod(0o777)
    assert carried_out(pendulum) == wanted and len(loaded) == 2
    target = file.with_name("elsewhere")
    os.replace(file, target)
    target.chmod(0o700)
    file.symlink_to(target)
    assert carried_out(pendulum) == wanted and len(loaded) == 3


def test_whatever_is_different_is_not_known(carried_out, loaded, pendulum, noted):
    carried_out(pendulum)
    text = pendulum.read_text()
    pendulum.write_text(text + "\n")
    carried_out(pendulum)
    pendulum.write_text(text)
    carried_out(pendulum, ["L=2"])
    carried_out(pendulum, settings=NOTHING | {"until": 0.4})
    assert len(loaded) == 4 and len(noted()) == 4
    before = carried_out(pendulum, ["L=2"])
    assert len(loaded) == 4 and b'"L": 2.0' in before[1]["summary.json"]


def test_a_run_has_another_name_wherever_something_differs(pendulum, monkeypatch, tmp_path):
    def name(changes=(), given=NOTHING):
        found = names.run_of(pendulum, changes, given)
        assert found is not None
        return found.name

    first = name()
    assert name() == first
    found = [first, name(["L=2"]), name(["L=2", "m=1"]), name(given=NOTHING | {"rtol": 1e-6})]
    monkeypatch.setattr(names, "surroundings", lambda: "others")
    found.append(name())
    pendulum.write_text(pendulum.read_text().replace("9.81", "9.82"))
    found.append(name())
    assert len({*found}) == len(found)


@pytest.mark.parametrize("path", ["none.toml", ".", "pipe", "large", "latin"])
def test_what_is_no_model_has_no_name(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("large").write_bytes(b"#" * (names.LARGEST + 1))
    Path("latin").write_bytes("title = 'ä'".encode("latin-1"))
    assert names.run_of(Path(path), [], NOTHING) is None


def test_where_more_is_needed_it_runs_in_the_ordinary_way(
    carried_out, loaded, pendulum, monkeypatch
):
    wanted = carried_out(pendulum)
    assert carried_out(pendulum) == wanted and len(loaded) == 1

    def more(*given):
        raise names.NotKnown

    monkeypatch.setattr(recall.KnownModel, "at", more)
    assert carried_out(pendulum) == wanted and len(loaded) == 2


def test_a_failed_motion_is_told_again_in_the_ordinary_way(carried_out, loaded, pendulum, noted):
    text = pendulum.read_text().replace("until = 0.5", "until = 0.5\nmax_steps = 3")
    pendulum.write_text(text)
    first = carried_out(pendulum)
    assert first[0] == 1 and noted() == []
    assert carried_out(pendulum) == first and len(loaded) == 2


def test_a_file_that_changed_while_it_ran_is_not_remembered(
    carried_out, pendulum, noted, monkeypatch
):
    load = models.load

    def late(path, *given):
        pendulum.write_text(pendulum.read_text().replace("9.81", "1.62"))
        return load(path, *given)

    monkeypatch.setattr(models, "load", late)
    carried_out(pendulum)
    assert noted() == []


def test_what_jax_computes_is_not_remembered(carried_out, pendulum, noted, monkeypatch):
    monkeypatch.setattr(remember, "NativeMachine", type("None", (), {}))
    carried_out(pendulum)
    assert noted() == []
