"""Live pages in Chromium: they move, can be set, dragged and shared, and say what became of it."""

import json
import re
import time
from contextlib import contextmanager
from html.parser import HTMLParser

import numpy as np
import pytest

import zwang as zw
from tests.page.browser import chromium, opened, require_compiler
from tests.page.systems import CASES, SCRIPTS, question
from tests.page.test_engine import compare
from zwang import modelfile
from zwang.page.document import document
from zwang.page.live.knobs import guessed, knobs

ROWS = "() => zwang.past.rows.map((row) => [...row])"
PENDULUM = modelfile.examples()["pendulum"].read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def compiler():
    require_compiler()


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def pendulum(tmp_path_factory):
    path = tmp_path_factory.mktemp("pages") / "pendulum.html"
    made = zw.page(modelfile.parse(PENDULUM), path)
    assert path.read_text(encoding="utf-8") == made.html
    return path


def until(tab, holds):
    """Wait until an expression is true; a page's policy forbids it to look itself."""
    end = time.monotonic() + 60.0
    while not tab.evaluate(holds):
        assert time.monotonic() < end, holds
        tab.wait_for_timeout(20)


@contextmanager
def live(browser, path, address=""):
    """A page that was opened without network, with its first rows."""
    with opened(browser, path.as_uri() + address) as tab:
        asked = []
        tab.on("request", lambda request: asked.append(request.url))
        until(tab, "!!zwang.told && zwang.past.rows.length > 5 && !zwang.ahead?.looking")
        yield tab
        assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []


def settled(tab):
    """Wait until nothing is computed any more."""
    until(tab, "!!zwang.told && !zwang.runner.waiting && zwang.past.rows.length > 5")
    until(tab, "!zwang.ahead?.looking")


def test_a_page_is_small_and_computes_the_motion_of_simulate(browser, pendulum):
    assert pendulum.stat().st_size < 1.5e6
    with live(browser, pendulum) as tab:
        settled(tab)
        rows = np.array(tab.evaluate(ROWS))
        model = modelfile.parse(PENDULUM)
        motion = model.simulate(t=rows[:, 0])
        np.testing.assert_allclose(rows[:, 1:3], motion.q, atol=1e-9)
        np.testing.assert_allclose(rows[:, 3:5], motion.qd, atol=1e-9)
        assert tab.title() == model.title


def test_the_clock_goes_and_keys_stop_it(browser, pendulum):
    with live(browser, pendulum) as tab:
        assert tab.evaluate("zwang.clock.playing") is False  # the reader asked for less movement
        tab.keyboard.press("Space")
        until(tab, "zwang.clock.t > 0.2")
        tab.keyboard.press("Space")
        assert tab.evaluate("zwang.clock.playing") is False
        before = tab.evaluate("zwang.clock.t")
        tab.keyboard.press("ArrowRight")
        assert tab.evaluate("zwang.clock.t") == pytest.approx(before + 1 / 60, abs=1e-9)
        tab.get_by_text("View", exact=True).click()
        for key, name in (("t", "trails"), ("n", "names"), ("g", "ground"), ("f", "forces")):
            box = tab.get_by_role("checkbox", name=name, exact=True)
            chosen = box.is_checked()
            tab.keyboard.press(key)  # does what the box does, and ticks it
            assert box.is_checked() is not chosen
            assert tab.evaluate(f"zwang.picture.choices.{name}") is not chosen
        tab.keyboard.press("?")
        assert "go along" in tab.get_by_role("dialog").inner_text()
        tab.keyboard.press("Escape")
        tab.get_by_role("button", name="Start again").click()
        until(tab, "zwang.clock.t === 0")


def test_a_slider_changes_the_motion_and_the_address_tells_it(browser, pendulum):
    with live(browser, pendulum) as tab:
        tab.get_by_role("spinbutton", name="L", exact=True).fill("2")
        tab.keyboard.press("Enter")
        until(tab, "!!zwang.told && Math.abs(zwang.past.rows[0][1] + 2) < 1e-12")
        settled(tab)
        rows = np.array(tab.evaluate(ROWS))
        motion = modelfile.parse(PENDULUM).with_changes(p={"L": 2.0}).simulate(t=rows[:, 0])
        np.testing.assert_allclose(rows[:, 1:3], motion.q, atol=1e-9)
        assert tab.evaluate("location.hash") == "#L=2"


def test_pictures_and_films_of_what_is_computed_are_saved(browser, pendulum):
    with live(browser, pendulum) as tab:
        with tab.expect_download() as png:
            tab.get_by_role("button", name="Save a picture").click()
        assert png.value.path().read_bytes().startswith(b"\x89PNG")
        film = tab.get_by_role("button", name="Record a film")
        film.click()
        assert film.get_attribute("aria-pressed") == "true"
        tab.keyboard.press("Escape")
        tab.evaluate("zwang.clock.play()")
        until(tab, "zwang.clock.t > 0.2")
        with tab.expect_download() as webm:
            film.click()
        assert webm.value.suggested_filename.endswith(".webm")
        assert webm.value.path().read_bytes().startswith(b"\x1a\x45\xdf\xa3")


def test_an_address_opens_the_page_as_it_was(browser, pendulum):
    with live(browser, pendulum, "#L=2&x=0.6&y=-1&speed=0.5&g=nonsense&m=1e999") as tab:
        row = tab.evaluate("[...zwang.past.rows[0]]")
        assert np.hypot(*row[1:3]) == pytest.approx(2.0, abs=1e-12)
        assert row[1] / row[2] == pytest.approx(-0.6, abs=0.02)  # the nearest on the constraint
        assert tab.evaluate("[zwang.setting.speed, ...zwang.setting.p]") == [0.5, 2, 9.81, 1]


def test_what_an_address_says_in_vain_is_told(browser, pendulum):
    with live(browser, pendulum, "#foo=1&L=2&g=nonsense") as tab:
        assert tab.locator(".words").inner_text().endswith("foo=1, g=nonsense.")
        assert tab.evaluate("location.hash") == "#L=2"
        tab.evaluate("location.hash = '#L=2&<img src=x>=3'")
        until(tab, "document.querySelector('.words').textContent.includes('<img src=x>=3')")
        assert tab.locator(".words img").count() == 0
        tab.get_by_role("spinbutton", name="L", exact=True).fill("1.5")
        tab.keyboard.press("Enter")
        until(tab, "document.querySelector('.words').textContent === ''")


# How far from the middle of the picture, at most 1, the bob comes in the whole motion.
FARTHEST = """async () => {
  const { past, clock, live, picture } = zwang;
  while (past.end < live.span) {
    clock.seek(1e9);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  clock.seek(0);
  const { camera, controls } = picture.camera;
  camera.updateMatrixWorld();
  const on = past.rows.map((x) => controls.target.clone().set(x[1], x[2], 0).project(camera));
  return Math.max(...on.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
}"""


def test_the_view_fits_the_motion_until_a_reader_chooses_another(browser, pendulum):
    with live(browser, pendulum) as tab:
        for length in (0.25, 1.0, 2.5):
            tab.get_by_role("spinbutton", name="L", exact=True).fill(str(length))
            tab.evaluate("zwang.told = null")
            tab.keyboard.press("Enter")
            settled(tab)
            assert 0.6 < tab.evaluate(FARTHEST) < 1.0, length
        size = "zwang.picture.camera.camera.top / zwang.picture.camera.camera.zoom"
        box = tab.locator("canvas").first.bounding_box()
        tab.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.8 * box["height"])
        tab.mouse.wheel(0, -600)
        until(tab, "!zwang.picture.camera.own")
        near = tab.evaluate(size)
        tab.get_by_role("spinbutton", name="L", exact=True).fill("1")
        tab.evaluate("zwang.told = null")
        tab.keyboard.press("Enter")
        settled(tab)
        tab.evaluate("zwang.clock.seek(0.3)")
        assert tab.evaluate(size) == near  # that is what was asked for
        tab.locator("h1").click()
        tab.keyboard.press("0")
        assert 0.6 < tab.evaluate(FARTHEST) < 1.0
        tab.keyboard.press("a")  # and now it goes along with the bob
        apart = []
        for t in (0.0, 0.1, 0.4, 0.7):
            tab.evaluate("(t) => zwang.clock.seek(t)", t)
            looked_at = tab.evaluate("zwang.picture.camera.controls.target.toArray()")
            apart.append(np.subtract(looked_at, tab.evaluate("zwang.picture.figure.where[0]")))
        np.testing.assert_allclose(apart, apart[:1] * 4, atol=1e-12)
        assert tab.evaluate("zwang.picture.figure.where[0][1]") < -0.5


def test_a_coordinate_that_is_given_is_held_and_the_fields_show_the_start(browser, pendulum):
    with live(browser, pendulum, "#L=2&x=0.6") as tab:
        first = [0.6, -np.sqrt(4 - 0.36)]
        assert tab.evaluate("[...zwang.past.rows[0]]")[1:3] == pytest.approx(first, abs=1e-12)
        tab.get_by_text("Start", exact=True).click()
        fields = [tab.get_by_role("spinbutton", name=name, exact=True) for name in ("x", "y")]
        # Typed: held; then another that cannot be held beside it; then one that cannot be.
        third = [np.sqrt(4 - 0.25), -0.5]
        for y, wanted in ((-1.0, None), (-0.5, third), (-7.0, None)):
            fields[1].fill(str(y))
            tab.evaluate("zwang.told = null")
            tab.keyboard.press("Enter")
            until(tab, "!!zwang.told")
            row = tab.evaluate("[...zwang.past.rows[0]]")[1:3]
            assert np.hypot(*row) == pytest.approx(2.0, abs=1e-9)
            assert wanted is None or np.abs(row) == pytest.approx(np.abs(wanted), abs=1e-9)
            assert (row[1] == y) == (y >= -2.0)
            shown = [float(field.input_value()) for field in fields]
            assert shown == pytest.approx(row, abs=1e-8)
        assert "do not allow" in tab.locator(".words").inner_text()


def test_dragging_sets_a_start_on_the_constraints(browser, pendulum):
    with live(browser, pendulum) as tab:
        box = tab.locator("canvas").first.bounding_box()

        def pixel(x, y):
            near = tab.evaluate(
                "([x, y]) => { const { controls, camera } = zwang.picture.camera;"
                "return controls.target.clone().set(x, y, 0).project(camera).toArray(); }",
                [x, y],
            )
            return (
                box["x"] + (near[0] + 1) / 2 * box["width"],
                box["y"] + (1 - near[1]) / 2 * box["height"],
            )

        tab.mouse.move(*pixel(-1.0, 0.0))
        tab.mouse.down()
        for angle in np.linspace(0.0, 1.1, 8):
            tab.mouse.move(*pixel(-1.05 * np.cos(angle), -1.05 * np.sin(angle)))
        until(tab, "Math.abs(zwang.past.rows[0][2] + Math.sin(1.1)) < 0.03")
        tab.mouse.up()
        settled(tab)
        row = np.array(tab.evaluate("[...zwang.past.rows[0]]"))
        assert np.hypot(*row[1:3]) == pytest.approx(1.0, abs=1e-12)
        assert np.abs(row[3:5]).max() == 0.0
        assert "x=" in tab.evaluate("location.hash")


def test_forces_have_their_names_and_controls_their_labels(browser, pendulum):
    with live(browser, pendulum) as tab:
        tab.evaluate("zwang.clock.seek(0.2)")
        until(
            tab,
            "[...document.querySelectorAll('.labels span')].some((x) => x.textContent === 'rod')",
        )
        nameless = tab.evaluate(
            "[...document.querySelectorAll('input, button, select, .stage canvas')].filter((x) =>"
            "!x.getAttribute('aria-label') && !x.closest('label')).map((x) => x.outerHTML)"
        )
        assert nameless == []
        facts = tab.locator(".facts").text_content()
        assert "Dopri8" in facts and "farthest from the constraints" in facts


def test_what_ended_a_motion_is_said_in_words(browser, tmp_path):
    event = '\n[[event]]\nname = "at the bottom"\nwhen = "x = 0"\n'
    path = tmp_path / "event.html"
    zw.page(modelfile.parse(PENDULUM + event), path)
    with live(browser, path) as tab:
        until(tab, "(zwang.clock.seek(1e9), zwang.told.status === 0)")
        assert "at the bottom" in tab.locator(".words").text_content()
        # No point within reach satisfies x² + y² = L² for an imaginary rod.
        tab.evaluate("zwang.setting.p[0] = NaN, zwang.restart()")
        until(tab, "document.querySelector('.words').classList.contains('failed')")
        assert zw.Status.NON_FINITE.cause in tab.locator(".words").text_content()


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_engine_in_chromium_is_that_of_simulate(browser, name):
    case = CASES[name]()
    asked = json.loads(json.dumps(question(case, case.times()), default=float))
    tab = browser.new_page()
    for script in SCRIPTS:
        tab.add_script_tag(content=script.read_text(encoding="utf-8"))
    answer = tab.evaluate(
        "(one) => drive(one, Uint8Array.from(atob(one.code), (x) => x.charCodeAt()))",
        asked,
    )
    tab.close()
    compare(case, answer, case.times())


# -- names that would be script -------------------------------------------------------------------

PARTS = ["<script>", "</script>", "<!--", "-->", "'", '"', "`", "${hit()}", "{{x}}", "%3C"]
PARTS += ["<img src=x onerror=hit()>", "\\", "\u2028", "\0", "]]>", "javascript:hit()", "&lt;"]
PARTS += ["é", "😀", "__proto__"]


class Scripts(HTMLParser):
    """The script elements of a page, and what stands in them."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found, self.inside, self.title = [], False, ""

    def handle_starttag(self, tag, attrs):
        self.inside = tag == "script"
        if self.inside:
            self.found.append([dict(attrs), ""])

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "script"

    def handle_data(self, data):
        if self.inside:
            self.found[-1][1] += data


def test_no_name_becomes_script():
    random = np.random.default_rng(0)
    names = {"".join(random.choice(PARTS, 4)) + str(i): 1.0 for i in range(10_000)}
    told = {"live": {"parameters": knobs(names, {})}, "scene": {"title": "".join(PARTS)}}
    html = document("".join(PARTS), told, script="live.js", style="live.css", wasm=True)
    seen = Scripts()
    seen.feed(html)
    kinds = [about.get("type") for about, _ in seen.found]
    assert kinds == ["application/json"] * 2 + [None]
    live = json.loads(seen.found[0][1])
    assert sorted(x["name"] for x in live["parameters"]) == sorted(names)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy and "default-src 'none'" in policy[1] and "unsafe-inline" not in policy[1]


def test_names_that_would_be_script_are_shown_as_text(browser, tmp_path):
    hostile = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
    rod = zw.Holonomic(lambda q, p: q @ q - p[hostile] ** 2, name=hostile)
    bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=[f"x{hostile}", f"y{hostile}"])
    path = tmp_path / "hostile.html"
    points = lambda q: q[None]
    given = {"q0": [1, 0], "qd0": [0, 0], "t": (0, 1), "p": {hostile: 1.0}, "title": hostile}
    zw.page(bob, path, points=points, **given)
    with live(browser, path) as tab:
        assert tab.locator("h1").text_content() == hostile
        assert tab.locator("main img, main script").count() == 0
        assert hostile in tab.locator(".slider .name").first.text_content()


# -- sliders --------------------------------------------------------------------------------------


def test_every_number_has_its_name_and_a_slider_around_it():
    p = {"L": 2.0, "legs": np.array([1.0, -3.0]), "deep": {"k": 0.0}, "kind": "stiff"}
    found = {x["name"]: x["range"] for x in knobs(p, {"L": (1, 3), "legs[0]": None})}
    assert found == {
        "L": (1.0, 3.0),
        "deep.k": (-1.0, 1.0),
        "legs[0]": None,
        "legs[1]": (-7.5, -0.75),
    }
    for value in (1e-9, 3.7, -2e8):
        low, high = guessed(value)
        assert low < value < high and low * high > 0.0


@pytest.mark.parametrize(
    ("ranges", "told"),
    [({"M": (0, 1)}, "wanted any of 'L'"), ({"L": (2, 1)}, "the lower first"), ({"L": 3}, "two")],
)
def test_a_wrong_range_is_told(ranges, told):
    with pytest.raises(ValueError, match=told):
        knobs({"L": 1.0}, ranges)
