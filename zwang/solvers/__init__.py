"""Ways to solve the equations of constrained motion, one a file, all of one shape."""

from zwang.solvers.auto import Auto as Auto
from zwang.solvers.base import AbstractSolver as AbstractSolver
from zwang.solvers.base import Attempt as Attempt
from zwang.solvers.cholesky import Cholesky as Cholesky
from zwang.solvers.orthogonal import Orthogonal as Orthogonal
from zwang.solvers.singular import Singular as Singular
