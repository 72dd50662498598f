"""Every problem and every mechanism of the zoo has its live page in the docs."""

import importlib.util
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from zwang import zoo

DOCS = Path(__file__).resolve().parents[2] / "docs"
TARGET = re.compile(r'(?:href|src)="\.\./pages/([^"]+)"')


@pytest.fixture(scope="module")
def hook():
    """The hook of MkDocs, and what it imports, for this file alone."""
    path, known = list(sys.path), set(sys.modules)
    spec = importlib.util.spec_from_file_location("docs_pages", DOCS / "lessons" / "pages.py")
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    found.why_not()
    yield found
    sys.path[:] = path
    for name in {"zoo", "live_pages"} & (set(sys.modules) - known):
        del sys.modules[name]


def test_all_of_the_zoo_is_there_and_every_link_leads_to_a_page(hook):
    made = set(hook.everything())
    assert {f"{name}.html" for name in zoo.PROBLEMS} <= made
    assert {f"mechanisms/{name}.html" for name in zoo.MECHANISMS} <= made
    linked = {x for file in DOCS.glob("*.md") for x in TARGET.findall(file.read_text("utf-8"))}
    assert made == linked


def test_points_of_the_zoo_follow_the_motion(hook):
    hook.everything()
    for name, drawn in sys.modules["zoo"].DRAWN.items():
        known = zoo.PROBLEMS[name]()
        values = [known.p] if drawn.points.__code__.co_argcount == 2 else []
        found = np.asarray(drawn.points(known.q0, *values))
        assert np.isfinite(found).all() and found.shape[1] in (2, 3), name
        assert {i for pair in drawn.links for i in pair} | set(drawn.trails) <= set(
            range(len(found))
        )


def test_mechanisms_with_sliders_are_those_of_the_zoo(hook):
    hook.everything()
    for name, make in zoo.MECHANISMS.items():
        mechanism = make().mechanism
        movable, p = sys.modules["zoo"].opened(mechanism)
        made, heavier = movable.at(p), movable.at({key: 2.0 * value for key, value in p.items()})
        np.testing.assert_array_equal(movable.start(p), mechanism.start(), err_msg=name)
        pairs = zip(mechanism.joints, made.joints, strict=True)
        for joint, its in pairs:
            assert joint.label == its.label
            for mark, other in zip(joint.marks, its.marks, strict=True):
                np.testing.assert_allclose(mark.r, other.r, atol=1e-15, err_msg=name)
        changed = 0
        for body, its, heavy in zip(mechanism.bodies, made.bodies, heavier.bodies, strict=True):
            for key, value in body.numbers().items():
                np.testing.assert_allclose(its.numbers()[key], value, rtol=1e-14, err_msg=name)
                changed += np.allclose(heavy.numbers()[key], 2.0 * value) and np.any(value)
        assert changed, name


def test_where_pages_are_left_out_nothing_leads_to_them(hook, monkeypatch):
    link, frame = (
        '<a href="../pages/x.html">live page</a>',
        '<iframe src="../pages/x.html"></iframe>',
    )
    html = f"<p>{link}: drag</p>{frame}"
    monkeypatch.setenv("ZWANG_LIVE_PAGES", "none")
    found = hook.on_page_content(html)
    assert "pages/" not in found and "live page: drag" in found
    monkeypatch.delenv("ZWANG_LIVE_PAGES")
    assert hook.on_page_content("<p>plain</p>") == "<p>plain</p>"
