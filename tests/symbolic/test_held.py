"""Rows that follow from others only where the constraints hold: formulas are right there."""

# SymPy tells few types, and guesses in their place are wrong.
# pyright: reportArgumentType=false, reportAttributeAccessIssue=false

import jax.numpy as jnp
import numpy as np
import pytest
import sympy as sp
from typer.testing import CliRunner

import zwang as zw
from zwang.symbolic.algebra import generic
from zwang_command import app

LADDER = """
[coordinates]
x = 0.5
y = 1.4
th = 0.3
[parameters]
m = 8
g = 9.81
L = 3
k = 60
[system]
mass = ["m", "m", "m*L^2/12"]
force = {y = "-m*g", x = "-k*x"}
[[constraint]]
name = "wall"
equation = "x = L/2*sin(th)"
[[constraint]]
name = "floor"
equation = "y = L/2*cos(th)"
[[constraint]]
name = "length"
equation = "4*(x^2 + y^2) = L^2"
[simulate]
until = 1
"""


def ladder(order=(0, 1, 2), other="L", unit=1.0):
    """A ladder at a wall, its length said once more, in any order of rows and any unit."""

    def rows(q, p):
        x, y, th = q[0] / unit, q[1] / unit, q[2]
        s, c, half = jnp.sin(th), jnp.cos(th), p["L"] / 2
        told = [x - half * s, y - half * c, 4 * (x**2 + y**2) - p[other] ** 2]
        return jnp.stack([told[i] for i in order])

    mass = lambda p: [p["m"] / unit**2, p["m"] / unit**2, p["m"] * p["L"] ** 2 / 12]
    force = lambda q, p: [-7.0 * q[0] / unit**2, -p["m"] * 9.81 / unit, 0.0]
    p = {"m": 8.0, "L": 3.0, other: 3.0}
    return zw.System(mass, force, zw.Holonomic(rows, "row"), coordinates="x y th"), p


def square(rows, n=2):
    """A bob on a rod that is said twice."""
    mass = lambda p: [p["m"], p["m"], 1.0][:n]
    force = lambda p: [0.0, -p["m"] * 9.81, 0.3][:n]
    told = zw.Holonomic(lambda q: jnp.stack(rows(q)), "rod")
    return zw.System(mass, force, told, coordinates=["x", "y", "s"][:n]), {"m": 2.0}


def cranks(names):
    """Three cranks side by side, their ends on one bar: a parallelogram that is closed twice."""

    def rows(q, p):
        at = jnp.array([0.0, 1.0, 2.5])
        ends = [
            jnp.stack([at[i] + p[names[i]] * jnp.cos(q[i]), p[names[i]] * jnp.sin(q[i])])
            for i in range(3)
        ]
        gap = lambda i, j: (ends[j] - ends[i]) @ (ends[j] - ends[i]) - (at[j] - at[i]) ** 2
        return jnp.stack([gap(0, 1), gap(1, 2), gap(0, 2)])

    force = lambda q: -9.81 * jnp.cos(q) * jnp.array([1.0, 2.0, 0.5])
    system = zw.System([1.0, 2.0, 0.7], force, zw.Holonomic(rows, "bar"), coordinates="a b c")
    return system, dict.fromkeys(names, 0.6)


def through(q):
    return [q[0] ** 2 + q[1] ** 2 - 1, q[2] - q[0], q[2] ** 2 + q[1] ** 2 - 1]


# System and parameters, whether these are told, the rank where constraints hold, and a start.
TABLE = [
    (square(through, 3), False, 2, [0.6, -0.8, 0.6]),
    (ladder(), False, 2, [0.5, 1.4, 0.3]),
    (ladder((2, 0, 1)), True, 2, [0.5, 1.4, 0.3]),
    (ladder((1, 2, 0), other="H"), False, 2, [0.5, 1.4, 0.3]),
    (ladder(unit=1000.0), True, 2, [500.0, 1400.0, 0.3]),
    (square(lambda q: [q @ q - 1, (q @ q) ** 2 - 1]), False, 1, [0.6, -0.8]),
    (square(lambda q: [q @ q - 1, (q @ q - 1) * (2 + q[0])]), False, 1, [0.6, -0.8]),
    (cranks("LLL"), False, 2, [0.7, 0.7, 0.7]),
    (cranks("ABC"), True, 2, [0.7, 0.7, 0.7]),
]


def apart(system, p, start, found, count=4):
    """How far formulas are from the kernel where the constraints hold; and what they divide by."""
    random, space = np.random.default_rng(3), {}
    exec(found.code(), space)
    values = [found.full(x.lhs) for x in found.conditions if isinstance(x, sp.Ne)]
    symbols = [*found.qd, *found.q, found.t, *found.parameters]
    plain = [sp.Symbol(f"v{i}") for i in range(len(symbols))]
    names = dict(zip(symbols, plain, strict=True))
    divisors = sp.lambdify(plain, [x.xreplace(names) for x in values])
    far, least = 0.0, np.inf
    for _ in range(count):
        q = np.array(start) * (1 + random.uniform(0.0, 0.2))
        q, qd = zw.assemble(system, q, random.uniform(-1, 1, len(q)) * np.abs(q), p=p)
        wanted = system.acceleration(q, qd, 0.0, p)
        assert wanted.status == zw.Status.OK and wanted.rank == found.rank
        got = space["acceleration"](q, qd, 0.0, p)[0]
        far = max(far, np.linalg.norm(got - wanted.qdd) / np.linalg.norm(wanted.qdd))
        numbers = divisors(*qd, *q, 0.0, *(p[x.name] for x in found.parameters))
        least = min([least, *np.abs(numbers)])
    return far, least


@pytest.mark.parametrize("case", range(len(TABLE)))
def test_formulas_are_the_kernel_s_where_the_constraints_hold(case):
    (system, p), told, rank, start = TABLE[case]
    reduced = case % 2 and case < 7  # a basis for three cranks takes half a minute
    for more in ({}, {"on_constraints": True} if reduced else {"written_out": False}):
        found = zw.explicit(system, p=p if told else None, **more)
        assert found.rank == rank == len(found.independent)
        far, least = apart(system, p, start, found)
        assert far < 1e-7 and least > 1e-9


def test_ranks_off_the_constraints_give_wrong_formulas(monkeypatch):
    """The same law fails where the rank is that of almost all states."""
    (system, p), _, _, start = TABLE[1]
    monkeypatch.setattr(generic, "held", lambda *_: [])
    found = zw.explicit(system)
    assert found.rank == 3 and "No state was found" in found.notes[0]
    found = zw.explicit(system, on_constraints=True)
    assert "divided by zero" in found.notes[1]
    with pytest.raises(AssertionError):
        apart(system, p, start, found)


def test_what_is_left_out_is_named_and_independent_rows_are_all_kept():
    rod = lambda q: q @ q - 1.0
    table = [
        ([rod, lambda q: q[0] - q[1]], 2, ""),
        ([rod, lambda q: 3.0 * rod(q)], 1, ""),
        ([rod, lambda q: rod(q) * (2.0 + q[0])], 1, "rank 1, elsewhere 2: 'r1' then follows"),
        ([lambda q: q @ q + 1.0], 1, "No state was found at which the constraints hold"),
    ]
    for rows, rank, note in table:
        told = [zw.Holonomic(row, f"r{i}") for i, row in enumerate(rows)]
        found = zw.explicit(zw.System(1.0, None, told, coordinates="x y"))
        assert found.rank == rank and bool(found.notes) == bool(note)
        assert note in " ".join(found.notes) and note[:9] in str(found)


def test_a_model_file_s_own_start_decides(tmp_path):
    path = tmp_path / "ladder.toml"
    path.write_text(LADDER)
    for more in ([], ["--on-constraints"]):
        told = CliRunner().invoke(app, ["derive", str(path), "--out", str(tmp_path), *more])
        assert told.exit_code == 0, told.output
        assert "'length' then follows from the rows before it" in told.output
        assert "(x*cos(th) - y*sin(th))**" not in told.output


def test_what_is_missing_is_named():
    bob = zw.Particle("m", p_WB=[0.6, -0.8], name="bob")
    rod = zw.joints.Distance(zw.GROUND, bob, length="l", name="rod")
    with pytest.raises(TypeError, match=r"`system` is a .*Mechanism.*wanted.*system\(\)"):
        zw.explicit(zw.Mechanism([bob], [rod], [zw.Gravity()]))
    system, _ = ladder()
    with pytest.raises(ValueError, match="`p` is None.*wanted those of L, m"):
        zw.explicit(system, [0.0, 1.5, 0.0])
    shaped = lambda q, p: -p["k"] * q * p["w"][1]
    with pytest.raises(ValueError, match="`p` is None.*with k, w among them"):
        zw.explicit(zw.System(1.0, shaped, coordinates="x"))
