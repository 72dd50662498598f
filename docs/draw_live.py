"""Film a live page for the README: ``python docs/draw_live.py``; needs Chromium and playwright.

The loop of Bricard is written as a page, opened, and photographed from step to step.
"""

import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import zwang as zw
from zwang import zoo

FRAMES, SPAN, COLORS = 44, 4.4, 96
TARGET = Path(__file__).parent / "assets" / "live.gif"


def main() -> None:
    mechanism = zoo.MECHANISMS["bricard"]().mechanism
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "page.html"
        zw.page(mechanism, path, t=(0, 10), title="Bricard's loop, computed in this page")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        size = {"width": 860, "height": 640}
        tab = browser.new_page(viewport=size, reduced_motion="reduce", device_scale_factor=1)
        tab.goto(path.as_uri())
        tab.wait_for_timeout(3000)
        images = [picture(tab, SPAN * k / FRAMES) for k in range(FRAMES)]
        browser.close()
    palette = images[len(images) // 2].quantize(COLORS)
    film = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    film[0].save(TARGET, save_all=True, append_images=film[1:], duration=70, loop=0, optimize=True)
    print(TARGET, TARGET.stat().st_size)


def picture(tab, t: float) -> Image.Image:
    """The picture of the page at a time, as soon as it is computed."""
    while tab.evaluate("zwang.past.end") < t:
        tab.evaluate("zwang.clock.seek(1e9)")
        tab.wait_for_timeout(50)
    tab.evaluate(f"zwang.clock.seek({t})")
    tab.evaluate("zwang.picture.render()")
    shot = tab.locator(".stage").screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


if __name__ == "__main__":
    main()
