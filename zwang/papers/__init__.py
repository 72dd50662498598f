"""Each paper's form of the equation of motion, literally, to be read beside the paper.

One file, one paper; functions are named by what they compute and cite the equation as printed.
They serve tests and study. They are not fast, and not for mixed units: they take symmetric
square roots and pseudo-inverses with a fixed cut, so units should lie within a factor of ten of
one another. `zwang.solve` has neither limit.

_inverses   inverses that all share
u05     the fundamental equation and its split; control
uk95    the same in scaled accelerations, from D'Alembert's principle
ku93    Gauss's principle; any g-inverse, any least-squares g-inverse
up06    singular mass matrices through the stacked matrix
us10    singular mass matrices through an auxiliary system
us10_rotation   the rotation of a rigid body in quaternions

All functions take and return NumPy arrays, in the letters of `zwang.solve`: mass matrix M (n, n),
given force Q (n,), constraints A q̈ = b with A (m, n) and b (m,), and C (n,) or None for the
prescribed work of nonideal constraints. Constraints must be consistent; that is not checked.
"""

from zwang.papers import ku93, u05, uk95, up06, us10, us10_rotation

__all__ = ["u05", "uk95", "ku93", "up06", "us10", "us10_rotation"]
