"""What ran before is not written again; and whatever differs is not what ran before."""

import functools
import inspect
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import zwang as zw
from tests.engine.memory import forget
from tests.project.source import ROOT
from zwang.base import later
from zwang.base.identity.digest import exact
from zwang.base.identity.keyed import key
from zwang.engine.code import Code, Told, _digest, code_of, name_of
from zwang.engine.program import program as programs
from zwang.engine.program.sizes import sizes_of
from zwang.files import build, surroundings
from zwang.files import kept as keeping
from zwang.integrate.options import Options
from zwang.integrate.problem import request

FIELDS = ("t", "q", "qd", "qdd", "Qc", "multipliers", "A", "residual", "energy")
START = [1.0, 0.0], [0.0, 0.0], (0.0, 0.2)


def bob(g=9.81, power=2, name="rod", coordinates="x y", more=(), **given):
    """A point on a curve, of which everything may be another."""
    rod = zw.Holonomic(lambda q: q[0] ** power + q[1] ** 2 - 1.0, name=name)
    force = lambda q: [0.0 * q[0], -g]
    rest: dict[str, Any] = {"energy": lambda qd: qd @ qd} | given
    return zw.System(1.0, force, [rod, *more], coordinates=coordinates, **rest)


def asked(system, p=None, **options):
    return request(system, *START, p, Options(**options))


def named(system, p=None, **options):
    wanted = asked(system, p, **options)
    return name_of(wanted.program, 2, tuple(shape for shape, _ in wanted.parameters.shapes))


PASSES = zw.Event(lambda q: q[0] - 0.9, name="passes")
OTHERS = {
    "the same": lambda: named(bob()),
    "a number": lambda: named(bob(g=np.nextafter(9.81, 10))),
    "an operation": lambda: named(bob(power=4)),
    "the name of a row": lambda: named(bob(name="bar")),
    "names of coordinates": lambda: named(bob(coordinates="u v")),
    "a row more": lambda: named(bob(more=[zw.Holonomic(lambda q: q[1] - 0.5, name="b")])),
    "no energy": lambda: named(bob(energy=None)),
    "an observable": lambda: named(bob(observables={"h": lambda q: q[1]})),
    "friction": lambda: named(bob(nonideal=lambda qd: -qd)),
    "parameters": lambda: named(bob(), {"k": 1.0}),
    "a vector": lambda: named(bob(), {"k": [1.0, 2.0]}),
    "another name": lambda: named(bob(), {"j": 1.0}),
    "a choice": lambda: named(bob(), {"k": 1.0, "way": "up"}),
    "another choice": lambda: named(bob(), {"k": 1.0, "way": "down"}),
    "no drift": lambda: named(bob(), drift=None),
    "other drift": lambda: named(bob(), drift=zw.Baumgarte(3.0)),
    "fixed steps": lambda: named(bob(), step=0.1),
    "an event": lambda: named(bob(), events=PASSES),
    "a solver": lambda: named(bob(), solver=zw.Auto(rank=1e-5)),
}


def test_whatever_differs_has_another_name():
    found = {what: name() for what, name in OTHERS.items()}
    assert None not in found.values()
    assert len({*found.values()}) == len(found)
    assert named(bob()) == found["the same"] and named(bob(), rtol=1e-3) == found["the same"]


def test_one_name_is_one_text():
    texts, systems = {}, 0
    for g, power, name in [(g, k, x) for g in (1.0, 2.0) for k in (2, 3) for x in "ab"] * 2:
        program = asked(bob(g, power, name, more=())).program
        sizes = sizes_of(program, 2, ())
        written = programs.write(program, sizes)
        texts.setdefault(name_of(program, 2, ()), set()).add((written.unit, sizes.rows))
        systems += 1
    assert len(texts) == systems / 2 and all(len(x) == 1 for x in texts.values())


def test_what_cannot_be_told_to_another_process_has_no_name():
    class Own(tuple):
        pass

    assert exact(key(1.0)) and exact(key({"a": [np.ones(2), "text"]}))
    for x in (object(), lambda q: q, Own, Own((1,)), [print], functools.partial(max, object())):
        assert exact(key(x)) is None
    assert named(bob(), {"k": 1.0, "way": lambda x: x}) is None


@pytest.mark.parametrize("variable", ["CC", "XLA_FLAGS", "JAX_DEBUG_NANS", "ZWANG_X"])
def test_other_surroundings_have_another_digest(variable, monkeypatch):
    before = surroundings.surroundings()
    monkeypatch.setenv(variable, "cc -O2")
    assert surroundings.surroundings() not in (before, None)


def test_every_source_counts_and_one_that_is_newer_than_the_process_forbids_all(
    tmp_path, monkeypatch
):
    (tmp_path / "inner").mkdir()
    for file in ("a.py", "inner/b.h", "c.txt"):
        (tmp_path / file).write_text("1")
    stamps = lambda: tuple(surroundings._stamps(str(tmp_path), deep=True))
    found = [stamps()]
    assert len(found[0]) == 2
    for file in ("a.py", "inner/b.h"):
        (tmp_path / file).write_text("12")
        found.append(stamps())
    assert len({*found}) == 3
    newest = max(written for *_, written in found[-1])
    assert newest > later.BEGUN
    monkeypatch.setattr(surroundings, "_sources", lambda: ("sources", newest))
    assert surroundings.surroundings() is None
    monkeypatch.setattr(surroundings, "_sources", lambda: ("sources", later.BEGUN - 1))
    assert surroundings.surroundings() is not None


# -- what is kept --------------------------------------------------------------------------------


pytestmark = pytest.mark.usefixtures("at_once")


def moved(**given):
    """A motion of a new process; its functions are compiled after the first call of one."""
    forget()
    return zw.simulate(bob(**given), *START, engine="native")


def refuse(*args, **named):
    pytest.fail("written again")


def test_what_ran_before_is_neither_written_nor_compiled(cache, monkeypatch):
    first = moved()
    with monkeypatch.context() as patched:
        patched.setattr(programs, "write", refuse)
        patched.setattr(build, "run_compiler", refuse)
        again = moved()
    for name in FIELDS:
        assert np.array_equal(getattr(first, name), getattr(again, name)), name
    assert again.force("rod").shape == first.force("rod").shape
    assert in_another_process() == (named(bob()), first.q[-1].tobytes().hex(), "")
    assert moved(g=1.0).qdd[0, 1] == -1.0  # and what differs is


def test_nor_is_an_acceleration(cache, at_once, monkeypatch):
    found = []
    for _ in range(2):
        forget()
        found.append(bob().acceleration([0.6, 0.8], [0.8, -0.6]))
        monkeypatch.setattr(programs, "write_acceleration", refuse)
        monkeypatch.setattr(build, "run_compiler", refuse)
    for name in ("qdd", "Qc", "lam", "residual", "rank"):
        assert np.array_equal(*(getattr(x, name) for x in found)), name


# What a motion that ran before does without: the last is what writes C.
UNNEEDED = "equinox diffrax xarray matplotlib scipy.linalg sympy zwang.engine.program.program"
SCRIPT = """
import sys
import zwang as zw
{bob}
START = {start}
motion = zw.simulate(bob(), *START)
loaded = {{*{unneeded!r}.split()}} & {{*sys.modules}}
from tests.engine.test_code import named
print(named(bob()), motion.q[-1].tobytes().hex(), *loaded)
"""


def in_another_process():
    """The name, the last state, and what was imported for it that is not needed."""
    text = SCRIPT.format(bob=inspect.getsource(bob), start=START, unneeded=UNNEEDED)
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    name, last, *loaded = done.stdout.split()
    return name, last, " ".join(loaded)


@pytest.mark.parametrize("lost", ["so", "code", "sum", "torn", "other format", "other sizes"])
def test_what_is_lost_or_damaged_is_made_again(cache, monkeypatch, lost):
    first = moved()
    (file,) = cache.glob("*.code")
    if lost in ("so", "code", "sum"):
        for path in cache.glob(f"*.{lost}"):
            path.unlink()
    elif lost == "torn":
        file.write_bytes(file.read_bytes()[:40])
    else:
        change = {"other format": ('"format": 5', '"format": 4'), "other sizes": ("[2,", "[3,")}
        text = file.read_text().replace(*change[lost])
        assert text != file.read_text()
        file.write_text(text)
        file.with_suffix(".sum").write_bytes(keeping.digest(file.stem, text.encode()))
    written, write = [], programs.write
    monkeypatch.setattr(programs, "write", lambda *args: (written.append(args), write(*args))[1])
    again = moved()
    assert len(written) == 1
    assert np.array_equal(first.q, again.q) and np.array_equal(first.Qc, again.Qc)


def test_a_text_that_is_not_what_it_was_is_not_taken_for_it(cache):
    program, other = (asked(bob(power=k)).program for k in (2, 4))
    sizes = sizes_of(program, 2, ())
    own, another = (programs.write(x, sizes) for x in (program, other))
    told = Told(sizes, own.names, build.kept_as(own.unit).name, _digest(own.unit))
    assert Code(sizes, told, lambda: own).text == own.unit
    code = Code(sizes, told, lambda: another)
    with pytest.raises(build.NoLibrary, match="not be written as it was"):
        code.running().begin()
    with pytest.raises(build.NoLibrary):
        Code(sizes, told).running()
    assert not code.is_kept


@pytest.mark.parametrize("known", [False, True])
def test_a_compiler_chosen_meanwhile_compiles_and_notes_nothing_for_the_former(
    cache, monkeypatch, known
):
    first = moved() if known else None
    notes = {path: path.read_bytes() for path in cache.glob("*.code")}
    for path in cache.glob("*.so"):
        path.unlink()
    forget()
    wanted = asked(bob())
    assert code_of(wanted.program, 2, ()).known == known
    monkeypatch.setenv("CC", "cc -O1 -DEXTRA=1")
    commands, run = [], build.run_compiler
    monkeypatch.setattr(build, "run_compiler", lambda x: (commands.append(x), run(x))[1])
    again = zw.simulate(bob(), *START)
    assert again.engine == "native" and commands
    assert all("-DEXTRA=1" in command for command in commands)
    assert {path: path.read_bytes() for path in cache.glob("*.code")} == notes
    assert first is None or np.array_equal(first.q, again.q)


def test_without_a_cache_nothing_is_known_and_all_goes_on(monkeypatch):
    monkeypatch.setenv("ZWANG_CACHE", "/dev/null/nowhere")
    first, again = moved(), moved()
    forget()
    assert first.engine == "native" and np.array_equal(first.q, again.q)
