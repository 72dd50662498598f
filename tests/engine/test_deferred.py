"""Derivatives that are left to who reads a trace: by the engine, by JAX, under transformations."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.identity.fingerprint import fingerprint
from zwang.engine.evaluate import in_c
from zwang.equation.acceleration_form import acceleration_form
from zwang.equation.indices import outside
from zwang.system.deferred import NAME, for_engine


def system(k: float = 0.3, last: int = 2) -> zw.System:
    """Three coordinates, energies that hold everything, and each kind of constraint."""

    def T(q, qd, t, p):
        twist = k * jnp.sin(q[0] + t) * qd[0] * qd[1] + p["m"] * qd[1] ** 2 * jnp.cosh(q[1])
        return qd @ qd + twist + qd[2] * q[0] * t + 0.1 * q[last] ** 2 * qd[2] ** 2

    return zw.System.from_lagrangian(
        T=T,
        V=lambda q, t, p: p["m"] * jnp.cos(q[0] * q[1]) * t + q[2] ** 4,
        constraints=[
            zw.Holonomic(lambda q, t: q[0] ** 2 * q[2] + jnp.exp(-q[1] * t), name="position"),
            zw.Nonholonomic(lambda q, qd, t: qd[0] * qd[1] * q[2] + t * qd[2], name="velocity"),
            zw.Pfaffian(lambda q, t: [q[1], t * q[0], 1.0], lambda q, t: q[2] * t, name="linear"),
        ],
    )


def everything(what: zw.System, q, qd, t, p):
    """All that is differentiated."""
    form = acceleration_form(what, q, qd, t, p)
    excess = what.mass.function.__self__.beyond_quadratic(q, qd, t, p)  # pyright: ignore
    return what.M(q, t, p), what.Q(q, qd, t, p), form.A, form.b, form.phi, form.velocity, excess


STATES = [(np.array(x), np.array(y), t) for x, y, t in [
    ([0.3, -0.4, 0.7], [0.2, 0.5, -0.1], 0.9),
    ([-1.1, 0.2, 0.1], [0.0, -0.3, 2.0], 0.0),
]]  # fmt: skip


def test_the_engine_has_the_derivatives_of_jax():
    what, p = system(), {"m": 1.3}
    compiled = in_c(lambda q, qd, t, m: everything(what, q, qd, t, {"m": m[0]}), 3, ((),))
    for q, qd, t in STATES:
        by_jax = everything(what, q, qd, t, p)
        for found, wanted in zip(compiled(q, qd, t, np.array([1.3])), by_jax, strict=True):
            assert found == pytest.approx(np.asarray(wanted), rel=1e-12, abs=1e-13)


def changing(what: zw.System, order: int):
    """All of it, differentiated along a motion that is no free one, as often as told."""

    def along(f):
        def change(q, qd, t, m):
            way = qd * jnp.cos(q), jnp.sin(qd) + q * t, 1.0 + t * m, 0.3 * m  # any function
            return jax.jvp(f, (q, qd, t, m), way)[1]

        return change

    found = lambda q, qd, t, m: everything(what, q, qd, t, {"m": m})
    for _ in range(order):
        found = along(found)
    return found


@pytest.mark.parametrize("order", [1, 2])
def test_the_engine_differentiates_on_as_jax_does(order):
    what = system()
    further, by_jax = changing(what, order), jax.jit(changing(what, order))
    compiled = in_c(lambda q, qd, t, m: further(q, qd, t, m[0]), 3, ((),))
    for q, qd, t in STATES:
        wanted = by_jax(q, qd, t, 1.3)
        for found, x in zip(compiled(q, qd, t, np.array([1.3])), wanted, strict=True):
            assert found == pytest.approx(np.asarray(x), rel=1e-11, abs=1e-12)


def test_what_was_differentiated_for_the_engine_can_be_transposed():
    what, ((q, qd, t), _) = system(), STATES

    def slope(q):
        with for_engine():
            Q = lambda q: what.Q(q, qd, jnp.asarray(t), {"m": 1.3})
            return jax.jvp(Q, (q,), (qd,))[1]

    assert jax.jacrev(slope)(q) == pytest.approx(np.asarray(jax.jacfwd(slope)(q)), rel=1e-11)


def test_a_trace_for_the_engine_means_the_same_to_jax():
    what, p = system(), {"m": 1.3}
    (q, qd, t), _ = STATES

    def some(q):
        form = acceleration_form(what, q, qd, jnp.asarray(t), p)
        return jnp.concatenate([what.Q(q, qd, t, p), form.b, jnp.ravel(what.M(q, t, p))])

    def deferring(q):
        with for_engine():
            return some(q)

    def transformed(f):
        return jax.jit(lambda q: (f(q), jax.jacfwd(f)(q), jax.vmap(f)(jnp.stack([q, 2.0 * q]))))(q)

    traced = jax.make_jaxpr(deferring)(q)
    assert sum(x.primitive.name == NAME for x in traced.jaxpr.eqns) == 5
    for found, wanted in zip(transformed(deferring), transformed(some), strict=True):
        assert found == pytest.approx(np.asarray(wanted), rel=1e-12, abs=1e-13)


def test_what_is_left_out_of_a_trace_still_tells_it_from_others():
    def traced(what):
        with for_engine():
            mass = lambda q: what.M(q, 0.5, {"m": 1.0})
            return jax.make_jaxpr(mass)(np.zeros(3))

    assert fingerprint(traced(system())) == fingerprint(traced(system()))
    assert fingerprint(traced(system())) != fingerprint(traced(system(k=0.31)))
    assert not outside(traced(system())) and outside(traced(system(last=5)))


def test_functions_with_derivatives_of_their_own_keep_them():
    @jax.custom_jvp
    def odd(x):
        return x**2

    odd.defjvp(lambda x, xd: (odd(*x), 7.0 * xd[0]))  # pyright: ignore
    bent = zw.Holonomic(lambda q: odd(q[0]) + q[1], name="bent")
    control = zw.track(zw.System(np.ones(2), None), bent)
    rows = in_c(lambda q, qd, t, _: acceleration_form(control.required, q, qd, t).A, 2, ())
    assert rows(np.ones(2), np.ones(2), 0.0, np.zeros(0)).tolist() == [[7.0, 1.0]]
