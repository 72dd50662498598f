"""Functions are the same if their code and what they captured are the same."""

import functools
import types

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from zwang.base.identity import key
from zwang.system.system import System

G = 9.81
TABLE = np.array([1.0, 2.0])
settings = types.ModuleType("settings")
settings.k = 1.0  # pyright: ignore[reportAttributeAccessIssue]


def plain(k):
    return lambda q: k * q


def nested(k):
    def outer(q):
        def inner(x):
            return k * x + G

        return inner(q)

    return outer


def comprehended(k):
    return lambda q: jnp.stack([k * x for x in q])


def calls(k):
    helper = plain(k)
    return lambda q: helper(q) + 1.0


def recursive(k):
    def power(n, q):
        return k if n == 0 else q * power(n - 1, q)

    return power


class Spring:
    rest = 0.5

    def __init__(self, k):
        self.k = k

    def force(self, q):
        return -self.k * (q - self.rest)


MAKERS = {
    "closure": plain,
    "default": lambda k: lambda q, k=k: k * q,
    "keyword default": lambda k: lambda q, *, k=k: k * q,
    "nested": nested,
    "comprehension": comprehended,
    "helper": calls,
    "recursive": recursive,
    "array": lambda k: plain(np.array([k, 1.0])),
    "jax array": lambda k: plain(jnp.array([k, 1.0])),
    "dict": lambda k: plain({"k": [k]}),
    "method": lambda k: Spring(k).force,
    "object captured": lambda k: (lambda s: lambda q: s.force(q))(Spring(k)),
    "partial": lambda k: functools.partial(lambda k, q: k * q, k),
    "jit": lambda k: jax.jit(plain(k)),
    "grad": lambda k: jax.grad(lambda q: k * q),
    "vmap of jit": lambda k: jax.vmap(jax.jit(plain(k))),
}


@pytest.mark.parametrize("name", MAKERS)
def test_made_again_a_function_is_the_same_and_with_another_number_it_is_not(name):
    make = MAKERS[name]
    assert key(make(2.0)) == key(make(2.0)) and hash(key(make(2.0))) == hash(key(make(2.0)))
    assert key(make(2.0)) != key(make(3.0))


PAIRS = {
    "code": (lambda q: q + 1.0, lambda q: q - 1.0),
    "constant": (lambda q: q + 1.0, lambda q: q + 2.0),
    "kind of constant": (lambda q: q + 1, lambda q: q + 1.0),
    "name called": (lambda q: jnp.sin(q), lambda q: jnp.cos(q)),
    "int and float captured": (plain(1), plain(1.0)),
    "bool and int captured": (plain(True), plain(1)),
    "shape": (plain(np.zeros(4)), plain(np.zeros((2, 2)))),
    "dtype": (plain(np.zeros(2)), plain(np.zeros(2, "i8"))),
    "zeros of either sign": (plain(0.0), plain(-0.0)),
    "numpy and jax": (plain(np.zeros(2)), plain(jnp.zeros(2))),
    "weak and strong": (plain(jnp.asarray(1.0)), plain(jnp.asarray(np.float64(1.0)))),
    "objects without parts": (plain(object()), plain(object())),
}


@pytest.mark.parametrize("name", PAIRS)
def test_functions_that_may_compute_otherwise_differ(name):
    first, second = PAIRS[name]
    assert key(first) != key(second)


def test_names_and_lines_do_not_matter():
    texts = ("def f(q):\n    return 2.0 * q\n", "\n\n\ndef g(q):\n    return 2.0 * q\n")
    scopes = [{"__name__": "__main__"}, {"__name__": "__main__"}]
    for text, scope in zip(texts, scopes, strict=True):
        exec(compile(text, f"cell {len(text)}", "exec"), scope)
    assert key(scopes[0]["f"]) == key(scopes[1]["g"])


def test_a_changed_global_changes_the_function_that_reads_it(monkeypatch):
    def weight(q):
        return G * q

    def through_a_helper(q):
        return weight(q)

    def from_a_module(q):
        return settings.k * q

    def from_a_table(q):
        return TABLE @ q

    functions = [weight, through_a_helper, from_a_module, from_a_table]
    before = [key(f) for f in functions]
    assert [key(f) for f in functions] == before
    monkeypatch.setitem(globals(), "G", 1.62)
    monkeypatch.setattr(settings, "k", 2.0)
    TABLE[0] = 5.0
    after = [key(f) for f in functions]
    TABLE[0] = 1.0
    assert all(x != y for x, y in zip(before, after, strict=True))


def test_a_field_changed_changes_the_method():
    spring = Spring(1.0)
    before = key(spring.force)
    spring.k = 2.0
    assert key(spring.force) != before


class Counted:
    def __init__(self, k):
        self.k, self.calls = k, 0

    def __call__(self, q):
        self.calls += 1
        return self.k * q


def counters():
    listed, table, number = [], {"n": 0}, 0

    def by_list(q):
        listed.append(1)
        return q

    def by_table(q):
        table["n"] += 1
        return q

    def by_number(q):
        nonlocal number
        number += 1
        return q

    def by_attribute(q):
        by_attribute.calls = getattr(by_attribute, "calls", 0) + 1
        return q

    return by_list, by_table, by_number, by_attribute, Counted(2.0)


@pytest.mark.parametrize("function", counters(), ids=lambda f: getattr(f, "__name__", "object"))
def test_what_a_function_counts_is_no_input_to_it(function):
    before = key(function)
    function(1.0)
    assert key(function) == before


def test_a_list_that_is_only_read_is_an_input():
    lengths = [1.0, 2.0]

    def function(q):
        return q * lengths[0]

    before = key(function)
    lengths[0] = 3.0
    assert key(function) != before


def test_functions_that_call_each_other_have_a_key():
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    assert key(even) == key(even) != key(odd)


def test_an_object_that_does_not_let_itself_be_looked_at_is_only_itself():
    class Closed:
        __slots__ = ("k",)

        def __getattr__(self, name):
            raise RuntimeError(name)

    first, second = Closed(), Closed()
    assert key(plain(first)) == key(plain(first)) != key(plain(second))


def test_a_method_that_calls_its_parent_has_a_key():
    class Stiff(Spring):
        def force(self, q):
            return 2.0 * super().force(q)

    assert key(Stiff(1.0).force) == key(Stiff(1.0).force) != key(Stiff(2.0).force)


def test_a_function_of_a_system_may_use_the_system():
    holder = {}

    def force(q):
        return -holder["system"].M(q) @ q

    holder["system"] = System(1.0, force)
    assert hash(holder["system"]) == hash(holder["system"])


def test_equal_records_of_a_class_defined_again_are_the_same():
    def cell(k):
        class Record:
            def __init__(self, k):
                self.k = k

        return plain(Record(k))

    assert key(cell(1.0)) == key(cell(1.0)) != key(cell(2.0))
