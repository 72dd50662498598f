r"""The control law of ``zw.track`` in formulas, for requirements that are all met, without limits.

With q̈_plant and P = M⁻¹ − M⁻¹A_pᵀ(A_p M⁻¹A_pᵀ)⁻¹A_p M⁻¹ of the plant, whose own constraints are
A_p, and G = A P S of the requirements, the inputs of least τᵀN τ with G τ = e are

    τ = N⁻¹Gᵀ(G N⁻¹Gᵀ)⁻¹ e,      e = b − α φ̇ − β φ − A q̈_plant

Nature's choice is S = I and N = M⁻¹, with actuators N = SᵀM⁻¹S.
"""

from __future__ import annotations

from typing import Any

from zwang.base.functions import Constant
from zwang.control.description import AbstractController
from zwang.control.requirements import row_gains
from zwang.engine.scalar.graph import Unsupported
from zwang.equation.acceleration_form import Rows
from zwang.symbolic.algebra.field import Field, TooLarge
from zwang.symbolic.algebra.from_graph import exact
from zwang.symbolic.algebra.generic import ranks
from zwang.symbolic.algebra.traced import Traced, function_formulas, rows_told, traced
from zwang.symbolic.untyped import sp

BUDGET = 1e11  # work of its arithmetic, for there are no stages of it; see ``Field``
BARRED = {
    "compromise": "requirements that may be missed",
    "limits": "limits of the inputs",
    "robustness": "a robust term",
    "C": "a control that is wanted besides",
    "priority": "requirements of different levels",
}


def control_law(
    controller: AbstractController, plant: Traced, p: Any
) -> tuple[tuple[str, Any], ...]:
    """Names and expressions of the inputs.

    Parameters
    ----------
    controller : the description
    plant : its model in formulas
    p : parameters that they were found with
    """
    for name, what in BARRED.items():
        if getattr(controller, name) is not None:
            raise ValueError(f"The control has {what}, for which there is no formula.")
    if controller.model.nonideal is not None:
        raise ValueError("The plant has nonideal constraints; for its control there is no formula.")
    n = len(plant.q)
    required = traced(controller.required, [0.0] * n, p)[0]
    if plant.definitions or required.definitions:
        raise ValueError("The plant is too large for its control to be written out.")
    found = ranks(plant)
    wanted = ranks(required)
    if found.singular or len(wanted.rows) < len(required.rows):
        raise ValueError(
            "The mass of the plant is singular, or requirements are redundant; for this control "
            "there is no formula."
        )
    S, N = _matrices(controller, n, p)
    b = _fed_back(controller, required, rows_told(controller.required, n, p))
    trees = [*plant.M, *plant.Q, *plant.A, *plant.b, *required.A, *b, *S, *(N or ())]
    try:
        field = Field(trees, budget=BUDGET)
        inputs = _inputs(field, plant, found.rows, required.A, b, S, N)
    except TooLarge:
        raise ValueError("The plant is too large for its control to be written out.") from None
    return tuple(zip(_names(controller, plant, S.cols), inputs, strict=True))


def _matrices(controller: AbstractController, n: int, p: Any) -> tuple[Any, Any]:
    """S (n, k) and N (k, k); None for Nature's weight."""
    model = controller.model

    def found(part: Any) -> Any:
        return function_formulas(
            model, n, p, lambda q, qd, t, p: part.at(model.values(q, qd, t, p))
        )

    try:
        S = sp.eye(n) if controller.actuation is None else found(controller.actuation)
        if controller.weight is None:
            return S, None
        N = found(controller.weight)
    except Unsupported as why:
        raise ValueError(f"The control has no formula: {why}.") from None
    if N.rows == 1 and N.cols == 1:
        return S, N[0] * sp.eye(S.cols)
    return S, sp.diag(*N) if N.cols == 1 else N


def _fed_back(controller: AbstractController, required: Traced, rows: Rows) -> Any:
    """b − α φ̇ − β φ, or b − α ψ."""
    alpha, beta = row_gains(controller.gains, rows)
    b = required.b.copy()
    for i in range(len(required.velocity)):
        b[i] -= exact(float(alpha[i])) * required.velocity[i]
    for i in range(len(required.phi)):
        b[i] -= exact(float(beta[i])) * required.phi[i]
    return b


def _inputs(
    field: Field, plant: Traced, rows: tuple[int, ...], A: Any, b: Any, S: Any, N: Any
) -> list[Any]:
    turn = lambda x: [list(column) for column in zip(*x, strict=True)]
    less = lambda x, y: [
        [field.plus(a, -b) for a, b in zip(p, q, strict=True)] for p, q in zip(x, y, strict=True)
    ]
    M_inv = field.inverse(field.matrix(plant.M))
    P, qdd = M_inv, field.product(M_inv, field.matrix(plant.Q))
    if rows:
        A_p = field.matrix(plant.A.extract(list(rows), range(plant.A.cols)))
        b_p = field.matrix(plant.b.extract(list(rows), [0]))
        K = field.product(field.product(M_inv, turn(A_p)), field.inverse(
            field.product(field.product(A_p, M_inv), turn(A_p))))  # fmt: skip
        P = less(M_inv, field.product(K, field.product(A_p, M_inv)))
        qdd = less(qdd, field.product(K, less(field.product(A_p, qdd), b_p)))
    A, S = field.matrix(A), field.matrix(S)
    e = less(field.matrix(b), field.product(A, qdd))
    G = field.product(field.product(A, P), S)
    if N is None:
        weight = field.product(field.product(turn(S), M_inv), S)
    else:
        weight = field.matrix(N)
    turned = field.product(field.inverse(weight), turn(G))
    found = field.product(turned, field.product(field.inverse(field.product(G, turned)), e))
    return [field.expression(row[0]) for row in found]


def _names(controller: AbstractController, plant: Traced, k: int) -> list[str]:
    """u_x for a force on a coordinate, tau_1 for an input."""
    part = controller.actuation
    if part is None:
        return [f"u_{name}" for name in plant.names]
    if isinstance(part, Constant) and part.value.ndim == 2:
        single = [(column != 0).sum() == 1 and column.sum() == 1 for column in part.value.T]
        if all(single):
            return [f"u_{plant.names[int(column.argmax())]}" for column in part.value.T]
    return [f"tau_{i + 1}" for i in range(k)]
