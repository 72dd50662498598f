"""A dense motion keeps to its scratch room: nobody writes beyond what ``DenseModel.room`` says."""

from functools import cache

import numpy as np
import pytest

import zwang as zw
from tests.engine.dense_cases import CASES, LAWS, START, Case, bob, four_bar, linkage
from tests.engine.memory import forget
from tests.motion.linkages import LINKAGES
from tests.runtime.units import Change, spoiled, use
from zwang.engine.dense.model import DenseModel
from zwang.library.functions import Functions

WATCHED = """\
/* A room with as much behind it, which nobody may write to; and how much of one was used. */
#define ZW_UNTOUCHED 0x7ff85eed5eed5eedLL /* a number that no one computes */
static long long zw_overflows, zw_used;

static double *zw_watched(long long room)
{
    long long *block = malloc((2 * (size_t)room + 4096) * 8);
    block[0] = room;
    for (long long i = 1; i < 2 * room + 4096; i++) block[i] = ZW_UNTOUCHED;
    return (double *)(block + 1);
}

static void zw_looked_at(double *top)
{
    long long *block = (long long *)top - 1, room = block[0], last = 0;
    for (long long i = 1; i < 2 * room + 4096; i++)
        if (block[i] != ZW_UNTOUCHED) last = i;
    long long part = 1000 * last / room;
    if (last > room) __atomic_add_fetch(&zw_overflows, 1, __ATOMIC_RELAXED);
    if (part > zw_used) zw_used = part;
    free(block);
}
#define free zw_looked_at

ZW_EXPORT long long zw_count_overflows(void) { return zw_overflows; }
ZW_EXPORT long long zw_most_used(void) { return zw_used; }

"""
HEAD = "static zw_room zw_room_of(const zw_model *model)\n"
ROOM = "malloc((size_t)model->room * sizeof(double))"


@cache
def watching(room: str):
    """The library, with rooms that are watched."""
    dense, watched = "runtime/c/dense.c", f"zw_watched({room})"
    return spoiled(Change(dense, ROOM, watched), Change(dense, HEAD, WATCHED + HEAD))


@pytest.fixture
def kept_to(monkeypatch, tmp_path):
    """What asserts that nobody wrote behind a room; functions stay on tape."""
    library = watching("model->room")
    use(monkeypatch, library)
    monkeypatch.setenv("ZWANG_CACHE", str(tmp_path))
    monkeypatch.setattr(Functions, "begin", lambda functions: False)

    def require():
        assert library.zw_most_used() > 0
        assert library.zw_count_overflows() == 0

    yield require
    forget()


@pytest.mark.parametrize("name", CASES)
def test_a_motion_keeps_to_its_room(name, kept_to):
    CASES[name]().run()
    kept_to()


@pytest.mark.parametrize("options", [{"rtol": 1e-6}, {"step": 2e-3}, {"step": 0.02}], ids=str)
@pytest.mark.parametrize("name", LINKAGES)
def test_crossings_keep_to_their_room(name, options, kept_to):
    linkage(name, **options).run()
    kept_to()


@pytest.mark.parametrize("n, m", [(1, 0), (1, 1), (1, 4), (2, 9), (5, 2), (9, 9), (12, 1), (20, 4)])
def test_motions_of_all_sizes_keep_to_their_room(n, m, kept_to):
    """Rows that may depend on each other, and events that look for all forces."""
    rng = np.random.default_rng([n, m])
    A = rng.normal(size=(m, n)) if m < n else np.outer(rng.normal(size=m), rng.normal(size=n))
    rows = [zw.Holonomic(lambda q: A @ q + 0.1 * (A @ q) ** 2, name="rows")] if m else []
    wall = zw.Event(lambda qdd, q: qdd[0] + q[0] + 0.3, "wall", terminal=False)
    drag = LAWS["ideal force"]
    system = zw.System(rng.uniform(1.0, 2.0, n), lambda q: -q, rows, nonideal=drag)
    start = np.zeros(n), (np.eye(n) - np.linalg.pinv(A) @ A if m else np.eye(n)) @ np.ones(n)
    Case(system, start, (0.0, 0.5), None, {"events": [wall], "rtol": 1e-6}).run()
    kept_to()


def together(case: Case) -> None:
    """An ensemble of the motion, faster and slower."""
    (q0, qd0), t, factor = (
        case.start,
        np.linspace(case.t[0], case.t[1], 5),
        np.linspace(0.5, 2.0, 20)[:, None],
    )
    given = case.system, q0, factor * np.asarray(qd0), t, case.p
    zw.simulate_many(*given, keep="motion", engine="native")


@pytest.mark.parametrize("make", [four_bar, lambda: Case(bob(3), START, (0.0, 1.0))])
def test_ensembles_keep_to_their_room(make, kept_to):
    together(make())
    kept_to()


@pytest.mark.parametrize("name", ["a pendulum", "friction by the multipliers", "no mass"])
def test_what_is_asked_besides_keeps_to_its_room(name, kept_to):
    """Between the rows of a motion, and an acceleration."""
    case = CASES[name]()
    motion = case.run()
    motion.at(np.linspace(motion.t[0], motion.t[-1], 7))
    case.system.acceleration(motion.q[-1], motion.qd[-1], motion.t[-1], case.p)
    kept_to()


def test_a_room_that_is_too_small_is_noticed(monkeypatch):
    library = watching("model->room / 40")
    use(monkeypatch, library)
    CASES["a pendulum"]().run()
    forget()
    assert library.zw_count_overflows() > 0


@pytest.mark.parametrize("many", [False, True])
def test_a_motion_without_room_is_an_error_and_no_crash(many, monkeypatch):
    made, init = list[DenseModel](), DenseModel.__init__
    noting = lambda model, *args: (made.append(model), init(model, *args))[1]
    monkeypatch.setattr(DenseModel, "__init__", noting)
    forget()
    run = together if many else Case.run
    case = CASES["a pendulum"]()
    run(case)
    monkeypatch.setattr(made[0]._struct, "room", 2**59)  # systems keep their models
    with pytest.raises(MemoryError):
        run(case)
