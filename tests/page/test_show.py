"""``motion.show()`` in a real browser: it opens from a file, without network, and moves."""

import base64
import json
import os
from dataclasses import replace

import numpy as np
import pytest

import zwang as zw
from tests.page.browser import chromium, opened, until
from tests.page.test_document import PIECES
from tests.project.source import ROOT
from tests.unit.pictures import pendulum
from zwang.cli.pages import show
from zwang.cli.support.errors import Mistake
from zwang.cli.support.files import PROGRAM
from zwang.page.show import HEIGHT, Shown, in_notebook


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def motion():
    return pendulum()


@pytest.fixture(scope="module")
def file(motion, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "pendulum.html"
    shown = motion.show(path, title="a <b>pendulum</b>", ghosts=[replace(motion, q=-motion.q)])
    assert shown.path == path and len(shown.html) < 1_500_000
    return path


def test_the_page_opens_from_a_file_and_draws_where_the_motion_is(browser, file, motion):
    with opened(browser, file.as_uri()) as page:
        assert page.title() == "a <b>pendulum</b>" == page.locator("h1").inner_text()
        for row in (0, 7, 60):
            page.evaluate("t => zwang.player.seek(t)", float(motion.t[row]))
            where = page.evaluate("zwang.picture.figure.where[0]")
            np.testing.assert_allclose(where[:2], motion.q[row], atol=1e-6)
            tip = page.evaluate("zwang.picture.arrows.tips[0].toArray()")
            along, force = np.array(tip[:2]) - where[:2], motion.force("rod")[row]
            assert abs(along[0] * force[1] - along[1] * force[0]) < 1e-5 and along @ force > 0.0
        # Something is drawn: the canvas is not of one colour.
        shot = page.locator(".stage").screenshot()
        assert len(shot) > 5_000
        assert page.locator(".labels span:visible").all_inner_texts() == ["rod"]


def test_it_plays_pauses_steps_and_is_scrubbed_by_keys_and_curves(browser, file, motion):
    with opened(browser, file.as_uri()) as page:
        t = lambda: page.evaluate("zwang.player.t")
        page.keyboard.press(" ")
        until(page, "zwang.player.t > 0.2")
        page.keyboard.press(" ")
        assert page.get_by_role("button", name="Play").count() == 1
        before = t()
        page.keyboard.press("ArrowRight")
        np.testing.assert_allclose(t() - before, 0.005 * 3.0, rtol=1e-6)
        page.keyboard.press("Home")
        assert t() == 0.0
        over = page.locator(".u-over").first.bounding_box()
        page.mouse.click(over["x"] + over["width"] / 2, over["y"] + 20)
        np.testing.assert_allclose(t(), 1.5, atol=0.02)
        # The legend tells the values at the time that is shown.
        page.wait_for_timeout(300)
        value = float(page.locator(".u-legend .value").first.inner_text())
        name = page.locator(".u-legend .u-label").first.inner_text()
        column = np.asarray(motion.q)[:, motion.coordinates.index(name)]
        np.testing.assert_allclose(value, np.interp(t(), motion.t, column), atol=2e-3)
        page.get_by_label("Speed").select_option("0.5")
        assert page.evaluate("zwang.player.speed") == 0.5
        page.get_by_label("Speed").blur()  # whose letters choose among its own
        page.keyboard.press("f")
        until(
            page, "![...document.querySelectorAll('.labels span')].some(x => x.checkVisibility())"
        )


def test_it_has_names_for_readers_of_screens(browser, file):
    with opened(browser, file.as_uri()) as page:
        assert "pendulum" in page.get_by_role("img").first.get_attribute("aria-label")
        for label in ("Time", "Speed"):
            assert page.get_by_label(label).count() == 1
        nameless = page.evaluate(
            "[...document.querySelectorAll('button, select, input')].filter(x => "
            "!x.getAttribute('aria-label') && !x.closest('label')).length"
        )
        assert nameless == 0
        captions = page.locator("figcaption").all_inner_texts()
        assert captions == ["coordinates", "forces", "energy", "residual"]


def test_pictures_and_films_are_saved(browser, file):
    with opened(browser, file.as_uri(), accept_downloads=True) as page:
        with page.expect_download() as png:
            page.get_by_role("button", name="Save a picture").click()
        assert png.value.path().read_bytes().startswith(b"\x89PNG")
        assert png.value.suggested_filename == "a-b-pendulum-b.png"
        page.get_by_label("Speed").select_option("10")
        with page.expect_download() as webm:
            page.get_by_role("button", name="Save a film").click()
        assert webm.value.path().read_bytes()[:4] == b"\x1aE\xdf\xa3"


def test_ghosts_are_where_the_others_are_and_dark_is_dark(browser, file, motion):
    with opened(browser, file.as_uri(), color_scheme="dark") as page:
        page.evaluate("zwang.player.seek(0)")
        ghost = page.evaluate("zwang.picture.ghosts[0].where[0]")
        np.testing.assert_allclose(ghost[:2], -motion.q[0], atol=1e-6)
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert max(map(int, color[4:-1].split(","))) < 64


def test_no_name_becomes_script_in_a_browser(browser, motion, tmp_path):
    rows = motion.rows._replace(
        names=("<img src=x onerror=pwned=1>",), groups=(("<img src=x onerror=pwned=1>", (0,)),)
    )
    names = ["".join(PIECES[i:] + PIECES[:i]).replace("\ud83d", "") for i in range(2)]
    nasty = replace(motion, coordinates=tuple(names), rows=rows, detail="<svg onload=pwned=1>")
    path = tmp_path / "nasty.html"
    nasty.show(path, title=names[0], points=lambda q: [[q[0], q[1]]])
    with opened(browser, path.as_uri(), refusals=1) as page:
        page.wait_for_timeout(200)
        assert page.evaluate("typeof pwned") == "undefined"
        assert page.locator("main img, main svg, main script, main style").count() == 0
        # And what someone put into the page by hand would not run either.
        page.evaluate("document.body.append(Object.assign(document.createElement('script'), "
                      "{textContent: 'globalThis.ran = 1'}))")  # fmt: skip
        assert page.evaluate("typeof ran") == "undefined"


def test_in_a_notebook_it_is_a_frame_of_its_own(browser, file, tmp_path):
    inline = Shown(file.read_text(encoding="utf-8"))._repr_html_()
    assert f"height: {HEIGHT}px" in inline and not in_notebook()
    outer = tmp_path / "cell.html"
    outer.write_text(f"<meta charset=utf-8><script>zwang = 1</script>{inline}", encoding="utf-8")
    with opened(browser, outer.as_uri()) as page:
        frame = page.frame_locator("iframe")
        frame.get_by_label("Time").wait_for()
        assert frame.locator("h1").inner_text() == "a <b>pendulum</b>"


def test_it_opens_a_browser_only_where_it_may(motion, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr("webbrowser.open", asked.append)
    assert motion.show().path is None and asked == []
    monkeypatch.setenv("ZWANG_BROWSER", "")
    shown = motion.show()
    assert asked == [shown.path.as_uri()] and shown.path.read_text().startswith("<!doctype html>")
    motion.show(tmp_path / "x.html")
    assert len(asked) == 1
    with pytest.raises(ValueError, match="ends in .html"):
        motion.show(tmp_path / "x.png")


def test_the_title_of_a_run_is_that_of_its_summary(motion, tmp_path):
    motion.save(tmp_path / "motion.nc")
    path = tmp_path / "motion.nc"
    assert show.title_beside(path) == ""
    about = {"program": PROGRAM, "title": "A <pendulum>", "files": ["motion.nc"]}
    (tmp_path / "summary.json").write_text(json.dumps(about))
    assert show.title_beside(path) == "A <pendulum>"
    for wrong in ({"title": 3}, {"files": ["other.nc"]}, {"files": 3}, {"program": "other"}):
        (tmp_path / "summary.json").write_text(json.dumps(about | wrong))
        assert show.title_beside(path) == ""


def test_the_command_writes_a_page_and_spares_what_others_wrote(motion, tmp_path, capsys):
    motion.save(tmp_path / "run.nc")
    page = tmp_path / "run.html"
    for _ in range(2):
        assert show.main(tmp_path / "run.nc", None, True) == 0
        assert capsys.readouterr().out == f"Wrote {page}.\n"
    page.write_text("mine")
    with pytest.raises(Mistake, match="neither `zwang page` nor `zwang show` wrote it"):
        show.main(tmp_path / "run.nc", None, True)
    assert page.read_text() == "mine"
    with pytest.raises(Mistake, match="ends in .html"):
        show.main(tmp_path / "run.nc", tmp_path / "run.png", True)
    with pytest.raises(Mistake, match="no such file"):
        show.main(tmp_path / "none.nc", None, True)


def environment():
    """That of a command as its user starts it."""
    return os.environ | {"PYTHONPATH": str(ROOT)}


def test_an_ensemble_is_shown_with_its_members(tmp_path):
    free = zw.System.from_particles(1.0, [0.0, -1.0], dimension=2)
    t = np.linspace(0.0, 1.0, 5)
    many = zw.simulate_many(free, np.zeros((4, 2)), np.eye(4)[:, :2], t, keep=("q", "qd"))
    html = many.show(tmp_path / "x.html", members=2).html
    packed = html.split('"ghosts":{"type":"f4","shape":[2,5,2],"base64":"')[1].split('"')[0]
    found = np.frombuffer(base64.b64decode(packed), "<f4").reshape(2, 5, 2)
    np.testing.assert_allclose(found, many.q[[1, 3]], atol=1e-6)
    ends = zw.simulate_many(free, np.zeros((4, 2)), np.eye(4)[:, :2], (0.0, 1.0))
    with pytest.raises(ValueError, match="holds no motions over time"):
        ends.show(tmp_path / "y.html")
