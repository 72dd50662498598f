"""The papers' examples come out as printed, on a page that needs nothing else."""

import importlib
import re

import pytest

from zwang.cli.reproduce import PAPERS
from zwang.reproduce.page import Paper, Row, Section, html, verdict, within

pytestmark = pytest.mark.xdist_group("reproduce")

FIGURES = {"U05": 2, "KU93": 5, "US10": 2}  # KU93: figures 1 to 5


@pytest.mark.parametrize("key", PAPERS)
def test_every_number_agrees_with_the_paper(key):
    paper = importlib.import_module(f"zwang.reproduce.{PAPERS[key]}").paper()
    assert len(paper.rows) > 10
    assert [(row.what, row.reached) for row in paper.rows if row.agrees is not True] == []
    pictures = [section.picture for section in paper.sections if section.picture]
    assert len(pictures) == FIGURES[key]
    assert all(picture.startswith(b"\x89PNG") and len(picture) > 20_000 for picture in pictures)
    assert_self_contained(html([paper]))


def assert_self_contained(page):
    assert not re.search(r"https?:|<script|<link|<iframe|@import|url\(", page)
    assert all(x.startswith("data:image/png;base64,") for x in re.findall(r'src="([^"]*)', page))
    assert all(x.startswith("#") for x in re.findall(r'href="([^"]*)', page))


def test_what_does_not_agree_is_marked_and_counted():
    rows = (
        within("good", "(1)", 1e-12, 1e-10),
        within("bad", "(2)", 1e-8, 1e-10),
        within("lost", "(3)", float("nan"), 1e-10),
        Row("alone", "(4)", "5", "nothing"),
    )
    assert [row.agrees for row in rows] == [True, False, False, None]
    assert verdict(rows).startswith("1 of 3 comparisons agree: 1 of 3 with its equations")
    more = Row("angle", "(5)", "79°", "about 80°", True), Row("q", "fig. 1", "1", "curves", False)
    told = verdict([*more[::-1], *rows])
    assert told.startswith("2 of 5 comparisons agree")
    assert told.index("1 of 1 with numbers") < told.index("0 of 1 with other answers")
    page = html([Paper("K", "title", "citation", (), (Section("section", rows=rows),))])
    assert page.count('class="sign bad"') == 2 and page.count('class="sign good"') == 1


def test_words_cannot_become_markup():
    words = '<script>alert(1)</script> & "quotes" Γ_u x^(1/2)'
    section = Section(words, (words,), (Row(words, words, words, words),), b"image", words)
    page = html([Paper("K", words, words, (words,), (section,))])
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "Γ<sub>u</sub>" in page and "x<sup>1/2</sup>" in page


def test_command_ends_with_1_where_a_number_does_not_agree(zwang, monkeypatch, tmp_path):
    from zwang.reproduce import u05

    def paper(bound):
        section = Section("section", rows=(within("residual", "(1)", 1e-3, bound),))
        return lambda: Paper("U05", "title", "citation", (), (section,))

    monkeypatch.setattr(u05, "paper", paper(1e-2))
    done = zwang("reproduce", "u05", "--out", "there")
    assert done.exit_code == 0 and "1 of 1" in done.stdout
    monkeypatch.setattr(u05, "paper", paper(1e-4))
    done = zwang("reproduce", "U05", "--out", "there")
    assert done.exit_code == 1 and "residual" in done.stderr
    page = tmp_path / "there/U05.html"
    assert_self_contained(page.read_text(encoding="utf-8"))
    page.write_text("mine")
    assert zwang("reproduce", "U05", "--out", "there").exit_code == 2
    assert page.read_text() == "mine"
