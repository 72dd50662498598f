"""What is imported is not searched for garbage; whatever else there is, is."""

import gc
import inspect
import subprocess
import sys
import weakref

import pytest

from tests.project.source import ROOT
from zwang.base.later import undisturbed


class Node:
    """What refers to itself, so that only a search finds that nobody else does."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def thawed():
    """As in a process in which nothing is frozen; what the tests have frozen thaws."""
    gc.unfreeze()
    yield
    gc.freeze()


def test_nothing_is_searched_within_and_all_is_afterwards(thawed):
    node = Node()
    seen = weakref.ref(node)
    with undisturbed():
        assert not gc.isenabled()
        with undisturbed():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled() and gc.get_freeze_count() == 0
    del node
    gc.collect()
    assert seen() is None


def test_what_the_user_said_stays(thawed):
    gc.disable()
    try:
        with undisturbed():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
    gc.freeze()
    frozen = gc.get_freeze_count()
    with pytest.raises(ZeroDivisionError), undisturbed():
        raise ZeroDivisionError
    assert gc.isenabled() and gc.get_freeze_count() >= frozen > 0


# What a script says; then how many objects are frozen, and whether garbage is found.
SCRIPT = """
import gc, weakref
{Node}
early = Node()
{before}
import zwang as zw
zw.System
late = Node()
seen = [weakref.ref(early), weakref.ref(late)]
del early, late
gc.collect()
print(gc.get_freeze_count() > 50_000, gc.isenabled(), *(x() is None for x in seen))
"""


@pytest.mark.parametrize(
    ("before", "said"),
    {
        "": "True True False True",  # at the head of a script, where little is lost
        "import jax": "True True False True",
        "much = [[] for _ in range(40_000)]": "False True True True",
        "import jax; much = [[] for _ in range(40_000)]": "False True True True",
    }.items(),
)
def test_what_a_script_had_is_frozen_with_JAX_only_if_it_is_little(before, said):
    text = SCRIPT.format(before=before, Node=inspect.getsource(Node))
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == said


FIRST = """
import zwang as zw
from zwang.engine import evaluate
path = zw.Holonomic(lambda q, t: q - t, name="path")
controller = zw.track(zw.System(1.0, lambda q: -q), path, gains=(2.0, 1.0))
assert abs(controller.force([0.0], [1.0])[0]) < 1e-12
assert [type(x) for x in evaluate._PROGRAMS.values()] == [evaluate.InC], evaluate._PROGRAMS
"""


def test_what_a_process_asks_first_is_in_C():
    """Rules of the engine that nobody has imported yet are found all the same."""
    subprocess.run([sys.executable, "-c", FIRST], check=True, cwd=ROOT)
