"""The studio in a real browser: two windows on one folder."""

import random
import signal
import subprocess
import sys

import pytest

from tests.page.browser import chromium, opened, until
from tests.page.test_document import nasty
from tests.page.test_show import environment
from zwang.modelfile import examples

# Elements that only a message could have brought.
STRANGE = "document.querySelectorAll('.problems :is(img, svg, script, style, iframe)').length"
pytestmark = pytest.mark.slow  # a server, a process that computes and a browser


@pytest.fixture
def address(tmp_path):
    text = examples()["pendulum"].read_text(encoding="utf-8").replace("until = 10", "until = 1")
    (tmp_path / "swing.toml").write_text(text.replace("Planar", "<img src=x onerror=pwned=1>"))
    words = [sys.executable, "-m", "zwang_command", "studio", str(tmp_path), "--no-open"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment()) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1], tmp_path
        finally:
            server.send_signal(signal.SIGINT)
            assert server.wait(20) == 0


def replaced(page, old, new):
    """Type over a part of the text."""
    page.evaluate(
        "([old, now]) => { const { view } = zwang.editor; const s = view.state.doc.toString(); "
        "const from = s.indexOf(old); view.dispatch({ changes: { from, to: from + old.length, "
        "insert: now } }); }",
        [old, new],
    )


def test_two_windows_edit_see_save_and_do_not_overwrite_each_other(address):
    url, folder = address
    with chromium() as browser, opened(browser, url, network=True) as one:
        # What takes long is named, until it is there.
        until(one, "zwang.show !== null || document.querySelector('.busy').textContent !== ''", 60)
        until(one, "zwang.show !== null", 60)
        assert one.locator(".busy").inner_text() == ""
        assert "<img" in one.locator("main h1").inner_text()
        assert one.evaluate("location.search") == "" and one.evaluate("typeof pwned") == "undefined"

        replaced(one, "g = 9.81", "g = 1.62")
        until(one, "zwang.runs.newest.number === 2", 60)
        assert "g = 1.62" in one.locator(".runs").inner_text()
        one.locator(".runs input:not([disabled])").check()
        until(one, "zwang.show.recording.compared.length === 1")

        # Another motion has a view of its own: the bob begins at its edge.
        replaced(one, "L = 1.0", "L = 3.0")
        until(one, "zwang.runs.newest.number === 3 && zwang.show.recording.start === 0", 60)
        edge = (
            "(() => { const { camera, controls } = zwang.show.picture.camera;"
            "return controls.target.clone().set(-3, 0, 0).project(camera).x; })()"
        )
        until(one, f"{edge} < -0.7 && {edge} > -1")
        replaced(one, "L = 3.0", "L = 1.0")
        until(one, "zwang.runs.newest.number === 4", 60)

        replaced(one, "force =", "farce =")
        one.locator(".problems button").wait_for()
        assert "farce" in one.locator(".problems").inner_text()
        assert one.locator(".cm-lintRange-error").count() == 1
        replaced(one, "farce =", "force =")
        until(one, "document.querySelectorAll('.problems li').length === 0")

        rng = random.Random(0)
        for _ in range(20):  # 10,000 messages
            said = [nasty(rng).encode("utf-8", "replace").decode() for _ in range(500)]
            one.evaluate(
                "x => zwang.tell(x.map(message => ({ message, line: 1, column: 1 })))", said
            )
            assert one.evaluate(STRANGE) == 0
        one.evaluate("zwang.tell([])")
        assert one.evaluate("typeof pwned") == "undefined"

        one.get_by_role("button", name="Live", exact=True).click()
        frame = one.frame_locator("iframe")
        frame.get_by_role("slider", name="g").wait_for(timeout=60_000)
        one.get_by_role("button", name="Motion", exact=True).click()
        until(one, "zwang.show !== null")

        with opened(browser, url, network=True, refusals=0, fails=1) as two:
            until(two, "zwang.show !== null", 60)
            one.get_by_role("button", name="Save", exact=True).click()
            one.get_by_text("Saved swing.toml.").wait_for()
            assert "g = 1.62" in (folder / "swing.toml").read_text()
            replaced(two, "m = 1.0", "m = 2.0")
            two.get_by_role("button", name="Save", exact=True).click()
            two.get_by_text("was changed elsewhere").wait_for()
            assert "m = 2.0" not in (folder / "swing.toml").read_text()


def test_what_was_typed_is_there_after_the_page_is_loaded_again(address):
    url, folder = address
    # Loading again asks without the token first, twice here, which is refused.
    with chromium() as browser, opened(browser, url, network=True, fails=2) as one:
        until(one, "zwang.show !== null", 60)
        replaced(one, "g = 9.81", "g = 3.7")
        one.on("dialog", lambda dialog: dialog.accept())
        one.reload()
        until(one, "globalThis.zwang?.editor !== undefined && zwang.show !== null", 60)
        assert "g = 3.7" in one.evaluate("zwang.editor.text")
        assert "not saved yet" in one.locator(".told").inner_text()
        assert "g = 9.81" in (folder / "swing.toml").read_text()
        one.get_by_role("button", name="Save", exact=True).click()
        one.get_by_text("Saved swing.toml.").wait_for()
        assert "g = 3.7" in (folder / "swing.toml").read_text()
        one.reload()
        until(one, "globalThis.zwang?.editor !== undefined && zwang.show !== null", 60)
        assert one.locator(".told").inner_text() == ""
        # Another tab has nothing of it.
        replaced(one, "g = 3.7", "g = 5.0")
        with opened(browser, url, network=True) as two:
            until(two, "zwang.show !== null", 60)
            assert "g = 3.7" in two.evaluate("zwang.editor.text")


def test_a_phone_shows_the_picture_first_and_the_models_when_asked(address):
    url, _ = address
    phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    with chromium() as browser, opened(browser, url, network=True, **phone) as page:
        until(page, "zwang.show !== null", 60)
        models, lister = page.locator("aside"), page.get_by_label("List the models")
        assert not models.is_visible() and lister.get_attribute("aria-expanded") == "false"
        assert page.locator(".stage").bounding_box()["y"] < 200
        assert page.evaluate("document.documentElement.scrollWidth") == 390  # nothing sticks out
        lister.tap()
        assert models.is_visible() and lister.get_attribute("aria-expanded") == "true"
        assert lister.bounding_box()["y"] < 700  # it can be put away again
        page.get_by_label("Open bead_on_hoop", exact=True).tap()
        until(page, "zwang.editor.text.includes('hoop')", 60)
        assert not models.is_visible()
        page.get_by_label("Go to the text").tap()
        assert abs(page.locator(".text").bounding_box()["y"]) < 400
        # Where there is room, all is there at once, and no such button.
        page.set_viewport_size({"width": 1280, "height": 800})
        assert models.is_visible() and not lister.is_visible()
