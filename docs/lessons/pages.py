"""The live pages that the docs show, written when MkDocs has built them, into ``site/pages/``.

Pages are kept in ``build/pages/`` under the digest of everything that they are made from, so that
docs whose library did not change are built quickly. Without a compiler for WebAssembly, or with
``ZWANG_LIVE_PAGES=none`` in the environment, the docs are built without them, and say so.
"""

import hashlib
import logging
import os
import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEPT = ROOT / "build" / "pages"
MADE_FROM = ("zwang/**/*.py", "zwang/**/*.[hc]", "zwang/**/*.toml", "zwang/page/assets/*")
MADE_FROM += ("docs/lessons/*", "examples/live_pages.py")
FRAME = re.compile(r'<iframe src="[^"]*pages/[^"]*"[^>]*></iframe>')
LINK = re.compile(r'<a href="(?:\.\./)*pages/[^"]*">(.*?)</a>')
log = logging.getLogger("mkdocs.plugins.zwang")


def why_not() -> str:
    """Why pages cannot be written; "" if they can."""
    if os.environ.get("ZWANG_LIVE_PAGES") == "none":
        return "they were not asked for"
    sys.path[:0] = [x for x in (str(ROOT), str(ROOT / "examples"), str(HERE)) if x not in sys.path]
    from zwang.files.build import NoLibrary, wasm_compiler

    try:
        wasm_compiler()
    except NoLibrary as why:
        return str(why)
    return ""


def on_page_content(html, **kwargs) -> str:
    """Called by MkDocs for each page: links to what is not there become words."""
    if not FRAME.search(html) and not LINK.search(html):
        return html
    why = why_not()
    if not why:
        return html
    return LINK.sub(r"\1", FRAME.sub("<p><em>A live page, which this copy has not.</em></p>", html))


def on_post_build(config, **kwargs) -> None:
    """Called by MkDocs when all else is there."""
    why = why_not()
    if why:
        log.info("live pages are left out: %s", why)
        return
    write(Path(config["site_dir"]) / "pages")


def everything() -> dict:
    """Every page: its name, and the function of a path that writes it."""
    import live_pages
    import zoo as own

    import zwang as zw
    from zwang import modelfile

    examples = modelfile.examples()
    found = own.pages()
    for name in ("double_pendulum", "shot", "ku93_control"):
        file = examples[name]
        found[f"{name}.html"] = lambda path, file=file: zw.page(modelfile.read(file), path)
    found["legs.html"] = lambda path: zw.page(modelfile.read(HERE / "legs.toml"), path)
    found["arm.html"] = live_pages.arm_page
    return found


def digest() -> str:
    """Of all that pages are made from."""
    found = hashlib.blake2b(digest_size=16)
    for pattern in MADE_FROM:
        for file in sorted(x for x in ROOT.glob(pattern) if x.is_file()):
            found.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return found.hexdigest()


def write(folder: Path) -> None:
    """Write all pages, those that are kept from there.

    Parameters
    ----------
    folder : which is made if need be
    """
    kept = KEPT / digest()
    if KEPT.is_dir():
        for old in KEPT.iterdir():
            if old != kept:
                shutil.rmtree(old)
    for name, make in everything().items():
        here, there = kept / name, folder / name
        for path in (here, there):
            path.parent.mkdir(parents=True, exist_ok=True)
        if not here.exists():
            make(here)
        shutil.copyfile(here, there)


if __name__ == "__main__":
    why_not()
    write(Path(sys.argv[1]))
