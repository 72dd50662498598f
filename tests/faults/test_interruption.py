"""Ctrl-C ends a motion, even if Python throws the first word of it away."""

import gc
import signal

import numpy as np
import pytest

import zwang as zw
from zwang.base.process import interruption

FALL = zw.System(1.0, [0.0, -9.765625])
FALLING = FALL, [0.0, 0.0], [1.0, 0.0]


def press_in_a_collection(*_):
    """As when the signal arrives inside a callback of the garbage collector, as JAX has one."""

    def callback(phase, info):
        if phase == "start":
            gc.callbacks.remove(callback)
            signal.raise_signal(signal.SIGINT)

    gc.callbacks.append(callback)
    gc.collect()


@pytest.fixture
def lost(monkeypatch):
    """What Python says of exceptions that it throws away."""
    found = []
    monkeypatch.setattr("sys.unraisablehook", lambda x: found.append(x.exc_type))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # workers may ignore it
    yield found
    signal.signal(signal.SIGINT, before)


def test_a_lost_interruption_ends_a_motion_and_keeps_what_there_is(monkeypatch, lost):
    reached = []

    def go_on(*given):
        reached.append(1)
        if len(reached) == 2:
            press_in_a_collection()
        return original(*given)

    original = zw.simulate.__globals__["journeys"]._go_on
    monkeypatch.setattr("zwang.integrate.loop._go_on", go_on)
    before = signal.getsignal(signal.SIGINT)
    motion = zw.simulate(*FALLING, (0.0, 1.0), step=1e-4)
    assert lost == [KeyboardInterrupt]
    assert motion.status == zw.Status.INTERRUPTED and 0.0 < motion.t[-1] < 1.0
    assert signal.getsignal(signal.SIGINT) is before
    assert zw.simulate(*FALLING, (0.0, 1.0)).status == zw.Status.OK  # and it is over then


def test_a_lost_interruption_ends_an_ensemble(monkeypatch, lost):
    from zwang.ensemble import executor

    original = executor.run_chunk

    def run_chunk(plan, k):
        found = original(plan, k)
        if k == 1:
            press_in_a_collection()
        return found

    monkeypatch.setattr(executor, "run_chunk", run_chunk)
    q0 = np.zeros((8, 2))
    found = zw.simulate_many(FALL, q0, [1.0, 0.0], (0.0, 1.0), chunk=2)
    assert lost == [KeyboardInterrupt]
    assert list(found.status) == [0] * 4 + [zw.Status.INTERRUPTED] * 4


def test_an_interruption_that_is_ignored_stays_so():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruption.heard():
            signal.raise_signal(signal.SIGINT)
            interruption.check()
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_outermost_hears_for_all_within(lost):
    with interruption.heard():
        with interruption.heard():
            press_in_a_collection()
        with pytest.raises(KeyboardInterrupt):
            interruption.check()
    interruption.check()
    assert lost == [KeyboardInterrupt]
