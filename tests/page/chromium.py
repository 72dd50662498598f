"""The machine's Chromium without a window, for tests of pages; skipped where there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

# Pictures are drawn by software, which is the same everywhere.
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
ARGUMENTS += ["--disable-dev-shm-usage"]


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser."""
    sync = pytest.importorskip("playwright.sync_api")
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("there is no Chromium")
    with sync.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def offline(browser: Any) -> Iterator[Any]:
    """A tab that reaches no network, and whose errors fail the test."""
    context = browser.new_context(
        viewport={"width": 1100, "height": 760}, reduced_motion="reduce", offline=True
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("dialog", lambda dialog: wrong.append(dialog.message) or dialog.dismiss())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    yield page
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "blob:", "about:", "data:"))] == []
    context.close()
