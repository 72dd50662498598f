"""The members of a study are those of its design, with what the file computes of them."""

import numpy as np
import pytest

import zwang as zw
from tests.cli.springs import NAMED, SPRING, VARY
from zwang import modelfile
from zwang.cli.examples import studies
from zwang.modelfile.study.members import Members


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


def test_fixed_parameters_and_members_in_place_of_those_of_the_files(tmp_path):
    text = NAMED.format("pendulum", "m = 2", "L = {mean = 1, deviation = 0.1}")
    text = text.replace('"grid"', '"normal"\nmembers = 4') + "until = 1\nrtol = 1e-6\n"
    (tmp_path / "study.toml").write_text(text)
    study = modelfile.read_study(tmp_path / "study.toml", members=7, engine="jax")
    given = study.arguments()
    assert given["p"]["m"] == 2.0 and len(given["p"]["L"]) == len(given["q0"]) == 7
    assert given["t"] == (0.0, 1.0) and given["rtol"] == 1e-6 and given["engine"] == "jax"
    assert given["keep"] == ["q", "qd", "tilt"] and not given["assemble"]
