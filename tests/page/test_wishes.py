"""What a model file says of its page, and ``zwang page``."""

import numpy as np
import pytest

from tests.page.browser import require_compiler
from zwang import modelfile
from zwang.cli.pages.page import main
from zwang.cli.support.errors import Mistake
from zwang.modelfile import ModelError
from zwang.page.live.subject import pictured, subject_of

PENDULUM = modelfile.examples()["pendulum"].read_text(encoding="utf-8")
GOOD = """
[page]
speed = 0.5
range = {L = [0.5, 3]}
points = {pivot = [0, 0], bob = ["x", "y"]}
links = [["pivot", "bob"]]
"""


def test_a_file_says_what_its_page_shows():
    model = modelfile.parse(PENDULUM + GOOD)
    wishes = model.page
    assert wishes.speed == 0.5 and wishes.ranges == (("L", (0.5, 3.0)),)
    assert wishes.names == ("pivot", "bob") and wishes.links == ((0, 1),)
    assert wishes.points is not None
    found = wishes.points(np.array([0.6, -0.8]), 0.0, model.p)
    np.testing.assert_array_equal(found, [[0.0, 0.0], [0.6, -0.8]])
    assert modelfile.parse(modelfile.write(model)) == model
    assert modelfile.parse(PENDULUM) != model


def test_a_start_is_a_function_of_the_parameters_as_it_is_written():
    for name in ("pendulum", "shot", "bead_on_hoop", "ku93_particle"):
        model = modelfile.read(modelfile.examples()[name])
        other = {key: 1.25 * value for key, value in model.p.items()}
        np.testing.assert_allclose(model.written_start(model.p), [model.q0, model.qd0], atol=1e-15)
        changed = model.with_changes(p=other)
        np.testing.assert_allclose(
            model.written_start(other), [changed.q0, changed.qd0], atol=1e-12, err_msg=name
        )


def test_points_that_are_coordinates_are_known_and_have_forces_even_upside_down():
    text = GOOD.replace('"x", "y"', '"y", "-x"').replace("pivot = [0, 0]", 'pivot = ["L", 0]')
    subject = subject_of(modelfile.parse(PENDULUM + text), None, None, None, None, {})
    scene, coming = pictured(subject, None, None, "")
    pivot, bob = scene.points
    assert pivot.columns is None and not pivot.trail
    assert bob.columns is None and bob.trail  # it comes with each frame
    (arrow,) = scene.arrows
    assert (arrow.name, arrow.at, arrow.columns) == ("rod", 1, (1, 0))
    assert arrow.mirrored == (False, True)
    assert coming is not None
    found = coming(np.array([0.6, -0.8]), 0.0, subject.p | {"L": 2.0})
    np.testing.assert_array_equal(found, [[2.0, 0.0], [-0.8, -0.6]])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("speed = 0", "`speed` is 0"),
        ('speed = "fast"', "a number"),
        ("pace = 1", "unknown key `pace`"),
        ("range = {M = [0, 1]}", "unknown key `M`"),
        ("range = {L = [2, 1]}", "the lower end"),
        ("range = {L = 2}", "two numbers"),
        ("range = {L = [0, inf]}", "a finite number"),
        ('points = {bob = "x"}', "two or three expressions"),
        ('points = {bob = ["x", "y"], pin = [0, 0, 0]}', "as the points before"),
        ('points = {bob = ["x\'", 0]}', "wanted"),
        ('points = {bob = ["x", "w"]}', "w"),
        ('links = [["pivot", "bob"]]', "two of the points"),
        ('points = {bob = ["x", "y"]}\nlinks = ["bob"]', "two of the points"),
    ],
)
def test_what_cannot_be_meant_is_refused_where_it_stands(text, told):
    with pytest.raises(ModelError, match=told) as caught:
        modelfile.parse(f"{PENDULUM}\n[page]\n{text}\n", "model.toml")
    first = PENDULUM.count("\n") + 3
    assert caught.value.line is not None and caught.value.line >= first


def test_the_command_writes_a_page_beside_the_model_and_replaces_only_its_own(tmp_path, capsys):
    require_compiler()
    model = tmp_path / "swing.toml"
    model.write_text(PENDULUM, encoding="utf-8")
    assert main(model, ["L=2"], None, False) == 0
    page = tmp_path / "swing.html"
    assert capsys.readouterr().out == f"Wrote {page}.\n"
    assert '"name":"L","value":2.0' in page.read_text(encoding="utf-8")
    assert main(model, [], None, False) == 0
    page.write_text("mine", encoding="utf-8")
    with pytest.raises(Mistake, match="neither `zwang page` nor `zwang show` wrote it"):
        main(model, [], None, False)
    with pytest.raises(Mistake, match=r"\.html"):
        main(model, [], tmp_path / "page.pdf", False)
    assert page.read_text(encoding="utf-8") == "mine"


def test_trails_are_points_that_there_are():
    model = modelfile.parse(PENDULUM + GOOD + 'trails = ["pivot"]\n')
    assert model.page.trails == (0,) and modelfile.parse(modelfile.write(model)) == model
    scene, _ = pictured(subject_of(model, None, None, None, None, {}), None, None, "")
    assert [point.trail for point in scene.points] == [False, False]  # the pivot stands
    for bad in ('"bob"', '["nobody"]', "[1]"):
        with pytest.raises(ModelError, match="a list of the points pivot, bob"):
            modelfile.parse(PENDULUM + GOOD + f"trails = {bad}\n")
    subject = subject_of(modelfile.parse(PENDULUM + GOOD), None, None, None, None, {})
    with pytest.raises(ValueError, match="0 to 1"):
        pictured(subject, None, None, "", [2])
    plain = subject_of(modelfile.parse(PENDULUM), None, None, None, None, {})
    with pytest.raises(ValueError, match="wanted `points` with it"):
        pictured(plain, None, None, "", [0])
