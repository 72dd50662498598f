"""A chain in three dimensions, from SymPy's objects to a motion, beside ``lambdify`` and SciPy.

    python benchmarks/bench_symbolic.py [--links 5] [--until 5] [--kane]

Point masses on massless links, each with two angles, hang from a fixed point. Both sides begin
with the same object of ``sympy.physics.mechanics``: a LagrangesMethod, or with ``--kane`` a
KanesMethod whose equations were formed. Theirs: the equations formed, ``lambdify`` with common
subexpressions shared, ``numpy.linalg.solve`` in each step, ``solve_ivp`` with DOP853. Ours:
``zw.System.from_sympy`` and ``zw.simulate``, with an empty cache of compiled programs. Told are
seconds from the object to the end of the first motion, and of a further motion, both in one run,
with their ratio; and how far the ends are apart.
"""

from __future__ import annotations

import argparse
import os
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
    found = KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=[x - y for x, y in rates.items()])
    found.kanes_equations(bodies, loads)
    return found


def theirs(model: Any, q0: Any, p: dict[str, float], until: float) -> tuple[Any, float, float]:
    """The end of the motion, and seconds to the first and of a further one."""
    import numpy as np
    import sympy as sp
    from scipy.integrate import solve_ivp

    began = time.perf_counter()
    if hasattr(model, "form_lagranges_equations"):
        model.form_lagranges_equations()
        states = [*model.q, *model._qdots]
    else:
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
    first = time.perf_counter() - began
    began = time.perf_counter()
    solve_ivp(rate, (0.0, until), start, **given)
    return end, first, time.perf_counter() - began


def ours(model: Any, q0: Any, p: dict[str, float], until: float) -> tuple[Any, float, float]:
    """The same by zwang."""
    import zwang as zw

    began = time.perf_counter()
    system = zw.System.from_sympy(model)
    move = lambda: zw.simulate(system, q0, 0.0 * q0, (0.0, until), p, rtol=RTOL, atol=ATOL)
    motion = move()
    first = time.perf_counter() - began
    began = time.perf_counter()
    move()
    print(f"by {motion.engine}, {len(motion.t)} steps")
    return motion.q[-1], first, time.perf_counter() - began


def main() -> None:
    """Compare both, ours first and last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=5)
    parser.add_argument("--until", type=float, default=5.0)
    parser.add_argument("--kane", action="store_true")
    asked = parser.parse_args()
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()
    import numpy as np
    import scipy.integrate  # noqa: F401
    import sympy  # noqa: F401

    import zwang  # noqa: F401

    make = kane if asked.kane else lagrange
    began = time.perf_counter()
    model, other = make(asked.links), None
    print(f"{2 * asked.links} angles; the objects took {time.perf_counter() - began:.1f} s")
    other = model if asked.kane else make(asked.links)
    q0 = np.concatenate([np.linspace(0.3, 0.7, asked.links), np.linspace(0.2, -0.4, asked.links)])
    p = {"m": 1.0, "g": 9.81, "l": 0.5}
    end, first, again = ours(model, q0, p, asked.until)
    wanted, slow, each = theirs(other, q0, p, asked.until)
    print(f"to the first motion: ours {first:.2f} s, theirs {slow:.2f} s, ratio {first / slow:.3f}")
    print(f"a further motion: ours {again:.4f} s, theirs {each:.4f} s, ratio {again / each:.4f}")
    print(f"ends apart by {np.abs(end - wanted).max():.1e}")


if __name__ == "__main__":
    main()
