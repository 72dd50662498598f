"""zwang sweep and summary: members, stores that are gone on with, numbers, figures."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from PIL import Image

import zwang as zw
from tests.cli.springs import SPRING
from tests.project.source import ROOT
from zwang import modelfile
from zwang.cli import sweep as command
from zwang.ensemble.store import archive


def files(store):
    """Everything in a store but the notes about when it was made."""
    found = {path.relative_to(store): path for path in store.rglob("*") if path.is_file()}
    return {str(name): x.read_bytes() for name, x in found.items() if name.name != "study.json"}


# -- members -------------------------------------------------------------------------------------


def test_members_of_a_shipped_study_equal_single_runs_bit_for_bit(zwang, tmp_path):
    assert zwang("examples", "pendulum_lengths").exit_code == 0
    done = zwang("sweep", "pendulum_lengths.toml", "--members", 5)
    assert done.exit_code == 0, done.stderr
    store = archive.read(tmp_path / "pendulum_lengths.zarr")
    lengths = zw.sample(5, seed=1, kind="normal", L=(1.0, 0.02))["L"]
    np.testing.assert_array_equal(store["p.L"], lengths)
    model = modelfile.read(modelfile.examples()["pendulum"])
    for i in (0, 4):
        one = model.with_changes(p={"L": lengths[i]}, until=10, points=201).simulate()
        np.testing.assert_array_equal(store["q"][i], one.q)
        np.testing.assert_array_equal(store["tilt"][i], one.observables["tilt"])
    for word in ("Pendulums of uncertain length", "OK", "normal, seed 1", "zwang summary"):
        assert word in done.stdout


def test_the_page_can_be_followed_and_the_basins_are_symmetric(zwang, tmp_path):
    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^```sh\n(zwang examples two_wells\n.*?)^```", page, re.M | re.S)
    for line in lines.splitlines():
        done = zwang(*shlex.split(line)[1:])
        assert done.exit_code == 0, (line, done.stderr)
    assert (tmp_path / "two_wells-summary/map.png").is_file()
    ends = archive.read(tmp_path / "two_wells.zarr")["q"].values.reshape(61, 61)
    # The wells are at -1 and 1, and the force is odd: so is where a start leads.
    assert (ends[30, 30] == 0) and np.delete(np.abs(np.abs(ends) - 1).ravel(), 30 * 62).max() < 0.1
    np.testing.assert_array_equal(np.sign(ends), -np.sign(ends[::-1, ::-1]))


# -- stores --------------------------------------------------------------------------------------


def test_kill_in_the_middle_then_resume_gives_the_store_of_an_undisturbed_run(
    zwang, study, tmp_path
):
    study.write_text(SPRING.replace("chunk = 4", "chunk = 1").replace("= 30", "= 100"))
    store, digests = tmp_path / "killed.zarr", tmp_path / "killed.zarr/manifest/digest"
    line = [sys.executable, "-m", "zwang_command", "sweep", "springs.toml", "--out", "killed.zarr"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL)
    limit = time.monotonic() + 250
    while not (digests.is_dir() and len(list(digests.glob("c*"))) >= 3):
        assert running.poll() is None and time.monotonic() < limit
        time.sleep(0.002)
    running.send_signal(signal.SIGKILL)
    running.wait()
    status = archive.read(store)["status"].values
    assert 0 < (status == zw.Status.OK).sum() < 100 and set(status) == {-1, 0}
    half = zwang("summary", store, "--no-plots")
    assert half.exit_code == 0 and "not run yet" in half.stdout and "not ended" in half.stdout
    refused = zwang("sweep", study, "--out", store)
    assert refused.exit_code == 2 and "--resume" in refused.stderr
    assert zwang("sweep", study, "--out", store, "--resume").exit_code == 0
    assert zwang("sweep", study).exit_code == 0
    assert files(store) == files(tmp_path / "springs.zarr")


def test_interrupted_from_the_keyboard_says_how_to_go_on(zwang, study, tmp_path, monkeypatch):
    whole = command.run

    def some(plan, chunks):
        for i, found in enumerate(whole(plan, chunks)):
            if i == 2:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(command, "run", some)
    done = zwang("sweep", "springs.toml", "--out", "the store.zarr", "--progress")
    assert done.exit_code == 130
    again = "zwang sweep springs.toml --out 'the store.zarr' --resume"
    assert "8 of 30 members" in done.stderr and again in done.stderr
    monkeypatch.setattr(command, "run", whole)
    computed = []
    monkeypatch.setattr(archive, "write", _noting(archive.write, computed))
    done = zwang("sweep", "springs.toml", "--out", "the store.zarr", "--resume")
    assert done.exit_code == 0 and computed == [2, 3, 4, 5, 6, 7]
    assert (archive.read(tmp_path / "the store.zarr")["status"] == 0).all()


def _noting(write, computed):
    def noting(store, k, arrays):
        computed.append(k)
        write(store, k, arrays)

    return noting


def test_a_store_of_another_study_is_refused_with_the_difference(zwang, study):
    assert zwang("sweep", study).exit_code == 0
    again = zwang("sweep", study)
    assert again.exit_code == 2 and "springs.zarr' is there already" in again.stderr
    done = zwang("sweep", study, "--resume", "--members", 31)
    assert done.exit_code == 2 and "other parameters" in done.stderr
    study.write_text(SPRING.replace("until = 2", "until = 3"))
    done = zwang("sweep", study, "--resume")
    assert done.exit_code == 2 and "last: 2.0 there, 3.0 here" in done.stderr


# -- summaries -----------------------------------------------------------------------------------


def test_summary_equals_numpy_and_draws(zwang, study, tmp_path):
    assert zwang("sweep", study).exit_code == 0
    done = zwang("summary", "springs.zarr", "--out", "there", "--json")
    assert done.exit_code == 0, done.stderr
    told, store = json.loads(done.stdout), archive.read(tmp_path / "springs.zarr")
    assert told["members"] == told["run"] == 30 and told["t"] == [0.0, 0.5, 1.0, 1.5, 2.0]
    assert told["statuses"] == [{"status": "OK", "members": 30}]
    assert told["design"]["vary"] == {"a": [0.5, 1.5], "c": [1.0, 9.0]}
    assert told["versions"]["zwang"] and told["began"] <= told["ended"]
    columns = {"x": store["q"][:, :, 0], "x'": store["qd"][:, :, 0], "square": store["square"]}
    assert told["quantities"].keys() == columns.keys()
    for name, x in columns.items():
        found, x = told["quantities"][name], x.values
        np.testing.assert_allclose(found["mean"], x.mean(axis=0), rtol=1e-13, atol=1e-15)
        np.testing.assert_allclose(found["sd"], x.std(axis=0, ddof=1), rtol=1e-12)
        for level, q in found["quantiles"].items():
            np.testing.assert_array_equal(q, np.quantile(x, float(level), axis=0))
        ends = found["extremes"]
        assert (ends["of"], ends["of_largest"]) == (x[:, -1].argmin(), x[:, -1].argmax())
        assert (ends["least"], ends["largest"]) == (x[:, -1].min(), x[:, -1].max())
    assert told["files"] == ["summary.json", "over-time.png", "ends.png"]
    for name in told["files"][1:]:
        with Image.open(tmp_path / "there" / name) as picture:
            picture.verify()
    page = zwang("summary", "springs.zarr", "--no-plots", "--out", "there")
    assert page.exit_code == 0 and os.listdir(tmp_path / "there") == ["summary.json"]
    for word in ("Springs", "uniform, seed 3: a from 0.5 to 1.5", "95 %", "zarr"):
        assert word in page.stdout


def test_streamed_summary_of_a_large_store_agrees(zwang, study, tmp_path, monkeypatch):
    from zwang.cli.support import stored_ensemble as crowd

    assert zwang("sweep", study).exit_code == 0
    exact = json.loads(zwang("summary", "springs.zarr", "--json").stdout)["quantities"]
    monkeypatch.setattr(crowd, "LARGEST", 0)
    monkeypatch.setattr(crowd, "PIECE", 7)
    done = zwang("summary", "springs.zarr", "--json", "--out", "large")
    told = json.loads(done.stdout)
    assert told["files"] == ["summary.json", "over-time.png"]
    for name, one in told["quantities"].items():
        assert one["mean"] == exact[name]["mean"] and one["sd"] == exact[name]["sd"]
        for level, q in one["quantiles"].items():
            # Read off bins of 2/4095 of the range, which is less than 8 here.
            np.testing.assert_allclose(q, exact[name]["quantiles"][level], atol=8 * 2 / 4095)


def test_members_that_fail_are_counted_and_named_and_spoil_no_other(zwang, study, tmp_path):
    grid = "a = [1, 2]\nc = [-1, 4, 9]"
    text = SPRING.replace("a = [0.5, 1.5]\nc = [1, 9]", grid).replace("members = 30\n", "")
    study.write_text(text.replace("uniform", "grid").replace("points = 5\n", ""))
    done = zwang("sweep", study)
    assert done.exit_code == 1 and "2 of 6 members failed" in done.stderr
    assert "NON_FINITE" in done.stdout and "(members 0, 3)" in done.stdout
    # x = a cos(√k t), with k = √c.
    wanted = [a * np.cos(c**0.25 * 2) for a in (1, 2) for c in (4, 9)]
    q = archive.read(tmp_path / "springs.zarr")["q"].values[:, 0, 0]
    np.testing.assert_allclose(q[[1, 2, 4, 5]], wanted, rtol=1e-7)
    told = json.loads(zwang("summary", "springs.zarr", "--json").stdout)
    assert told["statuses"][1]["first"] == [0, 3] and told["quantities"]["x"]["count"] == [4]
    assert told["files"] == ["summary.json", "map.png", "ends.png"]
    assert told["quantities"]["x"]["mean"][0] == pytest.approx(np.mean(wanted), rel=1e-7)
