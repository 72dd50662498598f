"""Numbers that C takes from Python."""

import re

from zwang.runtime.constants import HEADER, header, of_library


def test_the_header_is_what_python_says():
    assert HEADER.read_text(encoding="utf-8") == header(), "run `make header`"


def test_all_numbers_are_read_as_the_same_numbers():
    found = dict(re.findall(r"^#define ZW_(\w+) (.+)$", header(), flags=re.MULTILINE))
    read = {name: float(x.replace("INFINITY", "inf")) for name, x in found.items()}
    assert read == of_library()
