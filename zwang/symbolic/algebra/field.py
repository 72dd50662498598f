r"""Exact arithmetic with formulas: rational functions of their atoms, modulo relations.

Whatever is no sum, product or whole power is an atom: x, sin(x), √y. Rational functions of these
have a normal form, in which what can be cancelled is. Equations that a user says hold, such as the
constraints themselves, reduce them further, by a Gröbner basis; so does (√y)² = y. Equations are
solved by determinants, which divide once: elimination would divide at every step, by what need not
be there in the end.

That atoms are not independent, cos²x = 1 − sin²x, is used last, where it makes a formula shorter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from sympy.polys.orderings import grevlex

from zwang.symbolic.algebra.basis import basis_of
from zwang.symbolic.algebra.length import expanded_terms, product_of
from zwang.symbolic.untyped import sp

Matrix = list[list[Any]]  # rows of elements
TERMS, FEW, ATOMS = 80, 24, 8  # of a polynomial that is factored for reading, if it has few atoms

PRODUCT = 1000  # work of a product of two terms


class TooLarge(Exception):
    """What would be written out is too long."""


class Field:
    """Rational functions of the atoms of some expressions."""

    def __init__(
        self,
        trees: Iterable[Any],
        relations: Sequence[Any] = (),
        last: Sequence[Any] = (),
        budget: float = math.inf,
    ):
        self.budget = budget  # work beyond which ``TooLarge`` is raised, before it is done
        self.atoms: dict[Any, Any] = {}  # atom: symbol that stands for it
        for tree in (*trees, *relations):
            self._collect(sp.sympify(tree))
        # Cosines and roots come first, so that their squares are what is replaced.
        first = lambda x: isinstance(x, sp.cos | sp.Pow)
        last = last if relations else ()
        order = sorted(self.atoms, key=lambda x: (not first(x), x in last, str(x)))
        names = [self.atoms[x] for x in order] or [sp.Dummy("one")]
        self.field = sp.QQ.frac_field(*names, order=grevlex)
        self.ring = self.field.field.ring
        self.back = {self.atoms[x]: x for x in order}
        cosines = [x for x in order if isinstance(x, sp.cos)]
        circles = [x**2 + sp.sin(x.args[0]) ** 2 - 1 for x in cosines]
        self.circles = [self._fraction(x).numer for x in circles]
        roots = self._roots(order)
        self.roots = len(roots)
        self.squares = self._basis(roots)[0]
        self.basis, self.whole = self._basis([*roots, *relations, *circles] if relations else [])

    def _basis(self, known: Sequence[Any]) -> tuple[list[Any], bool]:
        given = [x for x in (self._fraction(sp.sympify(x)).numer for x in known) if x]
        return basis_of(given, self.ring) if given else ([], True)

    def _collect(self, tree: Any) -> None:
        seen, todo = {tree}, [tree]
        while todo:
            x = todo.pop()
            if isinstance(x, sp.Add | sp.Mul):
                new = [y for y in x.args if y not in seen]
            elif isinstance(x, sp.Pow) and x.exp.is_Rational and x.exp.q in (1, 2):
                if x.exp.q == 2:
                    self._atom(sp.Pow(x.base, sp.S.Half, evaluate=False))
                new = [x.base] if x.base not in seen else []
            else:
                if not x.is_Rational:
                    self._atom(x)
                new = []
                if isinstance(x, sp.cos):
                    self._atom(sp.sin(x.args[0]))
            seen.update(new)
            todo += new

    def _atom(self, x: Any) -> None:
        if x not in self.atoms and not x.is_Rational:
            self.atoms[x] = sp.Dummy(str(x), real=True)

    def _roots(self, order: list[Any]) -> list[Any]:
        roots = [x for x in order if isinstance(x, sp.Pow) and x.exp == sp.S.Half]
        return [sp.UnevaluatedExpr(x) ** 2 - x.base for x in roots]

    def _fraction(self, tree: Any) -> Any:
        return self.field.field.from_expr(self._plain(tree))

    def _plain(self, tree: Any) -> Any:
        """The expression with symbols for its atoms."""
        if tree in self.atoms:
            return self.atoms[tree]
        if isinstance(tree, sp.UnevaluatedExpr):
            return self._plain(tree.args[0])
        if isinstance(tree, sp.Pow) and tree.exp.is_Rational and tree.exp.q == 2:
            root = self.atoms.get(sp.Pow(tree.base, sp.S.Half, evaluate=False))
            root = self._plain(sp.sqrt(tree.base)) if root is None else root
            return root**tree.exp.p
        if isinstance(tree, sp.Add | sp.Mul | sp.Pow):
            return tree.func(*map(self._plain, tree.args))
        return tree

    def element(self, tree: Any) -> Any:
        """An expression as an element, reduced."""
        tree = sp.sympify(tree)
        above, below = expanded_terms(tree)
        self._spend(PRODUCT * (above + product_of(below)))
        return self.reduced(self._fraction(tree))

    def reduced(self, x: Any) -> Any:
        """An element in its normal form, and shorter by the relations where it can be."""
        above, below = x.numer, x.denom
        if self.squares and above:
            above, below = above.rem(self.squares), below.rem(self.squares)
        if self.basis and above:
            least = above.rem(self.basis)
            above = _fewest(above, least) if least else least
            below = _fewest(below, below.rem(self.basis))
        return x if (above, below) == (x.numer, x.denom) else self._cancelled(above, below)

    # What can be cancelled is found by a greatest common divisor. Its work grows with the terms
    # above and below the line, and with the number of monomials that a divisor could have, which is
    # Π (dᵢ + 1) for degrees dᵢ in the atoms, however few of these are there.

    def _cancelled(self, above: Any, below: Any) -> Any:
        """An element from polynomials."""
        if len(above) > 1 and len(below) > 1:
            degrees = zip(above.degrees(), below.degrees(), strict=True)
            self._spend(len(above) * len(below) * math.prod(min(x) + 1 for x in degrees))
        return self.field.field.new(above, below)

    def _spend(self, work: float) -> None:
        self.budget -= work
        if self.budget < 0:
            raise TooLarge

    def plus(self, x: Any, y: Any) -> Any:
        """x + y."""
        if not x or not y:
            return x or y
        if x.denom == y.denom:
            return self.reduced(self._cancelled(x.numer + y.numer, x.denom))
        above = self._product(x.numer, y.denom) + self._product(x.denom, y.numer)
        return self.reduced(self._cancelled(above, self._product(x.denom, y.denom)))

    def times(self, x: Any, y: Any) -> Any:
        """x y."""
        above, below = self._product(x.numer, y.numer), self._product(x.denom, y.denom)
        return self.reduced(self._cancelled(above, below))

    def _product(self, x: Any, y: Any) -> Any:
        self._spend(PRODUCT * len(x) * len(y))
        return x * y

    def determinant(self, rows: Matrix) -> Any:
        """The determinant of a square matrix, by its smaller ones."""
        if not rows:
            return self.field.one
        found = self.field.zero
        for j, x in enumerate(rows[0]):
            if x:
                minor = self.determinant([[*row[:j], *row[j + 1 :]] for row in rows[1:]])
                found = self.plus(found, self.times(x, minor) * (-1) ** j)
        return found

    def inverse(self, rows: Matrix) -> Matrix:
        """The inverse of a symmetric matrix, block by block."""
        n = len(rows)
        found = [[self.field.zero] * n for _ in range(n)]
        for block in blocks(rows):
            part = [[rows[i][j] for j in block] for i in block]
            below = 1 / self.determinant(part)
            for i, row in enumerate(block):
                for j, column in enumerate(block[: i + 1]):
                    minor = [[*x[:j], *x[j + 1 :]] for k, x in enumerate(part) if k != i]
                    above = self.determinant(minor) * (-1) ** (i + j)
                    found[row][column] = found[column][row] = self.times(above, below)
        return found

    def product(self, left: Matrix, right: Matrix) -> Matrix:
        """Left times right."""
        columns = list(zip(*right, strict=True))
        found = []
        for row in left:
            pairs = [[(x, y) for x, y in zip(row, c, strict=True) if x and y] for c in columns]
            terms = [[self.times(x, y) for x, y in entry] for entry in pairs]
            found.append([reduce(self.plus, entry, self.field.zero) for entry in terms])
        return found

    def matrix(self, trees: Any) -> Matrix:
        """A matrix of expressions as rows of elements."""
        return [[self.element(trees[i, j]) for j in range(trees.cols)] for i in range(trees.rows)]

    def expression(self, x: Any) -> Any:
        """An element as an expression that can be read."""
        if not x:
            return sp.S.Zero
        x = self._shorter(x)
        return (_factored(x.numer) / _factored(x.denom)).xreplace(self.back)

    def _shorter(self, x: Any) -> Any:
        """The same by cos² + sin² = 1, above or below the line, where that has fewer terms."""
        if not self.circles:
            return x
        above, below = (_fewest(y, y.rem(self.circles)) for y in (x.numer, x.denom))
        return self._cancelled(above, below)

    def expressions(self, rows: Matrix) -> Any:
        """Rows of elements as a matrix of expressions."""
        return sp.Matrix([[self.expression(x) for x in row] for row in rows])


def _fewest(x: Any, y: Any) -> Any:
    return y if y and len(y) < len(x) else x


def size(rows: Matrix) -> int:
    """The most terms of an element, above the line or below it."""
    return max((max(len(x.numer), len(x.denom)) for row in rows for x in row), default=0)


def blocks(rows: Matrix) -> list[list[int]]:
    """Which coordinates a symmetric matrix couples."""
    left, found = set(range(len(rows))), []
    while left:
        todo, block = [min(left)], set()
        while todo:
            i = todo.pop()
            block.add(i)
            todo += [j for j in left if rows[i][j] and j not in block]
        left -= block
        found.append(sorted(block))
    return found


def _is_long(polynomial: Any) -> bool:
    """Whether to factor it would take too long; with the number of atoms that grows fast."""
    atoms = sum(degree > 0 for degree in polynomial.degrees())
    return len(polynomial) > (TERMS if atoms <= ATOMS else FEW)


def _factored(polynomial: Any) -> Any:
    """A polynomial as a product of its factors, if it is not too long."""
    if _is_long(polynomial):
        return polynomial.as_expr()
    constant, factors = polynomial.factor_list()
    return sp.Mul(sp.QQ.to_sympy(constant), *(x.as_expr() ** k for x, k in factors))


def denominators(elements: Iterable[Any], field: Field) -> list[Any]:
    """What elements are divided by: different factors that are no numbers."""
    found: dict[Any, None] = {}
    for x in elements:
        if x and not x.denom.is_ground:
            factors = [(x.denom, 1)] if _is_long(x.denom) else x.denom.factor_list()[1]
            shorter = [_fewest(y, y.rem(field.circles)) for y, _ in factors]
            trees = [y.as_expr().xreplace(field.back) for y in shorter if not y.is_ground]
            found |= {-x if x.could_extract_minus_sign() else x: None for x in trees}
    return list(found)
