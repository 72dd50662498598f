"""While objects are made that stay, Python does not search for garbage; then as it did before."""

import gc
import weakref
from threading import Event, Thread

import pytest

import zwang as zw
from tests.unit.test_later import Node
from zwang.base.process.unsearched import unsearched


@pytest.mark.parametrize("before", [True, False])
def test_what_was_said_of_searches_holds_again(before):
    (gc.enable if before else gc.disable)()
    try:
        with pytest.raises(ZeroDivisionError), unsearched():
            with unsearched():
                assert not gc.isenabled()
            assert not gc.isenabled()
            raise ZeroDivisionError
        assert gc.isenabled() == before
    finally:
        gc.enable()


def test_of_two_threads_the_last_one_lets_searches_begin():
    entered, leave = Event(), Event()

    def other():
        with unsearched():
            entered.set()
            leave.wait(10.0)

    thread = Thread(target=other)
    with unsearched():
        thread.start()
        entered.wait(10.0)
    assert not gc.isenabled()
    leave.set()
    thread.join()
    assert gc.isenabled()


def test_garbage_made_within_is_found_afterwards():
    with unsearched():
        node = Node()
        seen = weakref.ref(node)
        del node
    gc.collect()
    assert seen() is None


def test_functions_are_traced_unsearched_and_called_by_others_as_before():
    told = []

    def force(q):
        told.append(gc.isenabled())
        return -q

    zw.simulate(zw.System(1.0, force), [1.0], [0.0], (0.0, 0.1))
    assert False in told and gc.isenabled()
