"""zwang run and check: results, exit codes, and what is written where."""

import json
import os
import re
import signal

import numpy as np
import pytest
from PIL import Image

import zwang as zw
from zwang import modelfile
from zwang.cli.support import resample as finer
from zwang.cli.support.interrupt import ends_at_the_second
from zwang.engine.dense import native
from zwang.integrate import loop

FILES = ["motion.nc", "overview.png", "summary.json", "swing.png"]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_new_model_runs_as_it_is_and_equals_python(zwang, model, tmp_path):
    done = zwang("run", model)
    assert done.exit_code == 0, done.stderr
    assert names(tmp_path / "swing") == FILES
    found, wanted = zw.load(tmp_path / "swing/motion.nc"), modelfile.read(model).simulate()
    for name in ("t", "q", "qd", "Qc", "energy"):
        np.testing.assert_array_equal(getattr(found, name), getattr(wanted, name))
    for name in ("overview.png", "swing.png"):
        with Image.open(tmp_path / "swing" / name) as picture:
            picture.verify()
    for word in ("swing", "accepted", "residual", "energy", "force of rod", "lowest point"):
        assert word in done.stdout


def test_json_is_all_of_stdout_and_tells_the_motion(zwang, model, tmp_path):
    changes = "--set", "p.L=2", "--set", "m=0.5", "--until", 3, "--rtol", 1e-7, "--atol", 1e-10
    done = zwang("run", model, *changes, "--json", "--no-plots", "--out", "there")
    assert done.exit_code == 0, done.stderr
    told, motion = json.loads(done.stdout), zw.load(tmp_path / "there/motion.nc")
    assert names(tmp_path / "there") == ["motion.nc", "summary.json"]
    assert json.loads((tmp_path / "there/summary.json").read_text()) == told
    assert told["p"]["L"] == 2.0 and told["p"]["m"] == 0.5
    assert told["t"]["reached"] == [0.0, 3.0] == told["t"]["asked"]
    assert told["settings"]["rtol"] == 1e-7 and told["settings"]["atol"] == 1e-10
    np.testing.assert_allclose(motion.q[0], [2 * np.sin(1.2), -2 * np.cos(1.2)], rtol=1e-15)
    # By the textbook: m g (3 cos θ − 2 cos 1.2), the largest below, the least at the turn.
    force, weight = told["forces"]["rod"], 0.5 * 9.81
    assert force["largest"] == pytest.approx(weight * (3 - 2 * np.cos(1.2)), rel=1e-5)
    assert force["least"] == pytest.approx(weight * np.cos(1.2), rel=1e-5)
    below = np.array(told["events"]["lowest point"])
    assert np.abs(below - force["at"]).min() < 0.05 < np.abs(below - force["at_least"]).min()
    length = np.linalg.norm(motion.force("rod"), axis=1)
    assert force["largest"] > length.max() + 1e-3  # which the steps alone do not reach
    assert told["residual"]["position"] == np.abs(motion.residual).max()
    assert told["residual"]["velocity"] == np.abs(motion.rate).max()
    assert told["energy"]["drift"] == np.abs(motion.energy - motion.energy[0]).max()
    assert told["events"]["lowest point"] == list(motion.events["lowest point"].t)
    assert told["end"]["q"] == dict(zip("xy", motion.q[-1]))


def test_failure_keeps_the_motion_so_far_and_says_why(zwang, model, tmp_path):
    model.write_text(model.read_text().replace("until = 10.0", "until = 10.0\nmax_steps = 20"))
    done = zwang("run", model, "--json", "--no-plots")
    assert done.exit_code == 1
    motion = zw.load(tmp_path / "swing/motion.nc")
    assert motion.status == zw.Status.TOO_MANY_STEPS and 1 < len(motion) <= 21
    told = json.loads(done.stdout)
    assert told["status"] == "TOO_MANY_STEPS" and told["t"]["reached"][1] < 10.0
    for text in (zw.Status.TOO_MANY_STEPS.cause, 'method = "Kvaerno5"', "is in swing"):
        assert text in done.stderr


def test_interrupted_keeps_the_motion_so_far(zwang, model, tmp_path, monkeypatch):
    reached = []

    def go_on(*given):
        """In place of the loop's, which comes back every now and then; here after 64 states."""
        if reached:
            raise KeyboardInterrupt
        reached.append(True)
        return original(*given)

    original = loop._go_on
    monkeypatch.setattr(loop, "_go_on", go_on)
    monkeypatch.setattr(native, "ROOM", 64)
    done = zwang("run", model, "--no-plots")
    assert done.exit_code == 130 and "INTERRUPTED" in done.stdout
    assert "interrupted at t = " in done.stderr and "--until" in done.stderr
    motion = zw.load(tmp_path / "swing/motion.nc")
    assert motion.status == zw.Status.INTERRUPTED and 0.0 < motion.t[-1] < 10.0


def test_a_second_interruption_ends_at_once(monkeypatch):
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)
    before = signal.getsignal(signal.SIGINT)
    told = []
    with pytest.raises(KeyboardInterrupt), ends_at_the_second(130, told.append, "one.", "two."):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert ended == [] and told == ["one. Ctrl-C again ends at once."]
        signal.raise_signal(signal.SIGINT)
    assert told[1] == "two."
    assert ended == [130] and signal.getsignal(signal.SIGINT) == before


def test_interrupted_before_there_is_a_motion(zwang, model, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(modelfile, "read", interrupted)
    done = zwang("run", model)
    assert done.exit_code == 130 and not (tmp_path / "swing").exists()


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_someone_else_is_never_replaced(zwang, model, tmp_path, name):
    (tmp_path / "swing").mkdir()
    (tmp_path / "swing" / name).write_text("mine")
    done = zwang("run", model)
    assert done.exit_code == 2 and name in done.stderr
    assert names(tmp_path / "swing") == [name]
    assert (tmp_path / "swing" / name).read_text() == "mine"


def test_an_earlier_run_is_replaced_with_its_pictures(zwang, model, tmp_path):
    assert zwang("run", model, "--until", 1).exit_code == 0
    (tmp_path / "swing/notes.txt").write_text("mine")
    (tmp_path / "swing/photo.png").write_text("mine")
    model.write_text(model.read_text().replace('name = "swing"', 'name = "../a b"', 1))
    refused = zwang("run", model, "--until", 2)
    assert refused.exit_code == 2 and "../a b" in refused.stderr
    model.write_text(model.read_text().replace("../a b", "a b: ü", 1))
    done = zwang("run", model, "--until", 2)
    assert done.exit_code == 0, done.stderr
    expected = ["a-b.png", "motion.nc", "notes.txt", "overview.png", "photo.png", "summary.json"]
    assert names(tmp_path / "swing") == expected
    assert zw.load(tmp_path / "swing/motion.nc").t[-1] == 2.0


def test_only_what_is_to_be_kept_is_written(zwang, model, tmp_path):
    xarray = pytest.importorskip("xarray")
    wish = 'keep = ["q", "energy", "force", "events", "observables"]\n'
    model.write_text(model.read_text().replace("[coordinates]", wish + "[coordinates]", 1))
    for _ in range(2):  # the second run replaces the first
        assert zwang("run", model, "--until", 1, "--no-plots").exit_code == 0
    with xarray.open_dataset(tmp_path / "swing/motion.nc") as found:
        kept = {"q", "energy", "force", "observable_0"}
        events = {"event_0_t", "event_0_q", "event_0_qd"}
        assert set(found.data_vars) == kept | events
        assert list(found.coordinate.values) == ["x", "y"]


def test_check_prints_the_report(zwang, model):
    done = zwang("check", model)
    assert done.exit_code == 0 and done.stdout == f"{modelfile.read(model).check()}\n"


def test_check_ends_with_1_where_constraints_contradict(zwang, model):
    wall = '[[constraint]]\nname = "wall"\nequation = "x = t + L*sin(angle)"\n'
    again = wall.replace("wall", "other wall").replace("t +", "2*t +")
    model.write_text(model.read_text() + wall + again)
    done = zwang("check", model)
    assert done.exit_code == 1 and "wall" in done.stdout


def test_check_ends_with_1_where_no_start_is_on_the_constraints(zwang, model):
    wall = '[[constraint]]\nname = "wall"\nequation = "x = 2*L"\n'
    text = model.read_text().replace("[simulate]", "[simulate]\nassemble = true")
    model.write_text(text + wall)
    done = zwang("check", model)
    assert done.exit_code == 1 and not done.stdout and "wall" in done.stderr


@pytest.mark.parametrize("driven", ['"x1"', '["x1", "x2"]'])
def test_check_names_requirements_that_contradict_each_other(zwang, tmp_path, driven):
    text = modelfile.examples()["ku93_control"].read_text(encoding="utf-8")
    other = '[[require]]\nname = "other path"\nequation = "x1 - x2 = 2*A*t"\ngains = [8, 16]\n'
    text = text.replace("[control]", f"{other}\n[control]").replace('= "x1" ', f"= {driven} ")
    (tmp_path / "two.toml").write_text(text)
    done = zwang("check", tmp_path / "two.toml")
    assert done.exit_code == 1 and "Not finite" not in done.stdout
    assert "'path' and 'other path' contradict each other" in done.stdout


def test_check_needs_no_end_and_run_takes_it_from_the_command_line(zwang, model):
    model.write_text(re.sub(r"^until = .*$", "", model.read_text(), flags=re.M))
    assert zwang("check", model).exit_code == 0
    without = zwang("run", model)
    assert without.exit_code == 2 and "until" in without.stderr
    assert zwang("run", model, "--until", 1, "--no-plots").exit_code == 0


def test_start_off_the_constraint_is_told_in_words_of_the_file(zwang, model):
    model.write_text(model.read_text().replace("L*sin(angle)", "1.1*L*sin(angle)"))
    done = zwang("run", model)
    assert done.exit_code == 2 and "assemble = true" in done.stderr and "rod" in done.stderr
    checked = zwang("check", model)
    assert "zw." not in done.stderr + checked.stdout and "assemble = true" in checked.stdout
    model.write_text(model.read_text().replace("[simulate]", "[simulate]\nassemble = true"))
    assert zwang("run", model, "--until", 1, "--no-plots").exit_code == 0


def test_energy_that_is_not_quadratic_is_named_by_its_key(zwang, model):
    model.write_text(model.read_text().replace("m/2*(x'^2 + y'^2)", "m/2*(x'^4 + y'^2)"))
    done = zwang("run", model)
    assert done.exit_code == 2 and "`kinetic`" in done.stderr and "zw." not in done.stderr


def test_long_motions_are_thinned_for_pictures(monkeypatch):
    motion = modelfile.read(modelfile.examples()["pendulum"]).with_changes(until=1.0).simulate()
    monkeypatch.setattr(finer, "MOST_DRAWN", 10)
    found = finer.thinned(motion)
    kept = np.searchsorted(motion.t, found.t)
    assert len(found) <= 12 and found.t[0] == motion.t[0] and found.t[-1] == motion.t[-1]
    np.testing.assert_array_equal(found.force("rod"), motion.force("rod")[kept])


def test_motion_is_drawn_from_its_file(zwang, model, tmp_path):
    assert zwang("run", model, "--until", 1, "--no-plots").exit_code == 0
    for _ in range(2):
        assert zwang("plot", "swing/motion.nc").exit_code == 0
    done = zwang("plot", "swing/motion.nc", "--what", "phase", "--out", "phase.svg")
    assert done.exit_code == 0 and "<svg" in (tmp_path / "phase.svg").read_text()
    assert names(tmp_path / "swing") == ["motion.nc", "motion.png", "summary.json"]
    (tmp_path / "swing/motion.png").write_text("mine")
    assert zwang("plot", "swing/motion.nc").exit_code == 2
    assert (tmp_path / "swing/motion.png").read_text() == "mine"
