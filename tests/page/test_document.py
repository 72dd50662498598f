"""A page is one file, and no name in it can become script or reach a network."""

import json
import random
import re
from html.parser import HTMLParser

import pytest

from zwang.page import document as pages
from zwang.page.show import Shown, for_attribute

PIECES = [
    "</script>", "<script>alert(1)</script>", "<!--", "-->", "]]>", "<![CDATA[", "\u2028", "\u2029",
    "&lt;", "&#60;", "'", '"', "`", "\\", "\\u003c", "\0", "\x1b", "<img src=x onerror=pwned()>",
    "</title>", "</style>", "javascript:pwned()", "${pwned()}", "{{7*7}}", "é", "𝛗", "\ud83d", "%",
    "{title}", "</SCRIPT >", "<svg/onload=pwned()>", "\r\n", "--!>", "<", ">", "name",
]  # fmt: skip


class Read(HTMLParser):
    """Elements of a page, and the texts in its scripts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self._within = [], {}, None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes = dict(attributes)
        self._within = dict(attributes).get("id", tag) if tag in ("script", "title") else None

    def handle_data(self, data):
        if self._within:
            self.texts[self._within] = self.texts.get(self._within, "") + data

    def handle_endtag(self, tag):
        self._within = None


@pytest.fixture
def small(monkeypatch):
    """Pages with a short script, so that many can be read."""
    texts = {"x.js": "'use strict';", "x.css": "a{b:c}"}
    monkeypatch.setattr(pages, "asset", texts.__getitem__)


def nasty(rng):
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 6)))


def test_data_hold_no_letter_that_begins_or_ends_anything():
    tree = {piece: [piece] for piece in PIECES}
    text = pages.data_text(tree)
    assert not {*"<>&'"} & {*text}
    assert json.loads(text) == tree


def test_no_name_of_ten_thousand_changes_the_page(small):
    rng = random.Random(0)
    plain = Read(pages.document("t", {"scene": "t"}, script="x.js", style="x.css")).tags
    for _ in range(10_000):
        name = nasty(rng)
        tree = {name: [name, {"title": name}]}
        found = Read(pages.document(name, {"scene": tree}, script="x.js", style="x.css"))
        assert found.tags == plain
        assert json.loads(found.texts["scene"]) == tree
        assert found.texts["script"] == "'use strict';"


def test_no_name_leaves_the_frame_of_a_notebook():
    rng = random.Random(1)
    for _ in range(1000):
        text = nasty(rng).replace("\r", "").replace("\0", "")
        found = Read(Shown(text)._repr_html_())
        assert found.tags == ["iframe"] and found.attributes["srcdoc"] == text
    assert for_attribute('"&') == "&quot;&amp;"


def test_what_is_not_a_number_is_not_written_as_one():
    with pytest.raises(ValueError):
        pages.data_text({"x": float("nan")})


def test_a_script_that_would_end_its_element_is_refused(monkeypatch):
    monkeypatch.setattr(pages, "asset", lambda name: "</script>")
    with pytest.raises(ValueError, match="would end its element"):
        pages.document("t", {}, script="x.js", style="x.css")


@pytest.mark.parametrize("name", ["show.js"])
def test_the_bundles_name_their_licences_and_no_address(name):
    code = pages.asset(name)
    assert len(code) < 1_000_000
    licences = pages.asset("LICENSES.txt")
    assert "three" in licences and "uplot" in licences and "MIT" in licences
    assert not re.search(r"sourceMappingURL", code)
