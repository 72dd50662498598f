"""The kernel for large systems, whose M and A have few entries that are not zero.

kernel          the numbers, in C with arrays of places
symbolic        where the factors have entries, in which order; found once for a pattern
lanes           parts that look alike, eliminated side by side
metric          rank and answer in the metric of a definite M
auxiliary       a mass put in the place of a singular M
sparse          the solver
choose          whether it is worth it, by size and fill
"""

from zwang.solvers.sparse.sparse import Sparse as Sparse
