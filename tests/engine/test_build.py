"""A library is found, made, kept and checked; whatever goes wrong is told."""

import ctypes
import errno
import os
import shutil
import stat
import subprocess
import sys
import tempfile

import pytest

import zwang as zw
from zwang.engine import build

TEXT = "double twice(double x) { return 2.0 * x; }\n"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder of its own, and nothing remembered."""
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path / "cache"))
    for function in (build.library, build._own):
        function.cache_clear()
    yield tmp_path / "cache" / "native"
    for function in (build.library, build._own):
        function.cache_clear()


def twice(text=TEXT):
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
    monkeypatch.setattr(build, "_run", lambda command: pytest.fail("compiled again"))
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
    assert build._is_whole(path)


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
        if path.startswith(str(cache)):
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
    run, usage = build._run, shutil.disk_usage

    def full(command):
        if str(cache) in command[command.index("-o") + 1]:
            raise build.NoLibrary("collect2: error: ld returned 1 exit status")
        run(command)

    def left(path):
        found = usage(path)
        return found._replace(free=30_000) if str(path).startswith(str(cache)) else found

    monkeypatch.setattr(build, "_run", full)
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
        "import ctypes\nfrom zwang.engine import build\n"
        f"f = build.library({TEXT!r}).twice\n"
        "f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double]\nassert f(21.0) == 42.0\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [process.wait(timeout=240) for process in running] == [0] * 4
    assert len(kept(cache)) == 2


FALL = zw.System(1.0, [0.0, -9.8125])
FALLING = FALL, [0.0, 0.0], [1.0, 0.0], (0.0, 1.0)


@pytest.mark.xdist_group("fall by jax")
def test_without_a_compiler_a_motion_is_computed_by_JAX(cache, monkeypatch):
    monkeypatch.setenv("CC", "/nonexistent/cc")
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    motion = zw.simulate(*FALLING)
    assert motion.engine.startswith("jax: no C compiler")
    with pytest.raises(ValueError, match="`engine` is 'native'.*no C compiler"):
        zw.simulate(*FALLING, engine="native")


@pytest.mark.xdist_group("fall by jax")
def test_with_a_compiler_that_fails_a_motion_is_computed_by_JAX(cache, tmp_path, monkeypatch):
    compiler = program(tmp_path, "echo 'error: out of tea' >&2; exit 3")
    monkeypatch.setenv("CC", compiler)
    motion = zw.simulate(*FALLING)
    assert motion.engine == f"jax: the C compiler {compiler} failed: error: out of tea"
    assert motion.status == zw.Status.OK
    with pytest.raises(ValueError, match="`engine` is 'native'.*out of tea"):
        zw.simulate(*FALLING, engine="native")
