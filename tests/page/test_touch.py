"""A live page under fingers, on a dark telephone: a tap, a drag, two fingers."""

import numpy as np
import pytest

import zwang as zw
from tests.page.browser import chromium, opened, require_compiler, until
from zwang import modelfile

PHONE = {
    "viewport": {"width": 390, "height": 800},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def phone(browser, tmp_path_factory):
    require_compiler()
    path = tmp_path_factory.mktemp("touch") / "pendulum.html"
    zw.page(modelfile.read(modelfile.examples()["pendulum"]), path)
    with opened(browser, path.as_uri(), **PHONE) as tab:
        until(tab, "!!zwang.told && zwang.past.rows.length > 5 && !zwang.ahead.looking")
        yield tab


def fingers(tab, *ways):
    """Fingers go along ways of pixels at once, and are lifted."""
    session = tab.context.new_cdp_session(tab)
    for k, places in enumerate(zip(*ways, strict=True)):
        points = [{"x": float(x), "y": float(y), "id": i} for i, (x, y) in enumerate(places)]
        kind = "touchMove" if k else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        tab.wait_for_timeout(15)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def pixels(tab, places):
    """Where on the screen places of the picture are."""
    box = tab.locator("canvas").first.bounding_box()
    script = (
        "(all) => all.map(([x, y]) => { const { controls, camera } = zwang.picture.camera;"
        "return controls.target.clone().set(x, y, 0).project(camera).toArray(); })"
    )
    near = np.array(tab.evaluate(script, np.asarray(places, float).tolist()))
    return np.stack(
        [
            box["x"] + (near[:, 0] + 1) / 2 * box["width"],
            box["y"] + (1 - near[:, 1]) / 2 * box["height"],
        ],
        axis=-1,
    )


def test_all_fits_the_width_and_the_bar_is_below_the_picture(phone):
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    bar, side = (phone.locator(x).bounding_box() for x in (".bar", "aside"))
    assert bar["y"] + bar["height"] < 800 and bar["y"] < side["y"]
    paper = phone.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(int(x) for x in paper[4:-1].split(",")) < 60


def test_a_finger_drags_a_point_along_its_constraint(phone):
    angles = np.linspace(0.0, 0.9, 9)
    fingers(phone, pixels(phone, -1.04 * np.stack([np.cos(angles), np.sin(angles)], axis=-1)))
    until(phone, "!!zwang.told && Math.abs(zwang.past.rows[0][2] + Math.sin(0.9)) < 0.03")
    row = phone.evaluate("[...zwang.past.rows[0]]")
    assert np.hypot(*row[1:3]) == pytest.approx(1.0, abs=1e-12)


def test_two_fingers_zoom_and_one_beside_all_points_does_not_pull(phone):
    before = phone.evaluate("[zwang.picture.camera.camera.zoom, ...zwang.past.rows[0].slice(1, 3)]")
    box, apart = phone.locator("canvas").first.bounding_box(), np.linspace(20.0, 70.0, 6)[:, None]
    middle = [box["x"] + 0.75 * box["width"], box["y"] + 0.8 * box["height"]]
    fingers(phone, middle - apart * [1.0, 0.0], middle + apart * [1.0, 0.0])
    after = phone.evaluate("[zwang.picture.camera.camera.zoom, ...zwang.past.rows[0].slice(1, 3)]")
    assert after[0] > 1.2 * before[0] and after[1:] == before[1:]


def test_a_tap_plays_and_pauses(phone):
    phone.get_by_role("button", name="Play").tap()
    until(phone, "zwang.clock.t > 0.1")
    phone.get_by_role("button", name="Pause").tap()
    assert phone.evaluate("zwang.clock.playing") is False


def test_a_replayed_motion_fits_the_width_too(browser, tmp_path):
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    zw.simulate(bob, [1.0, 0.0], [0.0, 0.0], (0.0, 1.0)).show(tmp_path / "bob.html")
    address = (tmp_path / "bob.html").as_uri()
    with opened(browser, address, **PHONE) as tab:
        assert tab.evaluate("document.documentElement.scrollWidth") <= 390
        film = tab.locator(".bar button").last.bounding_box()
        assert film["x"] + film["width"] <= 390
