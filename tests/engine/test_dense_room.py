"""A dense motion keeps to its scratch room: nobody writes beyond what ``DenseModel.room`` says."""

import numpy as np
import pytest

import zwang as zw
from tests.engine.dense_cases import CASES, LAWS, START, Case, bob, four_bar, linkage
from tests.motion.linkages import LINKAGES
from zwang.engine.model import DenseModel
from zwang.runtime.functions import Functions

UNTOUCHED = np.int64(0x7FF8_5EED_5EED_5EED)  # a number that no one computes
BEYOND = 4096  # numbers behind the room, at least


@pytest.fixture
def rooms(cache, monkeypatch):
    """All rooms that models hand out, each with as much behind it; functions stay on tape."""
    made = []

    def scratch(model):
        if model._rooms:
            return model._rooms.pop()
        room = np.full(2 * model.room + BEYOND, UNTOUCHED).view(float)
        made.append((model, room))
        return room, room.ctypes.data

    monkeypatch.setattr(DenseModel, "scratch", scratch)
    monkeypatch.setattr(Functions, "begin", lambda functions: False)
    return made


def require_kept(rooms) -> None:
    """Nothing was written behind a room; and much of one within it, or the test sees nothing."""
    assert rooms
    for model, room in rooms:
        assert (room.view(np.int64)[model.room :] == UNTOUCHED).all()
    used = max((x.view(np.int64)[: m.room] != UNTOUCHED).sum() for m, x in rooms)
    assert used > 10


@pytest.mark.parametrize("name", CASES)
def test_a_motion_keeps_to_its_room(name, rooms):
    CASES[name]().run()
    require_kept(rooms)


@pytest.mark.parametrize("options", [{"rtol": 1e-6}, {"step": 2e-3}, {"step": 0.02}], ids=str)
@pytest.mark.parametrize("name", LINKAGES)
def test_crossings_keep_to_their_room(name, options, rooms):
    linkage(name, **options).run()
    require_kept(rooms)


@pytest.mark.parametrize("n, m", [(1, 0), (1, 1), (1, 4), (2, 9), (5, 2), (9, 9), (12, 1), (20, 4)])
def test_motions_of_all_sizes_keep_to_their_room(n, m, rooms):
    """Rows that may depend on each other, and events that look for all forces."""
    rng = np.random.default_rng([n, m])
    A = rng.normal(size=(m, n)) if m < n else np.outer(rng.normal(size=m), rng.normal(size=n))
    rows = [zw.Holonomic(lambda q: A @ q + 0.1 * (A @ q) ** 2, name="rows")] if m else []
    wall = zw.Event(lambda qdd, q: qdd[0] + q[0] + 0.3, "wall", terminal=False)
    drag = LAWS["ideal force"]
    system = zw.System(rng.uniform(1.0, 2.0, n), lambda q: -q, rows, nonideal=drag)
    start = np.zeros(n), (np.eye(n) - np.linalg.pinv(A) @ A if m else np.eye(n)) @ np.ones(n)
    Case(system, start, (0.0, 0.5), None, {"events": [wall], "rtol": 1e-6}).run()
    require_kept(rooms)


@pytest.mark.parametrize("make", [four_bar, lambda: Case(bob(3), START, (0.0, 1.0))])
def test_ensembles_keep_to_their_room(make, rooms):
    case = make()
    (q0, qd0), t, factor = case.start, np.linspace(*case.t, 5), np.linspace(0.5, 2.0, 20)[:, None]
    given = case.system, q0, factor * np.asarray(qd0), t, case.p
    zw.simulate_many(*given, keep="motion", engine="native")
    require_kept(rooms)


@pytest.mark.parametrize("name", ["a pendulum", "friction by the multipliers", "no mass"])
def test_what_is_asked_besides_keeps_to_its_room(name, rooms):
    """Between the rows of a motion, and an acceleration."""
    case = CASES[name]()
    motion = case.run()
    motion.at(np.linspace(motion.t[0], motion.t[-1], 7))
    case.system.acceleration(motion.q[-1], motion.qd[-1], motion.t[-1], case.p)
    require_kept(rooms)


def test_a_room_that_is_too_small_is_noticed(rooms, monkeypatch):
    own = DenseModel.__init__

    def smaller(model, *args):
        own(model, *args)
        model.room //= 40

    monkeypatch.setattr(DenseModel, "__init__", smaller)
    CASES["a pendulum"]().run()
    with pytest.raises(AssertionError):
        require_kept(rooms)
