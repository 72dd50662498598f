"""The studio in a real browser: two windows on one folder."""

import re
import signal
import subprocess
import sys

import pytest

from tests.page.browser import chromium, opened, until
from tests.page.test_show import environment
from zwang.modelfile import examples

pytestmark = pytest.mark.slow  # a server, a process that computes and a browser


@pytest.fixture
def address(tmp_path):
    text = examples()["pendulum"].read_text(encoding="utf-8").replace("until = 10", "until = 1")
    (tmp_path / "swing.toml").write_text(text.replace("Planar", "<img src=x onerror=pwned=1>"))
    words = [sys.executable, "-m", "zwang_command", "studio", str(tmp_path), "--no-open"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment()) as server:
        try:
            assert server.stdout is not None
            yield re.search(r"http://\S+", server.stdout.readline())[0], tmp_path
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
        until(one, "zwang.show !== null", 60)
        assert "<img" in one.locator("main h1").inner_text()
        assert one.evaluate("location.search") == "" and one.evaluate("typeof pwned") == "undefined"

        replaced(one, "g = 9.81", "g = 1.62")
        until(one, "zwang.runs.newest.number === 2", 60)
        assert "g = 1.62" in one.locator(".runs").inner_text()
        one.locator(".runs input:not([disabled])").check()
        until(one, "zwang.show.recording.compared.length === 1")

        replaced(one, "force =", "farce =")
        one.locator(".problems button").wait_for()
        assert "farce" in one.locator(".problems").inner_text()
        assert one.locator(".cm-lintRange-error").count() == 1
        replaced(one, "farce =", "force =")
        until(one, "document.querySelectorAll('.problems li').length === 0")

        with opened(browser, url, network=True, refusals=0, fails=1) as two:
            until(two, "zwang.show !== null", 60)
            one.get_by_role("button", name="Save", exact=True).click()
            one.get_by_text("Saved swing.toml.").wait_for()
            assert "g = 1.62" in (folder / "swing.toml").read_text()
            replaced(two, "m = 1.0", "m = 2.0")
            two.get_by_role("button", name="Save", exact=True).click()
            two.get_by_text("was changed elsewhere").wait_for()
            assert "m = 2.0" not in (folder / "swing.toml").read_text()
