"""A tape gives what the same values give as compiled C, to the last bit."""

import ctypes
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.control.test_bounded_levels import SHAPES, problem, served
from tests.engine import test_scalar, test_whole_numbers
from zwang import zoo
from zwang.emit.lines import PRELUDE, emit
from zwang.emit.scalars import scalarized
from zwang.emit.tape import tape_of
from zwang.engine.program import functions as of_systems
from zwang.engine.program.sizes import sizes_of
from zwang.equation.friction import eliminate
from zwang.equation.observe import row_lengths
from zwang.files import build
from zwang.integrate.options import Options
from zwang.integrate.problem import request
from zwang.ir.calls import called_texts
from zwang.ir.scalar.graph import Unsupported
from zwang.ir.text import constants, defined
from zwang.library.functions import Function, wrapped
from zwang.library.loader import library as motions
from zwang.library.operations import CALLED
from zwang.solvers import Auto, Cholesky, Orthogonal, Singular
from zwang.solvers.base import is_definite
from zwang.solvers.derivative import differentiable, mobility
from zwang.solvers.singular import equilibrate
from zwang.zoo import mechanisms
from zwang.zoo.mechanisms.machine import Machine

Written = dict[str, tuple[tuple[str, ...], dict[str, Any]]]  # by name: inputs and outputs


def compiled(functions: Written, level: str = build.ONCE) -> Any:
    """All of them as one library, with the signature that C calls."""
    texts = [emit(name, given, out, own=True) for name, (given, out) in functions.items()]
    ends = [wrapped(name, len(given), len(out)) for name, (given, out) in functions.items()]
    called = called_texts([call for x in texts for call in x.calls])
    above = PRELUDE, defined(constants()), called
    return build.library("\n".join([*above, *(x.text for x in texts), *ends]), level)


def both(name: str, functions: Written, library: Any, given: list[np.ndarray]) -> list[bytes]:
    """What the tape and the code return, as bytes; and the tape keeps to its room."""
    inputs, outputs = functions[name]
    tape = tape_of(inputs, outputs)
    function, answers, guard = Function(tape), [], np.full(10_000, 1.5)
    for _ in range(2):
        returned = [np.full(max(x.size, 1), 17.0) for x in outputs.values()]
        places = (ctypes.c_void_p * (len(given) + len(returned)))(
            *(x.ctypes.data for x in (*given, *returned))
        )
        at, top = ctypes.addressof(places), np.full(tape.room + len(guard), 1.5)
        runs = motions().zw_run_function
        runs(function.address, top.ctypes.data, at, at + 8 * len(given))
        assert np.array_equal(top[tape.room :], guard)
        answers.append(b"".join(x.tobytes() for x in returned))
        function.swap(f"{name}_code", library)
    assert function.compiled
    return answers


def taken_apart(cases: dict[Any, Any], size: int) -> Written:
    functions = {}
    for i, case in enumerate(cases.values()):
        try:
            found = scalarized(case, ("x", (size,)))[1]
        except Unsupported:  # which other tests count
            continue
        functions[f"case_{i}"] = ("x",), {"y": np.asarray(found, object)}
    return functions


@pytest.fixture(scope="module")
def primitives():
    functions = taken_apart(test_scalar.CASES, 6)
    assert len(functions) == len(test_scalar.CASES)
    return functions, compiled(functions)


@pytest.mark.parametrize("case", test_scalar.CASES)
def test_every_primitive_is_on_tape(case, primitives):
    functions, library = primitives
    name = f"case_{list(test_scalar.CASES).index(case)}"
    for x in (test_scalar.P, *np.random.default_rng(3).uniform(-2.0, 2.0, (3, 6))):
        tape, code = both(name, functions, library, [x])
        assert tape == code


@pytest.mark.slow
def test_whole_numbers_of_all_types_are_on_tape():
    functions = taken_apart(test_whole_numbers.CASES, 1)
    assert len(functions) >= test_whole_numbers.LEAST["statements"]
    library = compiled(functions)
    for name in functions:
        tape, code = both(name, functions, library, [test_whole_numbers.X])
        assert tape == code, list(test_whole_numbers.CASES)[int(name[5:])]


@pytest.mark.parametrize("case", test_whole_numbers.FEW)
def test_a_few_whole_numbers_wrap_on_tape(case):
    function, wanted = test_whole_numbers.FEW[case]
    found = scalarized(lambda x: function(x).astype(float), ("x", (1,)))[1]
    answer = np.zeros(1)
    Function(tape_of(("x",), {"y": found})).run([test_whole_numbers.X], [answer])
    assert answer.tolist() == [wanted]


# -- random programs -------------------------------------------------------------------------------

ONE = [jnp.sin, jnp.tanh, jnp.negative, jnp.abs, jnp.floor, jnp.square, lambda x: 0.5 * x]
TWO = [jnp.add, jnp.subtract, jnp.multiply, jnp.divide, jnp.maximum, jnp.arctan2, jnp.fmod]
WHOLE = [jnp.add, jnp.subtract, jnp.multiply, jnp.bitwise_xor, jnp.bitwise_and, jnp.maximum]


def random_program(seed: int) -> Any:
    """A function of x (6,) of some hundred operations on numbers of all kinds."""
    draw = np.random.default_rng(seed)
    steps = [(int(draw.integers(5)), *map(int, draw.integers(0, 1000, 4))) for _ in range(150)]

    def program(x):
        real, truth = [*x, jnp.asarray(1e6)], [x[0] > 0, x[1] < x[2]]
        whole = [(1e9 * x[3]).astype(int), jnp.where(x[4] > 0, 2**53 + 1, 3)]
        pick = lambda values, i: values[-1 - i % min(len(values), 20)]
        for kind, which, i, j, k in steps:
            a, b, flag = pick(real, i), pick(real, j), pick(truth, k)
            m, n = pick(whole, i), pick(whole, j)
            if kind == 0:
                real.append(ONE[which % len(ONE)](a))
            elif kind == 1:
                real.append(TWO[which % len(TWO)](a, b))
            elif kind == 2:
                real.append(jnp.where(flag, a, b * b + a))
                whole.append(jnp.where(flag, m, n))
            elif kind == 3:
                truth += [a < b, jnp.logical_xor(m > n, flag), jnp.isfinite(a) & flag]
            else:
                whole.append(WHOLE[which % len(WHOLE)](m, n))
                real.append(0.1 * m.astype(float) + a * (m % 7).astype(float))
        return jnp.stack([*real[-40:], *(x.astype(float) for x in (*whole[-20:], *truth[-20:]))])

    return program


def test_random_programs_are_the_same_on_tape_and_compiled():
    cases = {seed: random_program(seed) for seed in range(12)}
    functions, draw = taken_apart(cases, 6), np.random.default_rng(0)
    assert len(functions) == len(cases)
    library = compiled(functions)
    for name in functions:
        for x in draw.normal(size=(5, 6)):
            tape, code = both(name, functions, library, [x])
            assert tape == code, name
    last = jax.jit(cases[0])(x)
    answer = np.zeros(last.shape)
    Function(tape_of(*functions["case_0"])).run([x], [answer])
    np.testing.assert_allclose(answer, last, rtol=1e-9, atol=1e-9)


# -- calls -----------------------------------------------------------------------------------------

SIZES = [(1, 0), (1, 2), (3, 2), (6, 3), (6, 9), (14, 11)]
WAYS = [Auto(), Cholesky(), Orthogonal(), Singular()]


def matrices(n: int, m: int, seed: int) -> np.ndarray:
    """M (n, n), A (m, n), T (n, n) and r (n), behind each other; in some of them M lacks a mass or
    holds NaN, and rows of A repeat each other."""
    rng = np.random.default_rng(seed)
    G, A = rng.normal(size=(n, n)), rng.normal(size=(m, n))
    if m > 2 and seed % 2:
        A[-1] = A[0] - 2.0 * A[1]
    if seed % 4 > 1:
        G[0] = 0.0
    M = G @ G.T
    M[0, 0] = np.nan if seed % 7 == 6 else M[0, 0]
    units = 10.0 ** rng.integers(-3, 4, n)
    M, A = M * units * units[:, None], A * units * 10.0 ** rng.integers(-3, 4, (m, 1))
    return np.concatenate([x.ravel() for x in (M, A, rng.normal(size=(n, n)), rng.normal(size=n))])


def asking(n: int, m: int) -> Any:
    """All that a program may call of matrices of these sizes, as one function of their numbers."""

    def turn(x, T):
        return jnp.sin(x) - 0.1 * eliminate(T + 3.0 * jnp.eye(n), x)

    def program(x):
        ends = np.cumsum([0, n * n, m * n, n * n, n])
        M, A, T, r = (x[a:b] for a, b in zip(ends, ends[1:], strict=False))
        M, A, T = M.reshape(n, n), A.reshape(m, n), T.reshape(n, n)
        answers = []
        for solver in WAYS:
            for k in (1, 3):
                F, b = T[:, :1] * r[:k], A @ T[:, :1] * r[:k]
                attempt = differentiable(solver)(M, A, F, b)
                answers += [attempt.x, attempt.lam, attempt.residual, attempt.free]
                answers += [attempt.rank, attempt.status]
        P, status = mobility(Auto())(M, A)
        answers += [P, status, *equilibrate(M, A, jnp), is_definite(M), row_lengths(M, A)]
        late = eliminate(T, r)  # of which no derivative is asked
        turned = jax.lax.scan(lambda y, _: (turn(y, T), None), late, None, length=7)[0]
        answers += [late, turned, P @ T.T @ P]
        return jnp.concatenate([jnp.ravel(y).astype(float) for y in answers])

    return program


@pytest.fixture(scope="module")
def programs_that_call():
    functions = {}
    for i, (n, m) in enumerate(SIZES):
        size = len(matrices(n, m, 0))
        functions |= {f"case_{i}": taken_apart({0: asking(n, m)}, size)["case_0"]}
    return functions, compiled(functions)


@pytest.mark.parametrize("case", range(len(SIZES)))
def test_what_a_tape_calls_is_what_is_compiled_for_its_sizes(case, programs_that_call):
    functions, library = programs_that_call
    names = {call.what for call in tape_of(*functions[f"case_{case}"]).calls}
    assert {"kernel", "mobility", "eliminate"} <= names
    n, m = SIZES[case]
    for seed in range(28):
        tape, code = both(f"case_{case}", functions, library, [matrices(n, m, seed)])
        assert tape == code, seed


def test_everything_that_can_be_called_is(programs_that_call):
    functions, _ = programs_that_call
    names = {call.what for x in functions.values() for call in tape_of(*x).calls}
    assert names == {*CALLED} - {"bounded"}


def test_the_active_set_for_limits_is_the_same_on_tape_and_compiled():
    ends = np.cumsum([0, *(int(np.prod(shape)) for shape in SHAPES)])

    def program(x):
        parts = [x[a:b] for a, b in zip(ends, ends[1:], strict=False)]
        answer = served(*(y.reshape(shape) for y, shape in zip(parts, SHAPES, strict=True)))
        return jnp.concatenate([jnp.ravel(y).astype(float) for y in jax.tree.leaves(answer)])

    functions = taken_apart({0: program}, int(ends[-1]))
    library = compiled(functions)
    assert "bounded" in {call.what for call in tape_of(*functions["case_0"]).calls}
    for i in range(60):
        plain, scaled, _ = problem(i)
        for arguments in (plain, scaled):
            x = np.concatenate([np.ravel(y) for y in arguments])
            tape, code = both("case_0", functions, library, [x])
            assert tape == code, i


# -- systems ---------------------------------------------------------------------------------------


def functions_of(system: Any, q0: Any, qd0: Any, p: Any) -> tuple[Written, dict[str, int]]:
    """All functions of a system in scalars, and the sizes of what they are given."""
    asked = request(system, q0, qd0, (0.0, 1.0), p, Options())
    shapes = tuple(shape for shape, _ in asked.parameters.shapes)
    sizes = sizes_of(asked.program, len(q0), shapes)
    found = of_systems.functions_of(asked.program, sizes)
    found |= of_systems.straight_of(asked.program, sizes, found)
    written, n = {}, sizes.n
    for name, values in found.items():
        given, returned = of_systems.ARGUMENTS[name]
        if isinstance(values, dict):
            written[name] = given, {x: values[x] for x in returned}
    many = sum(int(np.prod(shape)) for shape in shapes)
    return written, {"q": n, "qd": n, "t": 1, "p": many, "ideal": n, "A": sizes.m * n}


SYSTEMS: dict[str, Any] = {
    "pendulum": zoo.pendulum,
    "Andrews": zoo.andrews,
    "four-bar": zoo.four_bar,
    "Bricard": zoo.bricard,
    "rolling disk": zoo.rolling_disk,
    "heavy top": zoo.heavy_top,
    "two masses": zoo.two_masses,
    "slider crank": mechanisms.slider_crank,
    "chain of two": lambda: mechanisms.chain(2),
    "turntable": mechanisms.turntable,
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_all_functions_of_a_system_are_the_same_on_tape_and_compiled(name):
    made = SYSTEMS[name]()
    if isinstance(made, Machine):
        system = made.mechanism.system(definite=True)
        functions, sizes = functions_of(system, *made.mechanism.start(), None)
    else:
        functions, sizes = functions_of(made.system, made.q0, made.qd0, made.p)
    assert "zw_describe" in functions
    library, draw = compiled(functions), np.random.default_rng(0)
    for function, (inputs, _) in functions.items():
        for _ in range(3):
            given = [draw.uniform(-1.0, 1.5, max(sizes.get(x, 8), 1)) for x in inputs]
            tape, code = both(function, functions, library, given)
            assert tape == code, function


def test_an_input_without_a_place_is_no_tape():
    found = scalarized(lambda x: 2.0 * x, ("x", (2,)))[1]
    with pytest.raises(Unsupported, match="`x`"):
        tape_of(("y",), {"z": found})
