"""A model in SymPy, its motion, and its explicit equations as formulas, LaTeX and C.

The bob hangs on a rod that is said twice, which the equations of Lagrange's method do not survive.
"""

import sympy as sp
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

import zwang as zw

(x, y), (m, g, L) = dynamicsymbols("x y"), sp.symbols("m g L")
lagrangian = m * (x.diff() ** 2 + y.diff() ** 2) / 2 - m * g * y
rod = x**2 + y**2 - L**2
bob = zw.System.from_sympy(LagrangesMethod(lagrangian, [x, y], hol_coneqs=[rod, 3 * rod]))

p = {"m": 2.0, "g": 9.81, "L": 1.0}
motion = zw.simulate(bob, [0.6, -0.8], [0.0, 0.0], (0.0, 5.0), p)
drop = abs(motion.energy[-1] - motion.energy[0])
print(f"{len(motion.t)} rows, energy kept to {drop:.0e}, rank {motion.rank[-1]} of 2 rows")

equations = zw.explicit(bob)
print(equations)
print(equations.code("c"))
