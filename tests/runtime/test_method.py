"""A Runge-Kutta method as data: its sums are those of its coefficients, in their order."""

import ctypes

import diffrax
import numpy as np
import pytest

from tests.runtime.units import unit
from zwang.base.identity.keyed import Keyed
from zwang.files.kept import Unsupported
from zwang.integrate.method.runge_kutta import Dopri8, tableau
from zwang.integrate.method.step_size import PI, AbstractStepSize, Elementary
from zwang.runtime import method as methods

EXPORTED = """
void try_step(
    const zw_method *f, long long n, double t, const double *q, const double *qd, double h,
    zw_stage_function accelerate, double *K, double *x, double *v, double *q1, double *qd1,
    double *error)
{
    zw_stage_room room = {K, x, v};
    zw_stages(f, n, t, q, qd, h, 0.5, accelerate, 0, &room, q1, qd1, error);
}
long long size_of_method(void) { return (long long)sizeof(zw_method); }
"""
METHODS = [Dopri8(), diffrax.Dopri5(), diffrax.Tsit5(), diffrax.Bosh3(), diffrax.Euler()]
DOUBLES = ctypes.POINTER(ctypes.c_double)
CALLED = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_double, DOUBLES, DOUBLES, ctypes.c_double, DOUBLES
)


@pytest.fixture(scope="module")
def program():
    return unit(EXPORTED, "prelude.h", "method.h", "stages.h")


def made(method, rule: AbstractStepSize = Elementary(), order=5):
    table = tableau(method)
    assert table is not None
    rows = tuple(map(tuple, table.stages))
    return methods._made(
        (tuple(table.nodes), rows, tuple(table.weights), tuple(table.errors)), rule, order
    )


def acceleration(t, q, qd):
    return np.cos(q) * t - 0.3 * qd + np.arange(len(q))


def known_step(table, t, q, qd, h):
    """The step by NumPy, number for number in the order of the stages."""
    b, e = np.array(table.weights), np.array(table.errors)
    used = [i for i in range(len(b)) if b[i] or e[i]]
    count = used[-1] + 1
    b, e, a = b[:count], e[:count], np.zeros((count, count))
    for s in range(count):
        a[s, : len(table.stages[s])] = table.stages[s]
    twice, K = a @ a, [acceleration(t, q, qd)]

    def added(weights):
        terms = [w * K[r] for r, w in enumerate(weights) if abs(w) > 1e-15]
        total = terms[0] if terms else np.zeros_like(q)
        for x in terms[1:]:
            total = total + x
        return total

    for s in range(1, count):
        c = table.nodes[s]
        x = q + h * (c * qd + h * added(twice[s]))
        K.append(acceleration(t + c * h, x, qd + h * added(a[s])))
    drift = h * added(e @ a)
    if abs(e.sum()) > 1e-15:
        drift = e.sum() * qd + drift
    q1 = q + h * (b.sum() * qd + h * added(b @ a))
    return q1, qd + h * added(b), np.concatenate([h * drift, h * added(e)])


@pytest.mark.parametrize("n", [1, 3, 4, 7, 12, 21])
@pytest.mark.parametrize("method", METHODS[:4], ids=lambda x: type(x).__name__)
def test_a_step_is_the_sum_of_its_stages(program, method, n):
    rng, found = np.random.default_rng(n), made(method)
    q, qd, h, t = rng.normal(size=n), rng.normal(size=n), 0.03, 1.7
    array = lambda x: np.ctypeslib.as_array(x, (n,))

    @CALLED
    def accelerate(model, t, q, qd, cut, qdd):
        array(qdd)[:] = acceleration(t, array(q), array(qd))

    room = [np.zeros(found.stages * n), np.zeros(n), np.zeros(n)]
    q1, qd1, error = np.zeros(n), np.zeros(n), np.zeros(2 * n)
    at = lambda x: ctypes.c_void_p(x.ctypes.data)
    real = ctypes.c_double
    program.try_step(
        ctypes.c_void_p(found.at), ctypes.c_longlong(n), real(t), at(q), at(qd), real(h),
        accelerate, *map(at, (*room, q1, qd1, error)),
    )  # fmt: skip
    known = known_step(tableau(method), t, q, qd, h)
    assert all(map(np.array_equal, known, (q1, qd1, error)))
    assert np.abs(error).max() > 0.0


def test_memory_is_laid_out_as_in_C(program):
    program.size_of_method.restype = ctypes.c_longlong
    assert program.size_of_method() == ctypes.sizeof(methods.Memory)


def test_stages_that_serve_the_next_step_alone_are_left_out():
    counts = {type(x).__name__: made(x).stages for x in METHODS[:4]}
    assert counts == {"Dopri8": 13, "Dopri5": 7, "Tsit5": 7, "Bosh3": 4}


def test_a_method_or_a_rule_that_C_has_no_text_for_is_refused():
    class Wild(AbstractStepSize):
        def factor(self, error, former, order):
            return error

    assert made(Dopri8(), PI()).memory.rule == methods.PROPORTIONAL_INTEGRAL
    with pytest.raises(Unsupported, match="length of steps"):
        made(Dopri8(), Wild())
    from zwang.integrate.method.runge_kutta import Program

    program = object.__new__(Program)
    object.__setattr__(program, "method", Keyed(diffrax.Kvaerno5(), "kvaerno"))
    object.__setattr__(program, "rule", Elementary())
    with pytest.raises(Unsupported, match="Kvaerno5"):
        methods.method_of(program)
