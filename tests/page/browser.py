"""The machine's Chromium, without a window; tests are skipped with a reason where there is none."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from zwang.files.build import NoLibrary, wasm_compilers

NAMES = ("chromium", "chromium-browser", "google-chrome")


def require_compiler() -> None:
    """Skip what needs a compiler for WebAssembly, where there is none."""
    try:
        wasm_compilers()
    except NoLibrary as why:
        pytest.skip(str(why))


@contextmanager
def chromium() -> Iterator:
    """A browser."""
    api = pytest.importorskip("playwright.sync_api")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is on the path")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser, address: str, *, network=False, refusals=0, fails=0, **options) -> Iterator:
    """A page without errors, but refusals of its policy and requests that fail as they should."""
    settings = {"viewport": {"width": 900, "height": 700}, "reduced_motion": "reduce"} | options
    context = browser.new_context(**settings)
    context.set_default_timeout(20_000)
    context.set_offline(not network)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: said.type == "error" and errors.append(said.text))
    page.goto(address)
    until(page, "globalThis.zwang !== undefined")
    yield page
    context.close()
    refused = [text for text in errors if "Content Security Policy" in text]
    failed = [text for text in errors if "Failed to load resource" in text]
    assert (len(refused), len(failed), len(errors)) == (refusals, fails, refusals + fails), errors


def until(page, holds: str, seconds: float = 20.0) -> None:
    """Wait for something that a script says; the page's policy lets no page ask itself."""
    end = time.monotonic() + seconds
    while not page.evaluate(holds):
        assert time.monotonic() < end, f"never: {holds}"
        page.wait_for_timeout(30)
