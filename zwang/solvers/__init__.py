"""Ways to solve the equations of constrained motion, one a file, all of one shape.

rank            the one rule of rank and of consistency
base            the contract; the metric M; what all share
cholesky        M > 0, A of full rank
orthogonal      M > 0, any A
singular        any M ≥ 0
sparse          large systems, most of whose entries are zero
straight        small systems, written out
auto            the fastest that is right
held            a solver whose rank rule the motion tells
gpu             many small systems on a GPU
batch           many systems, where only what failed is repaired
derivative      the derivative of the answer
solution        the answer: acceleration, force, and what became of the solve
"""

from typing import TYPE_CHECKING

from zwang.base.later import exported

if TYPE_CHECKING:
    from zwang.solvers.auto import Auto as Auto
    from zwang.solvers.base import AbstractSolver as AbstractSolver
    from zwang.solvers.base import Attempt as Attempt
    from zwang.solvers.cholesky import Cholesky as Cholesky
    from zwang.solvers.orthogonal import Orthogonal as Orthogonal
    from zwang.solvers.singular import Singular as Singular
    from zwang.solvers.sparse import Sparse as Sparse

__getattr__ = exported(
    __name__,
    Auto="auto",
    AbstractSolver="base",
    Attempt="base",
    Cholesky="cholesky",
    Orthogonal="orthogonal",
    Singular="singular",
    Sparse="sparse",
)
