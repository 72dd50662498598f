"""zwang sweep and summary: members, stores that are gone on with, mistakes, numbers, figures."""

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
from tests.project.source import ROOT
from zwang import modelfile
from zwang.cli import sweep as command
from zwang.cli.examples import studies
from zwang.ensemble.store import archive
from zwang.modelfile.study.members import Members

pytestmark = pytest.mark.xdist_group("cli_sweep")

SPRING = """\
title = "Springs"

[coordinates]
x = {start = "a", velocity = 0}

[parameters]
a = 1.0
c = 4.0
k = "sqrt(c)"

[system]
mass = 1
force = {x = "-k*x"}

[observables]
square = "x^2"

[design]
kind = "uniform"
members = 30
seed = 3

[design.vary]
a = [0.5, 1.5]
c = [1, 9]

[sweep]
until = 2
points = 5
chunk = 4
"""


@pytest.fixture
def study(tmp_path):
    (tmp_path / "springs.toml").write_text(SPRING)
    return tmp_path / "springs.toml"


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


@pytest.mark.parametrize("name", studies())
def test_shipped_studies_say_what_they_are(name):
    study = modelfile.read_study(str(studies()[name]))
    assert study.title and study.design.members == len(study.members.columns[study.design.names[0]])


@pytest.mark.parametrize(
    ("kind", "line", "wanted"),
    [
        ("grid", "a = [1, 2]\nc = {from = 0, to = 1, points = 3}",
         lambda: zw.grid(a=[1.0, 2.0], c=[0.0, 0.5, 1.0])),
        ("sobol", "a = [1, 2]\nc = [0, 9]", lambda: zw.sample(30, seed=3, a=(1, 2), c=(0, 9))),
        ("latin", "a = [1, 2]\nc = [0, 9]",
         lambda: zw.sample(30, seed=3, kind="latin", a=(1, 2), c=(0, 9))),
        ("normal", "c = {mean = 4, deviation = 0.1}",
         lambda: zw.sample(30, seed=3, kind="normal", c=(4, 0.1))),
        ("uniform", 'a = ["radians(90)", "pi"]',
         lambda: zw.sample(30, seed=3, kind="uniform", a=(np.pi / 2, np.pi))),
    ],
    ids=["grid", "sobol", "latin", "normal", "uniform"],
)  # fmt: skip
def test_designs_are_those_of_grid_and_sample(study, kind, line, wanted):
    text = SPRING.replace("a = [0.5, 1.5]\nc = [1, 9]", line).replace("uniform", kind)
    study.write_text(text.replace("members = 30\n", "") if kind == "grid" else text)
    found = modelfile.read_study(study).design.columns
    assert found.keys() == wanted().keys()
    for name, x in wanted().items():
        np.testing.assert_array_equal(found[name], x)


def test_names_that_vary_together_have_their_covariance(study):
    together = '"a, x\'" = {mean = [1, 0], covariance = [[0.04, 0.01], [0.01, 0.09]]}'
    text = SPRING.replace("a = [0.5, 1.5]\nc = [1, 9]", together).replace("uniform", "normal")
    study.write_text(text.replace("members = 30", "members = 20000"))
    columns = modelfile.read_study(study).design.columns
    found = np.cov([columns["a"], columns["x'"]])
    # A sample covariance of N members is off by about sqrt(2/N) of itself.
    np.testing.assert_allclose(found, [[0.04, 0.01], [0.01, 0.09]], atol=5 * 0.09 * 0.01)


def test_what_the_file_computes_varies_with_what_it_is_computed_from():
    model = modelfile.read(modelfile.examples()["shot"])
    columns = {
        "angle": np.array([0.3, 0.7]),
        "v": np.array([10.0, 20.0]),
        "y": np.array([1.0, 2.0]),
    }
    members = Members(model, columns)
    for i in range(2):
        changes = {name: columns[name][i] for name in ("angle", "v")}
        one = model.with_changes(p=changes, start={"y": columns["y"][i]})
        q0, qd0 = members.start(i)
        np.testing.assert_array_equal(q0, one.q0)
        np.testing.assert_array_equal(qd0, one.qd0)
        assert members.parameters(i) == one.p


def test_entries_of_lists_and_parameters_of_parameters(study):
    text = SPRING.replace('k = "sqrt(c)"', 'k = [4, 2]\nw = "k[0] + c*k[1]"').replace("-k", "-w")
    study.write_text(text.replace(VARY, '"k[1]" = [2, 3]'))
    members = modelfile.read_study(study).members
    k, w, c = (members.values[name] for name in "kwc")
    assert k.shape == (30, 2) and members.own == {"c", "k", "w"}
    assert (k[:, 0] == 4).all() and len(np.unique(k[:, 1])) == 30
    np.testing.assert_array_equal(w, k[:, 0] + c * k[:, 1])
    np.testing.assert_array_equal(members.parameters(7)["k"], k[7])


HELD = """\
[coordinates]
x = {start = 0.6, hold = true}
y = -0.7

[parameters]
L = 1.0

[system]
mass = 1
force = {y = -9.81}

[[constraint]]
name = "rod"
equation = "x^2 + y^2 = L^2"

[design]
kind = "grid"

[design.vary]
L = [0.5, 0.9, 1.3]

[sweep]
until = 0.1
"""


def test_starts_are_assembled_where_they_are_off_the_constraints(tmp_path):
    (tmp_path / "held.toml").write_text(HELD)
    (tmp_path / "free.toml").write_text(HELD.replace(", hold = true", ""))
    held = modelfile.read_study(tmp_path / "held.toml").arguments()
    lengths = np.hypot(held["q0"][:, 0], held["q0"][:, 1])
    np.testing.assert_array_equal(held["q0"][:, 0], 0.6)
    np.testing.assert_allclose(lengths[1:], [0.9, 1.3], rtol=1e-14)
    assert not held["assemble"] and lengths[0] == np.hypot(0.6, -0.7)  # 0.5 is too short for 0.6
    free = modelfile.read_study(tmp_path / "free.toml")
    assert free.arguments()["assemble"]
    (tmp_path / "on.toml").write_text(HELD.replace("-0.7", '"-sqrt(L^2 - 0.16)"')
                                      .replace("{start = 0.6, hold = true}", "0.4"))  # fmt: skip
    assert not modelfile.read_study(tmp_path / "on.toml").arguments()["assemble"]


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


# -- mistakes ------------------------------------------------------------------------------------

VARY = "a = [0.5, 1.5]"
WRONG = {
    "no design": (SPRING[SPRING.index("[design]"):], "", "there is no [design]"),
    "no kind": ('kind = "uniform"\n', "", "does not say its `kind`"),
    "kind misspelled": ("uniform", "unifrom", "did you mean `uniform`?"),
    "no members": ("members = 30\n", "", "does not say how many"),
    "members 0": ("= 30", "= 0", "`design.members` is 0; wanted 1 to"),
    "members a text": ("= 30", '= "many"', "wanted a whole number"),
    "seed below 0": ("seed = 3", "seed = -1", "not negative"),
    "key misspelled": ("seed = 3", "sed = 3", "did you mean `seed`?"),
    "parameter in the wrong table": ("seed = 3", "c = [1, 2]", "it belongs under [design.vary]"),
    "nothing varies": ("a = [0.5, 1.5]\nc = [1, 9]", "", "under [design.vary]"),
    "unknown parameter": (VARY, "aa = [1, 2]", "neither a parameter nor a coordinate"),
    "parameter of another case": (VARY, "A = [1, 2]", "`A` is neither a parameter"),
    "no name": (VARY, '"a b" = [1, 2]', "`a b` is no name"),
    "prime of a parameter": (VARY, '"a\'" = [1, 2]', "primes are for coordinates"),
    "entry of a number": (VARY, '"a[0]" = [1, 2]', "`a` is no list"),
    "twice": (VARY, '"a" = [1, 2]\n"a " = [1, 2]', "varies already"),
    "together but not normal": (VARY, '"a, x" = [1, 2]', 'kind = "normal"'),
    "range of three": (VARY, "a = [1, 2, 3]", "a list of 3; wanted [low, high]"),
    "range upside down": (VARY, "a = [2, 1]", "low below high"),
    "range of texts": (VARY, 'a = ["one", 2]', "unknown name `one`"),
    "range with parameters": (VARY, 'a = ["c", 20]', "unknown name `c`"),
    "range not finite": (VARY, "a = [0, inf]", "finite"),
    "grid of no values": ("uniform", "grid", "`members` is 30, and the grid has 4"),
    "normal without deviation": ("uniform", "normal", "wanted {mean = 1.0, deviation = 0.1}"),
    "unknown key of sweep": ("points = 5", "point = 5", "did you mean `points`?"),
    "rtol 2": ("points = 5", "rtol = 2", "`sweep.rtol` is 2"),
    "until before from": ("until = 2", "from = 3\nuntil = 2", "wanted a time after 3"),
    "no end": ("until = 2\npoints = 5\n", "", "does not say how long"),
    "keep unknown": ("points = 5", 'points = 5\nkeep = ["speed"]', "no quantity of a motion"),
    "keep all without times": ("points = 5", 'keep = "motion"', "there are no times"),
    "keep energy without one": ("points = 5", 'keep = ["energy"]', '"energy" is no quantity'),
    "engine unknown": ("chunk = 4", 'engine = "natve"', "did you mean `native`?"),
    "chunk 0": ("chunk = 4", "chunk = 0", "a whole number from 1"),
    "end that varies": ("until = 2", 'until = "2*a"', "the times depend on `a`"),
    "model in two places": ('title = "Springs"', 'model = "pendulum"', "beside `model`"),
    "no model": (SPRING[:SPRING.index("[design]")], "", "there is no model"),
    "wrong model": ("-k*x", "-kk*x", "unknown name `kk`"),
    "no TOML": ("[design]", "[design", "this is no TOML"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_studies_are_refused_in_their_place(study, case):
    old, new, wanted = WRONG[case]
    assert old in SPRING
    study.write_text(SPRING.replace(old, new, 1))
    with pytest.raises(modelfile.ModelError) as caught:
        modelfile.read_study(study)
    assert wanted in str(caught.value) and str(study) in str(caught.value)
    whole = case in ("no design", "no model")
    assert whole or (caught.value.line and caught.value.excerpt)


NAMED = 'model = "{}"\n[parameters]\n{}\n[design]\nkind = "grid"\n[design.vary]\n{}\n[sweep]\n'
OTHERS = {
    "no such file": ("swing.toml", "", "L = [1, 2]", "there is no file"),
    "shipped one as a file": ("pendulum.toml", "", "L = [1, 2]", '`model = "pendulum"`'),
    "misspelled": ("pendulm", "", "L = [1, 2]", "did you mean `pendulum`?"),
    "parameter unknown": ("pendulum", "M = 2", "L = [1, 2]", "is no parameter of the model"),
    "parameter a text": ("pendulum", 'm = "two"', "L = [1, 2]", "wanted a number"),
    "list entry": ("pendulum", "", '"L[0]" = [1, 2]', "`L` is no list"),
    "gains": ("tracked.toml", "", "gain = [1, 2]", "the gains of the control depend on `gain`"),
}
TRACKED = (
    SPRING[: SPRING.index("[design]")].replace("a = 1.0", "a = 1.0\ngain = 3.0")
    + """\
[[require]]
name = "place"
equation = "x = 1"
gains = "gain"

[simulate]
until = 1
"""
)


@pytest.mark.parametrize("case", OTHERS)
def test_wrong_models_and_parameters_are_refused_in_their_place(tmp_path, case):
    (tmp_path / "tracked.toml").write_text(TRACKED)
    model, fixed, vary, wanted = OTHERS[case]
    (tmp_path / "study.toml").write_text(NAMED.format(model, fixed, vary))
    with pytest.raises(modelfile.ModelError) as caught:
        modelfile.read_study(tmp_path / "study.toml")
    assert wanted in str(caught.value) and caught.value.line and caught.value.excerpt


LINES = {
    "no study": (["sweep", "missing.toml"], "missing.toml"),
    "members 0": (["sweep", "springs.toml", "--members", "0"], "--members is 0"),
    "engine": (["sweep", "springs.toml", "--engine", "fast"], "--engine is 'fast'"),
    "engine that is not there": (["sweep", "springs.toml", "--engine", "cuda"], "'cuda'"),
    "out is a file": (["sweep", "springs.toml", "--out", "mine.txt"], "mine.txt"),
    "out is a file, resumed": (["sweep", "springs.toml", "--out", "mine.txt", "--resume"], "file"),
    "out is another folder": (["sweep", "springs.toml", "--out", "other", "--resume"], "other"),
    "no store": (["summary", "missing.zarr"], "missing.zarr"),
    "a file as store": (["summary", "springs.toml"], "springs.toml"),
    "a folder as store": (["summary", "other"], "something else lies"),
}


@pytest.mark.parametrize("case", LINES)
def test_wrong_command_lines_are_refused_and_nothing_is_written(zwang, study, tmp_path, case):
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/mine.txt").write_text("mine")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    arguments, named = LINES[case]
    done = zwang(*arguments)
    assert done.exit_code == 2, done.output
    assert done.stdout == "" and named in " ".join(done.stderr.split())
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_fixed_parameters_and_members_in_place_of_those_of_the_files(tmp_path):
    text = NAMED.format("pendulum", "m = 2", "L = {mean = 1, deviation = 0.1}")
    text = text.replace('"grid"', '"normal"\nmembers = 4') + "until = 1\nrtol = 1e-6\n"
    (tmp_path / "study.toml").write_text(text)
    study = modelfile.read_study(tmp_path / "study.toml", members=7, engine="jax")
    given = study.arguments()
    assert given["p"]["m"] == 2.0 and len(given["p"]["L"]) == len(given["q0"]) == 7
    assert given["t"] == (0.0, 1.0) and given["rtol"] == 1e-6 and given["engine"] == "jax"
    assert given["keep"] == ["q", "qd", "tilt"] and not given["assemble"]
