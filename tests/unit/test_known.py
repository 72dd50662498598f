"""A new System is known by what is traced of it; the same one keeps what it captured."""

import dataclasses
import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from benchmarks import soak_captured as soak
from zwang.base.identity.fingerprint import fingerprint
from zwang.engine import acceleration as in_c
from zwang.equation.known import known_at
from zwang.equation.matrices import evaluate_compiled

ONE, NOUGHT = np.ones(1), np.zeros(1)


def acceleration(system, p=None):
    return float(system.acceleration(ONE, NOUGHT, p=p).qdd[0])


def keyed(what, p=None):
    return known_at(what, ONE, NOUGHT, 0.0, p)


# -- built again -----------------------------------------------------------------------------------

EACH = [
    *(soak.Way(holder, "float", "force", "lambda", "acceleration") for holder in soak.HOLDERS),
    *(soak.Way("slots", value, "force", "lambda", "check") for value in soak.VALUES),
    *(soak.Way("deque", "float", part, "lambda", "by JAX") for part in soak.PARTS),
    *(soak.Way("pkg.sub.K", "float", "force", style, "gradient") for style in soak.STYLES),
]


def test_whatever_hides_a_number_another_number_is_another_program():
    wrong = [(way, said) for way in EACH for said in soak.tried(way, later=["acceleration"])]
    assert not wrong


NEW = itertools.count(9.8125, 0.0625)  # numbers that nobody has asked about in this process


def test_a_cell_that_is_run_again_compiles_nothing():
    def cell(g):
        rod = zw.Holonomic(lambda q: q[:1] * 0.0 + q[0] - 1.0, name="rod")
        return zw.System(1.0, lambda q: [0.0 * q[0], -g], [rod], energy=lambda qd: qd @ qd)

    for array, compiled in (
        (np.asarray, lambda: in_c._compiled.cache_info().misses),
        (jnp.asarray, evaluate_compiled._cache_size),
    ):
        run = lambda g: cell(g).acceleration(array([1.0, 0.0]), array([0.0, 0.0]))  # noqa: B023
        here, there = next(NEW), next(NEW)
        run(here)
        count = compiled()
        assert run(here).qdd[1] == -here
        assert compiled() == count
        assert run(there).qdd[1] == -there
        assert compiled() == count + 1


def test_names_lines_and_dead_objects_do_not_matter():
    def one(q):
        return -2.0 * q

    another = lambda x: -(2.0 * x)
    third = lambda q: -2.0 * q
    assert keyed(zw.System(1.0, one)) == keyed(zw.System(1.0, third))
    assert keyed(zw.System(1.0, one)) != keyed(zw.System(1.0, another))


def test_shapes_and_texts_of_the_parameters_are_part_of_the_program():
    system = zw.System(1.0, lambda q, p: -q * (2.0 if p["mode"] == "soft" else p["k"].sum()))
    assert acceleration(system, {"mode": "soft", "k": 5.0}) == -2.0
    assert acceleration(system, {"mode": "hard", "k": 5.0}) == -5.0
    assert acceleration(system, {"mode": "hard", "k": np.ones(3)}) == -3.0
    assert acceleration(system, {"mode": "soft", "k": 6}) == -2.0


def test_a_function_among_the_parameters_counts():
    system = zw.System(1.0, lambda q, p: -p["law"](q))
    hidden = [2.0]
    assert acceleration(system, {"law": lambda q: hidden[0] * q}) == -2.0
    hidden[0] = 3.0
    assert acceleration(system, {"law": lambda q: hidden[0] * q}) == -3.0


# -- other descriptions ------------------------------------------------------------------------


def hidden_event(k):
    return zw.Event(lambda q: q[0] - k[0], name="there")


def hidden_controller(k):
    path = zw.Holonomic(lambda q, t: q[0] - k[0] * t, name="path")
    return zw.track(zw.System(1.0, None, coordinates=["x"]), [path])


def hidden_friction(k):
    row = zw.Holonomic(lambda q: q[0] - 1.0, name="row")
    return zw.System(1.0, None, [row], nonideal=lambda qd, lam: -k[0] * lam * jnp.tanh(qd))


def hidden_load(k):
    bob = zw.Particle(1.0, p_WB=[0.0, 0.0, 0.0], name="bob")
    pull = zw.Load(bob, force=lambda t: [k[0], 0.0, 0.0])
    return zw.Mechanism([bob], forces=[pull]).system()


@pytest.mark.parametrize("make", [hidden_event, hidden_controller, hidden_friction])
def test_all_that_carries_functions_is_known_by_what_was_traced(make):
    first, again, other = keyed(make([2.0])), keyed(make([2.0])), keyed(make([3.0]))
    assert first == again and first != other


def test_a_mechanism_is_traced_where_it_has_functions():
    made = [known_at(hidden_load([x]), np.zeros(3), np.zeros(3), 0.0, None) for x in (2, 2, 3)]
    assert made[0] == made[1] != made[2]


# -- the same object ---------------------------------------------------------------------------

GRAVITY = 9.81
TABLE = np.array([2.0])


@dataclasses.dataclass
class Spring:
    k: float

    def force(self, q):
        return -self.k * q


def test_an_object_keeps_what_it_captured_at_its_first_use(monkeypatch):
    k = 2.0
    spring, table, scalar = Spring(2.0), np.array([2.0]), np.array(2.0)
    helper = lambda q: -GRAVITY * q
    systems = {
        "variable": zw.System(1.0, lambda q: -k * q),
        "array": zw.System(1.0, lambda q: -table * q),
        "array of one number": zw.System(1.0, lambda q: -scalar * q),
        "array in a jit": zw.System(1.0, jax.jit(lambda q: -table * q)),
        "global": zw.System(1.0, lambda q: -GRAVITY * q),
        "global of a helper": zw.System(1.0, lambda q: helper(q)),
        "field": zw.System(1.0, spring.force),
    }
    before = {name: acceleration(x) for name, x in systems.items()}
    k, spring.k, table[0], scalar[()] = 3.0, 3.0, 3.0, 3.0
    monkeypatch.setitem(globals(), "GRAVITY", 1.62)
    assert set(before.values()) == {-2.0, -9.81}
    assert {name: acceleration(x) for name, x in systems.items()} == before
    motions = {name: zw.simulate(x, ONE, NOUGHT, (0.0, 0.1)) for name, x in systems.items()}
    assert {name: x.qdd[0, 0] for name, x in motions.items()} == before


def test_what_a_function_counts_traces_nothing_again():
    calls, runs = 0, []

    def force(q):
        nonlocal calls
        calls += 1
        runs.append(q.shape)
        return -q

    system = zw.System(1.0, force)
    acceleration(system)
    before = calls, len(runs)
    acceleration(system)
    assert (calls, len(runs)) == before


MOTION = ONE, NOUGHT, (0.0, 0.1)
FIRST = {
    "acceleration": lambda s, path: s.acceleration(ONE, NOUGHT),
    "in C": lambda s, path: zw.simulate(s, *MOTION),
    "by JAX": lambda s, path: zw.simulate(s, *MOTION, engine="jax"),
    "drift": lambda s, path: zw.simulate(s, *MOTION, drift=None),
    "check": lambda s, path: zw.check(s, ONE, NOUGHT),
    "linearize": lambda s, path: zw.linearize(s, NOUGHT),
    "explain": lambda s, path: str(zw.explain(s, ONE, NOUGHT)),
    "grad": lambda s, path: jax.grad(lambda q: s.acceleration(q, 0 * q).qdd[0])(jnp.ones(1)),
    "export": lambda s, path: zw.export_c(s, path, q=ONE),
    "many": lambda s, path: zw.simulate_many(s, np.ones((2, 1)), *MOTION[1:]),
}
COUNT = itertools.count()


@pytest.mark.parametrize("name", FIRST)
def test_an_old_object_keeps_its_numbers_and_spoils_no_other(name, tmp_path):
    """Whatever its first call was, in all calls that follow; and the same for all others."""
    number = 5.03125 + next(COUNT) / 64  # that no other test has compiled
    hidden = {"k": [number], "rows": 1}

    def rows(q):
        return jnp.stack([0.0 * q[0]] * hidden["rows"])

    def make():
        row, seen = zw.Holonomic(rows, name="row"), {"rows": rows}
        return zw.System(1.0, lambda q: -hidden["k"][0] * q, row, observables=seen)

    def changed(k, m):
        hidden["k"][0], hidden["rows"] = k, m

    def looked_at(system):
        motions = [FIRST[x](system, tmp_path) for x in ("in C", "by JAX", "drift")]
        sizes = {x.observables["rows"].shape[1] for x in motions} | {x.rank.ndim for x in motions}
        return {-x.qdd[0, 0] for x in motions} | {-acceleration(system)}, sizes

    old = make()
    FIRST[name](old, tmp_path)
    changed(3.0, 4)
    new = make()
    assert (looked_at(old), looked_at(new)) == (({number}, {1}), ({3.0}, {1, 4}))
    changed(number, 1)
    assert looked_at(make()) == looked_at(old) == ({number}, {1})


def test_events_keep_what_they_captured():
    level = 0.5
    make = lambda: zw.Event(lambda q: q[0] - level, name="passes", terminal=False)
    system, old = zw.System(1.0, lambda q: -q), make()
    for level, event, wanted in ((0.5, old, 0.5), (0.25, old, 0.5), (0.25, make(), 0.25)):  # noqa: B007
        motion = zw.simulate(system, ONE, NOUGHT, (0.0, 1.5), events=event)
        np.testing.assert_allclose(motion.events["passes"].t, np.arccos(wanted), 1e-7)


def test_controllers_and_their_closed_loops_keep_what_they_captured():
    slope = [2.0]

    def make():
        path = zw.Holonomic(lambda q, t: q[0] - slope[0] * t**2 / 2, name="path")
        return zw.track(zw.System(1.0, None, coordinates=["x"]), [path])

    old = make()
    assert old.force([0.0], [0.0], 0.0) == 2.0
    slope[0] = 3.0
    for law, wanted in ((old, 2.0), (make(), 3.0)):
        assert zw.simulate(law.closed_loop(), [0.0], [0.0], (0.0, 0.1)).qdd[0, 0] == wanted
        assert law.force([0.0], [0.0], 0.0) == wanted


def test_new_shapes_are_traced_anew_and_known_by_that():
    hidden = [2.0]
    system = zw.System(1.0, lambda q, p: -hidden[0] * p["k"].sum() * q)
    assert acceleration(system, {"k": 1.0}) == -2.0
    hidden[0] = 3.0
    assert acceleration(system, {"k": np.ones(2)}) == -6.0
    assert acceleration(system, {"k": 1.0}) == -2.0


def test_float32_has_a_trace_of_its_own_and_is_known_by_it():
    hidden = [2.0]
    make = lambda: zw.System(1.0, lambda q: -hidden[0] * q)
    run = lambda system: zw.simulate_many(
        system, np.ones((2, 1)), NOUGHT, (0.0, 1.0), dtype=np.float32, engine="jax", rtol=1e-4
    ).q[0, -1, 0]
    old = make()
    assert acceleration(old) == -2.0
    hidden[0] = 3.0
    run(old)
    hidden[0] = 2.0
    np.testing.assert_allclose(run(make()), np.cos(np.sqrt(2.0)), 1e-3)


def test_what_is_kept_of_a_motion_is_for_its_kinds_of_numbers():
    """Shapes, parameters that are no numbers, options, and traces in between: each its own."""
    signs = {"up": 1.0, "down": -1.0}
    system = zw.System(1.0, lambda q, p: p["k"] * signs[p["to"]] * jnp.ones_like(q))
    ask = lambda n, p, **more: zw.simulate(system, np.ones(n), np.zeros(n), (0.0, 1.0), p, **more)
    for n, to, k in ((1, "up", 2.0), (2, "up", 2.0), (1, "down", 3.0), (1, "up", np.array([2.0]))):
        for drift in (zw.Projection(), None):
            motion = ask(n, {"k": k, "to": to}, drift=drift)
            np.testing.assert_allclose(motion.q[-1], np.ones(n) + signs[to] * k / 2, rtol=1e-12)
            assert motion.settings["drift"] == repr(drift)
    one = lambda k: ask(1, {"k": k, "to": "up"})
    assert jax.eval_shape(one, 2.0).engine == "jax: traced" and one(2.0).engine == "native"


# -- fingerprints ----------------------------------------------------------------------------------


def printed(f):
    return fingerprint(jax.make_jaxpr(lambda x: f(x))(jnp.ones(2)))


def ruled(k, kind):
    if kind == "jvp":
        f = jax.custom_jvp(lambda x: 2.0 * x)
        f.defjvp(lambda p, t: (f(*p), k * t[0] * f(p[0])))
    elif kind == "jvps":
        f = jax.custom_jvp(lambda x: 2.0 * x)
        f.defjvps(lambda t, out, x: k * t)
    else:
        f = jax.custom_vjp(lambda x: 2.0 * x)
        f.defvjp(lambda x: (f(x), x), lambda x, g: (k * g * x,))
    return f


@pytest.mark.parametrize("kind", ["jvp", "jvps", "vjp"])
def test_a_derivative_rule_is_part_of_a_program(kind):
    assert printed(ruled(2.0, kind)) == printed(ruled(2.0, kind)) != printed(ruled(3.0, kind))


def test_the_kernel_is_known_by_its_name_and_its_rule_is_not_traced(monkeypatch):
    from zwang.base.identity import fingerprint as module

    def refused(equation):
        raise AssertionError("a derivative rule of our own was traced")

    monkeypatch.setattr(module, "_rule", refused)
    f = lambda x: zw.solve(jnp.eye(2), x, jnp.ones((1, 2)), jnp.zeros(1)).qdd
    assert printed(f).opaque == () and printed(f) == printed(lambda x: f(x))


def test_loops_branches_keys_and_arrays_count():
    def made(n, x):
        f = lambda q: jax.lax.while_loop(
            lambda c: c[0] < n,
            lambda c: (c[0] + 1, jax.lax.cond(c[0] > 1, jnp.sin, lambda y: x * y, c[1])),
            (0, q),
        )[1]
        return lambda q: f(q) + jax.random.normal(jax.random.key(3), (2,)) + jax.nn.relu(q)

    first, other = np.array([1.0, 2.0]), np.array([1.0, 2.5])
    assert printed(made(3, first)) == printed(made(3, first.copy()))
    assert printed(made(3, first)) != printed(made(4, first))
    assert printed(made(3, first)) != printed(made(3, other))
    assert not printed(made(3, first)).opaque


def test_a_call_back_to_python_is_only_itself():
    f = lambda: lambda x: jax.pure_callback(lambda y: y, x, x)
    assert printed(f()) != printed(f())


def test_constants_count_by_their_bits():
    values = [0.0, -0.0, np.nan, 1.0, np.nextafter(1.0, 2.0), np.ones(2), np.ones((1, 2))]
    prints = [printed(lambda q, x=x: x * q).digest for x in values]
    assert len(set(prints)) == len(values)
    assert printed(lambda q: np.nan * q).digest == prints[2]
