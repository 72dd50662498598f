"""The kernel for large systems, whose M and A have few entries that are not zero.

kernel          the numbers, in C with arrays of places
symbolic        where the factors have entries, in which order; found once for a pattern
metric          rank and answer in the metric of a definite M
auxiliary       a mass put in the place of a singular M
sparse          the solver
"""

from zwang.solvers.sparse.sparse import Sparse as Sparse
