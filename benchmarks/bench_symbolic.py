"""A chain in three dimensions, from SymPy's objects to a motion, beside ``lambdify`` and SciPy.

    python benchmarks/bench_symbolic.py [--links 5] [--until 5] [--kane | --rigid] [--formed]

Links with two angles each hang from a fixed point: massless ones with point masses, or with
``--rigid`` bars with inertia, each in frames of its own. Both sides begin with the same object of
``sympy.physics.mechanics``: a LagrangesMethod, or with ``--kane`` or ``--rigid`` a KanesMethod with
bodies and loads, whose equations are not formed yet, or with ``--formed`` are. Theirs: the
equations formed, ``lambdify`` with common subexpressions shared, ``numpy.linalg.solve`` in each
step, ``solve_ivp`` with DOP853. Ours: ``zw.System.from_sympy`` and ``zw.simulate``, with an empty
cache of compiled programs. Told are seconds from the object to the end of the first motion, and of
a further motion, both in one run, with their ratio; by the clock, and of the processor, compilers
counted; and how far the ends are apart.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
RTOL, ATOL = 1e-9, 1e-12


def chain(links: int) -> tuple[Any, list[Any]]:
    """Angles, and the places of the masses."""
    import sympy as sp
    from sympy.physics.mechanics import dynamicsymbols

    q = list(dynamicsymbols(f"a:{links} b:{links}"))
    length = sp.Symbol("l")
    places, at = [], sp.zeros(3, 1)
    for a, b in zip(q[:links], q[links:], strict=True):
        along = sp.Matrix([sp.sin(b), -sp.sin(a) * sp.cos(b), -sp.cos(a) * sp.cos(b)])
        at = at + length * along
        places.append(at)
    return q, places


def lagrange(links: int) -> Any:
    """The chain as a LagrangesMethod."""
    import sympy as sp
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    q, places = chain(links)
    m, g = sp.symbols("m g")
    velocities = [place.diff(dynamicsymbols._t) for place in places]
    kinetic = sum(m * (v.T * v)[0] / 2 for v in velocities)
    return LagrangesMethod(kinetic - sum(m * g * place[2] for place in places), q)


def kane(links: int) -> Any:
    """The chain as a KanesMethod, with its equations formed."""
    import sympy as sp
    from sympy.physics.mechanics import (
        KanesMethod,
        Particle,
        Point,
        ReferenceFrame,
        dynamicsymbols,
    )

    q, places = chain(links)
    t, (m, g) = dynamicsymbols._t, sp.symbols("m g")
    u = list(dynamicsymbols(f"u:{2 * links}"))
    N, O = ReferenceFrame("N"), Point("O")
    O.set_vel(N, 0)
    rates = dict(zip([x.diff(t) for x in q], u, strict=True))
    bodies, loads = [], []
    for i, place in enumerate(places):
        x, y, z = place
        point = O.locatenew(f"P{i}", x * N.x + y * N.y + z * N.z)
        v = place.diff(t).xreplace(rates)
        point.set_vel(N, v[0] * N.x + v[1] * N.y + v[2] * N.z)
        bodies.append(Particle(f"B{i}", point, m))
        loads.append((point, -m * g * N.z))
    equations = [x - y for x, y in rates.items()]
    return KanesMethod(N, q, u, kd_eqs=equations, bodies=bodies, forcelist=loads)


def rigid(links: int) -> Any:
    """Bars with inertia, each in two frames, as a KanesMethod."""
    import sympy as sp
    from sympy.physics.mechanics import (
        KanesMethod,
        Point,
        ReferenceFrame,
        RigidBody,
        dynamicsymbols,
        inertia,
    )

    q, u = dynamicsymbols(f"a:{links} b:{links}"), dynamicsymbols(f"ua:{links} ub:{links}")
    m, g, length, J = sp.symbols("m g l J")
    N, last = ReferenceFrame("N"), Point("O")
    last.set_vel(N, 0)
    bodies, loads, frame = [], [], N
    for i in range(links):
        A = frame.orientnew(f"A{i}", "Axis", [q[i], frame.x])
        A.set_ang_vel(frame, u[i] * frame.x)
        B = A.orientnew(f"B{i}", "Axis", [q[links + i], A.y])
        B.set_ang_vel(A, u[links + i] * A.y)
        centre, end = (last.locatenew(f"{x}{i}", -part * length * B.z) for x, part in
                       (("C", sp.S.Half), ("P", 1)))  # fmt: skip
        for point in (centre, end):
            point.v2pt_theory(last, N, B)
        bodies.append(RigidBody(f"R{i}", centre, B, m, (inertia(B, J, J, J / 50), centre)))
        loads.append((centre, -m * g * N.z))
        last, frame = end, B
    equations = [x.diff(dynamicsymbols._t) - y for x, y in zip(q, u, strict=True)]
    return KanesMethod(N, list(q), list(u), kd_eqs=equations, bodies=bodies, forcelist=loads)


class Clock:
    """Seconds by the clock and of the processor since it was made."""

    def __init__(self):
        self.began = self._now()

    @staticmethod
    def _now() -> tuple[float, float]:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = time.process_time() + children.ru_utime + children.ru_stime
        return time.perf_counter(), used

    def __call__(self) -> tuple[float, float]:
        now, used = self._now()
        return now - self.began[0], used - self.began[1]


def theirs(model: Any, q0: Any, p: dict[str, float], until: float) -> tuple[Any, Any, Any]:
    """The end of the motion, and seconds to the first and of a further one."""
    import numpy as np
    import sympy as sp
    from scipy.integrate import solve_ivp

    clock = Clock()
    if hasattr(model, "form_lagranges_equations"):
        model.form_lagranges_equations()
        states = [*model.q, *model._qdots]
    else:
        if model._fr is None:
            model.kanes_equations()
        states = [*model.q, *model.u]
    plain = {x: sp.Symbol(f"y{i}") for i, x in enumerate(states)}
    order = sorted(plain, key=lambda x: isinstance(x, sp.Derivative), reverse=True)
    put = {x: plain[x] for x in order}
    trees = [x.xreplace(put) for x in (model.mass_matrix, model.forcing)]
    names = [sp.Symbol(name) for name in p]
    function = sp.lambdify([list(plain.values()), names], trees, cse=True)
    numbers, n = list(p.values()), len(q0)

    def rate(t, y):
        M, f = function(y, numbers)
        return np.concatenate([y[n:], np.linalg.solve(M, f)[:, 0]])

    start = np.concatenate([q0, np.zeros(n)])
    given = {"method": "DOP853", "rtol": RTOL, "atol": ATOL}
    end = solve_ivp(rate, (0.0, until), start, **given).y[:n, -1]
    first, clock = clock(), Clock()
    solve_ivp(rate, (0.0, until), start, **given)
    return end, first, clock()


def ours(model: Any, q0: Any, p: dict[str, float], until: float) -> tuple[Any, Any, Any]:
    """The same by zwang."""
    import zwang as zw

    clock = Clock()
    system = zw.System.from_sympy(model)
    move = lambda: zw.simulate(system, q0, 0.0 * q0, (0.0, until), p, rtol=RTOL, atol=ATOL)
    motion = move()
    first, clock = clock(), Clock()
    move()
    again = clock()
    print(f"by {motion.engine}, {len(motion.t)} steps")
    return motion.q[-1], first, again


def main() -> None:
    """Compare both, ours first and last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=5)
    parser.add_argument("--until", type=float, default=5.0)
    parser.add_argument("--kane", action="store_true")
    parser.add_argument("--rigid", action="store_true")
    parser.add_argument("--formed", action="store_true")
    asked = parser.parse_args()
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()
    import numpy as np
    import scipy.integrate  # noqa: F401
    import sympy  # noqa: F401

    import zwang

    _ = zwang.System.from_sympy, zwang.simulate  # imported when they are asked for

    make = rigid if asked.rigid else kane if asked.kane else lagrange
    clock = Clock()
    model, other = make(asked.links), make(asked.links)
    if asked.formed:
        model.kanes_equations()
        other.kanes_equations()
    print(f"{2 * asked.links} angles; the objects took {clock()[0] / 2:.1f} s")
    q0 = np.concatenate([np.linspace(0.3, 0.7, asked.links), np.linspace(0.2, -0.4, asked.links)])
    p = {"m": 1.0, "g": 9.81, "l": 0.5} | ({"J": 0.02} if asked.rigid else {})
    end, *mine = ours(model, q0, p, asked.until)
    wanted, *others = theirs(other, q0, p, asked.until)
    for what, a, b in zip(("to the first motion", "a further motion"), mine, others, strict=True):
        for kind, x, y in zip(("by the clock", "of the processor"), a, b, strict=True):
            print(f"{what}, {kind}: ours {x:.4f} s, theirs {y:.4f} s, ratio {x / y:.3f}")
    print(f"ends apart by {np.abs(end - wanted).max():.1e}")


if __name__ == "__main__":
    main()
