"""Studies, models and command lines that are wrong are refused in their place."""

import pytest

from tests.cli.springs import NAMED, SPRING, VARY
from zwang import modelfile

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
