"""The studio touches the models of its folder and no other file, however a name is written."""

import os

import pytest

from zwang.studio.folder import Folder, Refused, digest

OUTSIDE = [
    "../x.toml", "/etc/passwd", "a/b.toml", "a\\b.toml", ".toml", "..toml", ".hidden.toml", "x.txt",
    "x.toml\n", "x\0.toml", "", "x.toml/", "C:x.toml", "~/x.toml", "ünï.toml", "x" * 200 + ".toml",
    None, 7, ["x.toml"], {}, True,
]  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "x.toml").write_text("outside")
    (inside / "a.toml").write_text("one")
    (inside / "b.txt").write_text("no model")
    (inside / "sub").mkdir()
    (inside / "sub" / "c.toml").write_text("below")
    return Folder(inside)


@pytest.mark.parametrize("name", OUTSIDE)
def test_names_that_are_no_models_are_refused(folder, name):
    with pytest.raises(Refused):
        folder.read(name)
    with pytest.raises(Refused):
        folder.save(name, "text", None)
    assert (folder.root.parent / "x.toml").read_text() == "outside"


def test_links_pipes_and_folders_are_neither_listed_nor_opened(folder):
    os.symlink(folder.root.parent / "x.toml", folder.root / "out.toml")
    os.symlink(folder.root / "a.toml", folder.root / "in.toml")
    os.symlink(folder.root / "nowhere", folder.root / "dead.toml")
    os.mkfifo(folder.root / "pipe.toml")
    (folder.root / "folder.toml").mkdir()
    assert folder.names() == ["a.toml"]
    for name in ("out.toml", "in.toml", "dead.toml", "pipe.toml", "folder.toml"):
        with pytest.raises(Refused):
            folder.read(name)
        for known in (None, digest("outside"), digest("one")):
            with pytest.raises(Refused):
                folder.save(name, "text", known)
    assert (folder.root.parent / "x.toml").read_text() == "outside"
    assert not (folder.root / "nowhere").exists()


def test_what_another_window_saved_is_not_overwritten(folder):
    first = digest(folder.read("a.toml"))
    second = folder.save("a.toml", "two", first)
    with pytest.raises(Refused, match="changed elsewhere"):
        folder.save("a.toml", "three", first)
    with pytest.raises(Refused, match="there already"):
        folder.save("a.toml", "three", None)
    assert folder.read("a.toml") == "two" and digest("two") == second
    folder.save("new.toml", "text", None)
    assert folder.names() == ["a.toml", "new.toml"]


def test_what_is_no_text_or_too_long_is_refused(folder):
    (folder.root / "bytes.toml").write_bytes(b"\xff\xfe")
    (folder.root / "long.toml").write_bytes(b"#" * 1_000_001)
    for name in ("bytes.toml", "long.toml", "none.toml"):
        with pytest.raises(Refused):
            folder.read(name)
    with pytest.raises(Refused):
        folder.save("longer.toml", "#" * 1_000_001, None)
