"""Model files as bytes: what is no file, changes by name, places of characters."""

import os
from typing import Any

import pytest

from tests.project.source import ROOT
from tests.unit.models import BASE, EXAMPLES, model
from zwang.modelfile import parse, read
from zwang.modelfile.tables.text import LARGEST, ModelError, decode, load

# -- files -----------------------------------------------------------------------------------------

BYTES = {
    "mark": (b"\xef\xbb\xbftitle = 'a'", "byte order mark", 1),
    "UTF-16": ("title = 'a'".encode("utf-16"), "UTF-16", 1),
    "Latin": ("title = 'a'\n# Größe".encode("latin-1"), "0xf6 is not UTF-8", 2),
    "NUL": (b"title = 'a'\n\x00", "NUL", 2),
    "control": (b"title = '\x1b[31m'", "no TOML", 1),
    "not TOML": (b"title = a", "stand in quotes", 1),
    "twice": (b"title = 'a'\ntitle = 'b'", "given before", 2),
}


@pytest.mark.parametrize("case", BYTES)
def test_bad_bytes_are_refused_by_name(case, tmp_path):
    data, words, line = BYTES[case]
    file = tmp_path / "bad.toml"
    file.write_bytes(data)
    with pytest.raises(ModelError) as found:
        read(file)
    assert words in found.value.message and found.value.line == line
    assert str(found.value).replace("\n", "").isprintable()


def test_a_file_of_a_gibibyte_is_refused_without_being_read(tmp_path):
    file = tmp_path / "large.toml"
    with file.open("wb") as stream:
        os.truncate(stream.fileno(), 2**30)
    with pytest.raises(ModelError, match="has 1073741824 bytes"):
        read(file)
    with pytest.raises(ModelError, match="more than"):
        decode(b" " * (LARGEST + 1))


def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")  # reading it would wait without end
    for path, words in (("none.toml", "no such file"), ("", "a folder"), ("pipe", "no ordinary")):
        with pytest.raises(ModelError, match=words):
            read(tmp_path / path)
    with pytest.raises(ModelError, match="cannot be read"):
        read("a\0b")


def test_changes_are_checked_by_name():
    found = model()
    cases: list[tuple[dict[str, Any], str]] = [
        ({"p": {"LL": 1.0}}, "no parameter, did you mean `L`?"),
        ({"p": {"L": float("nan")}}, "finite"),
        ({"p": {"L": "y"}}, "wanted only parameters"),
        ({"start": {"z": 1.0}}, "no coordinate"),
        ({"untill": 1.0}, "did you mean `until`?"),
        ({"rtol": 2.0}, "from 1e-13 to 1"),
    ]
    for changes, words in cases:
        with pytest.raises(ModelError) as error:
            found.with_changes(**changes)
        assert words in error.value.message


ODD = (
    r'''
a = "one \"two\" \u00e9\t"  # "not this"
"b c".'d.e' = ['x', """
  long \
     line""", {k = "v"}]
[[list]]
k = """""" # empty
[list.inner]
s = """ends in two"""""
[[list]]
k = '''
    + "''''quotes'' inside'''\n"
)


def texts(value, keys=()):
    """All texts in nested tables, with their keys."""
    if isinstance(value, str):
        yield keys, value
    elif isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from texts(inner, (*keys, key))


@pytest.mark.parametrize("name", [*EXAMPLES, "odd"])
def test_every_character_of_a_text_is_found_in_its_place(name):
    """tomllib says what a text is, the scan says where: they must agree."""
    tables, source = load(ODD if name == "odd" else EXAMPLES[name].read_text(encoding="utf-8"))
    found = list(texts(tables))
    assert len(found) > 5
    for keys, value in found:
        for i, letter in enumerate(value):
            place = source.inside(keys, value, i)
            assert place is not None
            assert source.text[place] in (letter, "\\")


def test_lines_that_end_in_two_characters_change_no_place():
    text = BASE.format('mass = "m*zz"')
    places = []
    for ending in ("\n", "\r\n"):
        with pytest.raises(ModelError) as found:
            parse(text.replace("\n", ending))
        places.append((found.value.line, found.value.column, found.value.excerpt))
    assert places[0] == places[1] and places[0][:2] == (9, 11)


def test_no_code_is_made_from_text():
    """The modules of the grammar and of model files call nothing that would run a text."""
    files = list((ROOT / "zwang" / "modelfile").rglob("*.py"))
    assert len(files) > 10
    for file in files:
        text = file.read_text(encoding="utf-8")
        for word in (" eval(", " exec(", " compile(", "import ast", "__import__(", "pickle"):
            assert word not in text
