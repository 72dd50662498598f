"""The live pages that the docs show, written when MkDocs has built them, into ``site/pages/``.

Without a compiler for WebAssembly, or with ``ZWANG_LIVE_PAGES=none`` in the environment, the docs
are built without them.
"""

import logging
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODELS = ("pendulum", "double_pendulum", "ku93_pendulum", "four_bar", "slider_crank")
log = logging.getLogger("mkdocs.plugins.zwang")


def on_post_build(config, **kwargs) -> None:
    """Called by MkDocs when all else is there."""
    if os.environ.get("ZWANG_LIVE_PAGES") == "none":
        return
    sys.path[:0] = [str(ROOT), str(ROOT / "examples")]
    from zwang.files.build import NoLibrary, wasm_compiler

    try:
        wasm_compiler()
    except NoLibrary as why:
        log.info("live pages are left out: %s", why)
        return
    write(Path(config["site_dir"]) / "pages")


def write(folder: Path) -> None:
    """Write all pages.

    Parameters
    ----------
    folder : which is made if need be
    """
    import live_pages

    import zwang as zw
    from zwang import modelfile, zoo

    folder.mkdir(parents=True, exist_ok=True)
    for name in MODELS:
        zw.page(modelfile.read(modelfile.examples()[name]), folder / f"{name}.html")
    zw.page(modelfile.read(HERE / "legs.toml"), folder / "legs.html")
    bricard = zoo.MECHANISMS["bricard"]()
    zw.page(bricard.mechanism, folder / "bricard.html", t=(0, 10), title="Bricard's loop")
    live_pages.arm_page(folder / "arm.html")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "examples")]
    write(Path(sys.argv[1]))
