"""A library is found, made, kept and checked; whatever goes wrong is told."""

import ctypes
import errno
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time

import pytest

import zwang as zw
from zwang.files import build
from zwang.files import kept as keeping
from zwang.files.trust import caches, trusted
from zwang.library import loader as motions

TEXT = "double twice(double x) { return 2.0 * x; }\n"


def twice(text: str | tuple[str, ...] = TEXT):
    function = build.library(text).twice
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double]
    return function(21.0)


def kept(cache):
    return sorted(path.name for path in cache.iterdir()) if cache.is_dir() else []


def program(tmp_path, text):
    """A compiler of the test's own."""
    path = tmp_path / "compiler"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return str(path)


def test_a_library_is_kept_whole_and_used_again(cache, monkeypatch):
    assert twice() == 42.0
    (library, digest) = kept(cache)
    assert library.endswith(".so") and digest.endswith(".sum")
    build.library.cache_clear()
    monkeypatch.setattr(build, "run_compiler", lambda command: pytest.fail("compiled again"))
    assert twice() == 42.0


def test_another_text_is_another_library(cache):
    assert twice() == 42.0
    assert twice(TEXT.replace("2.0", "3.0")) == 63.0
    assert len(kept(cache)) == 4


@pytest.mark.parametrize("part", [0, 100, -1])
def test_a_torn_or_changed_library_is_made_again(cache, part):
    twice()
    path = cache / kept(cache)[0]
    whole = path.read_bytes()
    # Under the old name stands the file that is loaded; a new one takes its place.
    path.unlink()
    path.write_bytes(whole[:part] if part >= 0 else whole + b"x")
    build.library.cache_clear()
    assert twice() == 42.0
    with trusted(cache) as place:
        assert keeping.is_kept(place, path.stem)


def test_no_compiler_is_told(cache, monkeypatch):
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(cache))
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(build.NoLibrary, match=r"no C compiler.*zwang\[native\]"):
        twice()


def test_a_compiler_that_fails_is_quoted(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("CC", program(tmp_path, "echo 'error: out of tea' >&2; exit 3"))
    with pytest.raises(build.NoLibrary, match="out of tea"):
        twice()
    assert kept(cache) == []


def test_a_compiler_that_hangs_is_left(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("CC", program(tmp_path, "exec sleep 60"))
    monkeypatch.setattr(build, "PATIENCE", 0.2)
    with pytest.raises(build.NoLibrary, match="took more than"):
        twice()


def test_a_compiler_with_options(cache, monkeypatch):
    monkeypatch.setenv("CC", "cc -DEXTRA=1")
    assert twice("#if EXTRA != 1\n#error\n#endif\n" + TEXT) == 42.0


CALLER = "double f(double x);\ndouble twice(double x) { return 2.0 * f(x); }\n"
UNIT = '__attribute__((visibility("hidden"))) double f(double x) { return x + %s; }\n'


def test_units_are_compiled_once_and_linked_with_others(cache, monkeypatch):
    assert twice((UNIT % "0.0", CALLER)) == 42.0
    assert [name.partition(".")[2] for name in kept(cache)].count("o") == 2
    ran, run = [], build.run_compiler
    monkeypatch.setattr(build, "run_compiler", lambda command: (ran.append(command), run(command)))
    assert twice((UNIT % "1.0", CALLER)) == 44.0
    compiled = [command for command in ran if "-c" in command]
    assert len(ran) == 2 and len(compiled) == 1  # the unit that is new; and the linker
    assert not hasattr(build.library((UNIT % "1.0", CALLER)), "f")


def test_a_damaged_unit_is_compiled_again(cache):
    assert twice((UNIT % "0.0", CALLER)) == 42.0
    for name in kept(cache):
        if name.endswith(".o"):
            (cache / name).write_bytes(b"torn")
    assert twice((UNIT % "1.0", CALLER)) == 44.0
    with pytest.raises(build.NoLibrary, match="failed"):
        twice((UNIT % "1.0", "not C"))


@pytest.mark.parametrize(("asked", "fast"), [("cc", 1), ("cc -O0", 0)])
def test_a_compiler_that_is_told_how_far_to_go_goes_so_far(asked, fast, cache, monkeypatch):
    monkeypatch.setenv("CC", asked)
    assert twice(f"#if defined(__OPTIMIZE__) != {fast}\n#error\n#endif\n" + TEXT) == 42.0


def test_a_folder_that_cannot_be_made_does_no_harm(tmp_path, cache, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "file"))
    assert twice() == 42.0


def test_a_folder_that_may_only_be_read_does_no_harm(cache, monkeypatch):
    make = tempfile.mkdtemp

    def only_read(suffix=None, prefix=None, dir=None):
        if str(dir).startswith(str(cache)):
            raise OSError(errno.EROFS, "Read-only file system")
        return make(suffix, prefix, dir)

    monkeypatch.setattr(tempfile, "mkdtemp", only_read)
    assert twice() == 42.0
    assert kept(cache) == []


def test_a_library_that_is_kept_where_nothing_may_be_run_is_made_elsewhere(cache, monkeypatch):
    load = ctypes.CDLL

    def refused(path):
        if os.path.realpath(path).startswith(str(cache)):
            raise OSError("failed to map segment from shared object")
        return load(path)

    monkeypatch.setattr(build.ctypes, "CDLL", refused)
    for _ in range(2):  # compiled, then found
        assert twice() == 42.0
        assert len(kept(cache)) == 2
        build.library.cache_clear()


def test_a_full_disk_does_no_harm_and_leaves_nothing(cache, monkeypatch):
    move = os.replace

    def full(source, target):
        if str(target).startswith(str(cache)):
            raise OSError(errno.ENOSPC, "No space left on device")
        return move(source, target)

    monkeypatch.setattr(build.os, "replace", full)
    assert twice() == 42.0
    assert kept(cache) == []


def test_a_disk_that_is_full_for_the_linker_does_no_harm(cache, monkeypatch):
    run, usage = build.run_compiler, shutil.disk_usage

    def full(command):
        if str(cache) in command[command.index("-o") + 1]:
            raise build.NoLibrary("collect2: error: ld returned 1 exit status")
        run(command)

    def left(path):
        found = usage(path)
        return found._replace(free=30_000) if str(path).startswith(str(cache)) else found

    monkeypatch.setattr(build, "run_compiler", full)
    monkeypatch.setattr(build.shutil, "disk_usage", left)
    assert twice() == 42.0
    assert kept(cache) == []


def test_a_disk_that_is_full_everywhere_is_told(cache, monkeypatch):
    def full(source, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(build.os, "replace", full)
    with pytest.raises(build.NoLibrary, match="No space left"):
        twice()


def test_many_processes_build_the_same_at_once(cache):
    code = (
        "import ctypes\nfrom zwang.files import build\n"
        f"f = build.library({TEXT!r}).twice\n"
        "f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double]\nassert f(21.0) == 42.0\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [process.wait(timeout=240) for process in running] == [0] * 4
    assert len(kept(cache)) == 2


# -- what others may have written ------------------------------------------------------------


def planted(cache, monkeypatch):
    """A library of another's making, under the name that ours will have."""
    assert twice() == 42.0
    mine = cache / kept(cache)[0]
    cc = ["cc", "-shared", "-fPIC", "-o", str(mine) + ".new", "-x", "c", "-"]
    subprocess.run(cc, input=TEXT.replace("2.0", "666.0").encode(), check=True)
    os.replace(str(mine) + ".new", mine)
    # The loader of the system gives what it has loaded under a name again, so names are new here.
    monkeypatch.setattr(build, "OPTIONS", (*build.OPTIONS, f"-DNEW_{time.monotonic_ns()}"))
    _, name = build._asked(TEXT, build.ONCE)
    mine.with_suffix(".sum").write_bytes(keeping.digest(name, mine.read_bytes()))
    for ending in (".so", ".sum"):
        os.replace(mine.with_suffix(ending), cache / f"{name}{ending}")
    build.library.cache_clear()
    return cache / f"{name}.so"


def test_a_library_of_another_text_is_made_again(cache):
    """Whole and ours, but under a name that says another text."""
    for text in (TEXT, TEXT.replace("2.0", "3.0")):
        build.library(text)
    name = lambda text: build.kept_as(text).name
    for ending in (".so", ".sum"):
        os.replace(
            cache / f"{name(TEXT.replace('2.0', '3.0'))}{ending}", cache / f"{name(TEXT)}{ending}"
        )
    build.library.cache_clear()
    assert not build.is_kept(TEXT)
    assert twice() == 42.0 and build.is_kept(TEXT)


def foreign(path):
    """As if another user had made it."""
    if os.geteuid():
        pytest.skip("only root can give files away")
    os.chown(path, 12345, -1, follow_symlinks=False)


def linked(path):
    """A link in the place of the file, to one that was put elsewhere."""
    path.rename(path.with_suffix(".away"))
    path.symlink_to(path.with_suffix(".away"))


def test_a_planted_library_would_be_loaded_if_it_were_ours(cache, monkeypatch):
    planted(cache, monkeypatch)
    assert twice() == 666.0 * 21.0


@pytest.mark.parametrize("ending", [".so", ".sum"])
@pytest.mark.parametrize("spoiled", [foreign, linked, lambda path: path.chmod(0o720),
                                     lambda path: path.chmod(0o702)])  # fmt: skip
def test_a_library_that_another_may_have_written_is_made_again(cache, monkeypatch, spoiled, ending):
    path = planted(cache, monkeypatch)
    spoiled(path.with_suffix(ending))
    assert twice() == 42.0
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("spoiled, told", [
    (foreign, "belongs to another user"),
    (lambda path: path.chmod(0o770), "others may write"),
    (lambda path: path.chmod(0o1777), "others may write"),
])  # fmt: skip
def test_a_folder_that_others_may_write_is_not_used(cache, monkeypatch, spoiled, told):
    planted(cache, monkeypatch)
    spoiled(cache)
    before = kept(cache)
    with pytest.warns(RuntimeWarning, match=told):
        assert twice() == 42.0
    assert kept(cache) == before


def test_folders_are_made_for_us_alone_whatever_the_mask(cache, monkeypatch):
    before = os.umask(0)
    try:
        assert twice() == 42.0
    finally:
        os.umask(before)
    made = [cache.parent, cache, *cache.iterdir()]
    assert [path.stat().st_mode & 0o077 for path in made] == [0] * 4
    build.library.cache_clear()
    monkeypatch.setattr(build, "run_compiler", lambda command: pytest.fail("compiled again"))
    assert twice() == 42.0


@pytest.mark.parametrize("home", ["", "here", None])
def test_folders_that_are_not_absolute_do_not_count(cache, tmp_path, monkeypatch, home):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ZWANG_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path if home is None else home)
    assert caches() is None and build.folder() is None
    assert twice() == 42.0
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert build.folder() == tmp_path / "zwang" / "native"


def test_a_compiler_that_prints_any_bytes_is_quoted(cache, tmp_path, monkeypatch):
    monkeypatch.setenv("CC", program(tmp_path, r"printf 'error: \377\033[31m' >&2; exit 3"))
    with pytest.raises(build.NoLibrary, match=r"error: \ufffd\\x1b\[31m"):
        twice()


def falling():
    """A motion of a system that is new: a System keeps what was compiled of it."""
    return zw.System(1.0, [0.0, -9.8125]), [0.0, 0.0], [1.0, 0.0], (0.0, 1.0)


@pytest.fixture
def none(monkeypatch):
    """No compiler is found."""
    monkeypatch.setenv("CC", "/nonexistent/cc")
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)


@pytest.fixture
def fails(tmp_path, monkeypatch):
    """The compiler fails."""
    monkeypatch.setenv("CC", program(tmp_path, "echo 'error: out of tea' >&2; exit 3"))


@pytest.mark.parametrize("compiler", ["none", "fails"])
def test_without_a_compiler_a_motion_runs_on_tape(cache, monkeypatch, request, compiler):
    motions.library()  # which an installed zwang has
    before = {*cache.glob("*.so")}
    monkeypatch.setattr("zwang.library.functions.WORTH", 0.0)
    request.getfixturevalue(compiler)
    motion = zw.simulate(*falling(), engine="native")
    assert motion.engine == "native" and motion.status == zw.Status.OK
    assert {*cache.glob("*.so")} == before


@pytest.mark.parametrize(
    "compiler, reason", [("none", "no C compiler was found"), ("fails", "error: out of tea")]
)
def test_without_the_library_of_motions_they_are_computed_by_JAX(
    cache, monkeypatch, request, compiler, reason
):
    monkeypatch.setattr(motions, "_LOADED", [])
    monkeypatch.setattr(motions, "_installed", lambda made, file: None)
    request.getfixturevalue(compiler)
    motion = zw.simulate(*falling())
    assert motion.engine.startswith("jax: the C library of motions is not installed")
    assert reason in motion.engine and motion.status == zw.Status.OK
    with pytest.raises(ValueError, match=f"`engine` is 'native'.*{reason}"):
        zw.simulate(*falling(), engine="native")


def test_a_library_is_known_by_name(cache):
    name = build.kept_as(TEXT)
    assert not build.is_kept(name) and not build.is_kept(TEXT)
    with pytest.raises(build.NoLibrary, match="there is no"):
        build.loaded(name)
    assert twice() == 42.0
    assert build.is_kept(name) and build.is_kept(TEXT)
    assert build.loaded(name).twice is not None
    (cache / f"{name.name}.so").write_bytes(b"torn")
    assert not build.is_kept(name)


def test_notes_are_kept_whole_or_not_at_all(cache):
    assert keeping.noted("name") is None
    keeping.note("name", b"content")
    assert keeping.noted("name") == b"content"
    (cache / "name.json").write_bytes(b"other")
    assert keeping.noted("name") is None
    cache.chmod(0o777)
    keeping.note("second", b"content")  # not where others may write; and that is no error
    assert keeping.noted("second") is None and not (cache / "second.json").exists()
