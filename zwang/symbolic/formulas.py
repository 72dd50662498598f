r"""Formulas of a system: what ``zw.explicit`` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LANGUAGES = ("numpy", "c", "julia")


@dataclass(frozen=True, eq=False)
class Formulas:
    r"""The explicit equation of motion of a system, as matrices of SymPy.

    .. math:: \ddot q = a + M^{-1/2} B^+ (b - A a) + M^{-1/2} (I - B^+ B) M^{-1/2} C

    Coordinates are functions of the time, as SymPy's mechanics has them. It prints in a notebook.

    Attributes
    ----------
    coordinates : names of the n coordinates
    constraints : names of the m rows
    q, qd : (n,)        coordinates and their rates
    t : the time
    parameters : symbols of the numbers of ``p``, in their order
    M : (n, n)          mass matrix, [U05] (1)
    Q : (n, 1)          given force, [U05] (1)
    A : (m, n)          constraint matrix, [U05] (5)
    b : (m, 1)          right-hand side of A q̈ = b, [U05] (5)
    C : (n, 1)          prescribed work of nonideal constraints, [U05] (7); None for ideal ones
    phi, velocity : (h, 1), (k, 1)      what must vanish of positions, and of velocities
    qdd : (n, 1)        acceleration, [U05] (9), [US10] (49)
    Qc : (n, 1)         constraint force, [U05] (24), [US10] (67)
    Qc_ideal, Qc_nonideal : (n, 1)      its parts, [U05] (11), (12)
    rank : of A, almost everywhere where the constraints hold, or at the state that was given
    independent : places of the rows that were taken
    singular : whether M is, likewise
    conditions : where the formulas hold: what must not vanish, and what must
    definitions : pairs of a name and what it stands for, where formulas are long; each after those
        that it uses
    law : pairs of a name and an expression, of the control that ``zw.track`` gave
    plain : a and gain, where they were found on the way
    notes : what was asked for and left undone, and why; how ranks were found, where that matters
    """

    coordinates: tuple[str, ...]
    constraints: tuple[str, ...]
    q: tuple[Any, ...]
    qd: tuple[Any, ...]
    t: Any
    parameters: tuple[Any, ...]
    M: Any
    Q: Any
    A: Any
    b: Any
    C: Any
    phi: Any
    velocity: Any
    qdd: Any
    Qc: Any
    Qc_ideal: Any
    Qc_nonideal: Any
    rank: int
    independent: tuple[int, ...]
    singular: bool
    conditions: tuple[Any, ...]
    definitions: tuple[tuple[Any, Any], ...]
    law: tuple[tuple[str, Any], ...] = ()
    plain: tuple[Any, Any] = (None, None)
    notes: tuple[str, ...] = ()

    @property
    def a(self) -> Any:
        """Acceleration without constraints (n, 1), [U05] (2).

        Where M is singular that of the auxiliary system with α = 1, [US10] (51).
        """
        from zwang.symbolic.algebra.roots import a_and_gain

        return a_and_gain(self)[0]

    @property
    def gain(self) -> Any:
        """M^(1/2) B⁺ (n, m), [U05] (25); in the auxiliary system where M is singular."""
        from zwang.symbolic.algebra.roots import a_and_gain

        return a_and_gain(self)[1]

    @property
    def written_out(self) -> bool:
        """Whether nothing but symbols of the system stands in the formulas."""
        return not self.definitions

    @property
    def B(self) -> Any:
        """A M^(-1/2) (m, n), [U05] below (10)."""
        from zwang.symbolic.algebra.roots import B

        return B(self)

    @property
    def B_pinv(self) -> Any:
        """B⁺ (n, m), [U05] (9)."""
        from zwang.symbolic.algebra.roots import B_pinv

        return B_pinv(self)

    def auxiliary(self, alpha: Any = 1) -> tuple[Any, Any]:
        """M_A = M + α²A⁺A and Q + α²A⁺b, of the auxiliary system, [US10] (46), (45), (65).

        Parameters
        ----------
        alpha : a number or a symbol
        """
        from zwang.symbolic.algebra.roots import auxiliary

        return auxiliary(self, alpha)

    def full(self, what: Any) -> Any:
        """An expression or matrix without the names of ``definitions``.

        Parameters
        ----------
        what : such as ``formulas.qdd``
        """
        from zwang.symbolic.algebra.roots import full

        return full(self, what)

    def code(self, language: str = "numpy", name: str = "acceleration") -> str:
        """A function that computes q̈ and Qc, as the text of a program.

        Parameters
        ----------
        language : "numpy", "c" or "julia"
        name : of the function
        """
        from zwang.symbolic.writing.code import code

        return code(self, language, name)

    def control_code(self, language: str = "numpy", name: str = "control") -> str:
        """A function that computes the control, as the text of a program.

        Parameters
        ----------
        language, name : as for ``code``
        """
        from zwang.symbolic.writing.code import control_code

        return control_code(self, language, name)

    def latex(self, title: str = "") -> str:
        """The derivation in LaTeX, a document by itself.

        Parameters
        ----------
        title : of the document
        """
        from zwang.symbolic.writing.derivation import document

        return document(self, title)

    def html(self, title: str = "") -> str:
        """The derivation as one page of HTML, its formulas in MathML.

        Parameters
        ----------
        title : of the page
        """
        from zwang.symbolic.writing.page import page

        return page(self, title)

    def _repr_latex_(self) -> str:
        from zwang.symbolic.writing.derivation import short

        return short(self)

    def __str__(self) -> str:
        from zwang.symbolic.writing.derivation import plain

        return plain(self)

    __repr__ = __str__


def public(trees: Any, names: Mapping[Any, Any]) -> Any:
    """Expressions or matrices in the symbols that users see."""
    return None if trees is None else trees.xreplace(names)
