"""Film a live page for the README: ``python docs/draw_live.py``; needs Chromium and playwright.

The loop of Bricard is written as a page, opened, and photographed from step to step; then the
slider of gravity is moved, and it is photographed again.
"""

import importlib
import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import zwang as zw
from zwang import zoo

FRAMES, SPAN, COLORS = 26, 2.5, 96
GRAVITY = (9.81, 24.0)
STILL = "() => { zwang.picture.quality.rest(); zwang.picture.render(); }"  # with all it has
HERE = Path(__file__).resolve().parent
TARGET = HERE / "assets" / "live.gif"


def main() -> None:
    sys.path.insert(0, str(HERE / "lessons"))
    mechanism, p = importlib.import_module("zoo").opened(zoo.MECHANISMS["bricard"]().mechanism)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "page.html"
        look = {"t": (0, 10), "title": "Bricard's loop, computed in this page"}
        zw.page(mechanism, path, p=p, ranges={"gravity": (0, 30)}, **look)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        size = {"width": 860, "height": 640}
        tab = browser.new_page(viewport=size, reduced_motion="reduce", device_scale_factor=1)
        tab.goto(path.as_uri())
        tab.wait_for_timeout(3000)
        images = []
        for g in GRAVITY:
            tab.get_by_role("spinbutton", name="gravity", exact=True).fill(str(g))
            tab.keyboard.press("Enter")
            tab.wait_for_timeout(500)
            images += [picture(tab, SPAN * k / FRAMES) for k in range(FRAMES)]
        browser.close()
    palette = images[len(images) // 2].quantize(COLORS)
    film = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    film[0].save(TARGET, save_all=True, append_images=film[1:], duration=70, loop=0, optimize=True)
    print(TARGET, TARGET.stat().st_size)


def picture(tab, t: float) -> Image.Image:
    """The picture of the page and its sliders at a time, as soon as it is computed."""
    while tab.evaluate("zwang.past.end") < t:
        tab.evaluate("zwang.clock.seek(1e9)")
        tab.wait_for_timeout(50)
    tab.evaluate(f"zwang.clock.seek({t})")
    tab.evaluate(STILL)
    tab.wait_for_timeout(60)
    shot = tab.locator(".desk").screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


if __name__ == "__main__":
    main()
