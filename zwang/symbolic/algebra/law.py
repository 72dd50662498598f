r"""The control law of ``zw.track`` in formulas, for requirements that are all met, without limits.

With q̈_plant and P = M⁻¹ − M⁻¹A_pᵀ(A_p M⁻¹A_pᵀ)⁻¹A_p M⁻¹ of the plant, whose own constraints are
A_p, and G = A P S of the requirements, the inputs of least τᵀN τ with G τ = e are

    τ = N⁻¹Gᵀ(G N⁻¹Gᵀ)⁻¹ e,      e = b − α φ̇ − β φ − A q̈_plant

With actuators Nature's choice is N = SᵀM⁻¹S, else  u = M P Aᵀ(A P Aᵀ)⁻¹ e,  which needs no M⁻¹.
For a singular M, P and q̈_plant are those of M + A_pᵀA_p and Q + A_pᵀb_p, which are the same.
"""

from __future__ import annotations

from typing import Any

from zwang.base.functions import Constant
from zwang.control.description import AbstractController
from zwang.control.requirements import row_gains
from zwang.equation.acceleration_form import Rows
from zwang.ir.scalar.graph import Unsupported
from zwang.symbolic.algebra.field import Field, Matrix, TooLarge
from zwang.symbolic.algebra.from_graph import exact
from zwang.symbolic.algebra.generic import Ranks, ranks
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
    controller: AbstractController, plant: Traced, found: Ranks, p: Any
) -> tuple[tuple[str, Any], ...]:
    """Names and expressions of the inputs."""
    for name, what in BARRED.items():
        if getattr(controller, name) is not None:
            raise ValueError(f"The control has {what}, for which there is no formula.")
    if controller.model.nonideal is not None:
        raise ValueError("The plant has nonideal constraints; for its control there is no formula.")
    n = len(plant.q)
    required = traced(controller.required, [0.0] * n, p)[0]
    if plant.definitions or required.definitions:
        raise ValueError("The plant is too large for its control to be written out.")
    wanted = ranks(required)
    if len(wanted.rows) < len(required.rows):
        row = next(i for i in range(len(required.rows)) if i not in wanted.rows)
        raise ValueError(
            f"The requirement {required.rows[row]!r} follows from those before it; for redundant "
            "requirements there is no formula."
        )
    if found.singular and controller.weight is None and controller.actuation is not None:
        raise ValueError(
            "The mass of the plant is singular, and Nature's weight of inputs is SᵀM⁻¹S; wanted "
            "`weight`, or no `actuation`."
        )
    S, N = _matrices(controller, n, p)
    b = _fed_back(controller, required, rows_told(controller.required, n, p))
    trees = [*plant.M, *plant.Q, *plant.A, *plant.b, *required.A, *b, *S, *(N or ())]
    try:
        field = Field(trees, budget=BUDGET)
        S = None if controller.actuation is None and N is None else S
        inputs = _inputs(field, plant, found, required.A, b, S, N)
    except TooLarge:
        raise ValueError("The plant is too large for its control to be written out.") from None
    except ZeroDivisionError:
        raise ValueError(
            "The requirements cannot all be met by the inputs, whatever the state; for their "
            "control there is no formula."
        ) from None
    return tuple(zip(_names(controller, plant, len(inputs)), inputs, strict=True))


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


def _inputs(field: Field, plant: Traced, ranks: Ranks, A: Any, b: Any, S: Any, N: Any) -> list[Any]:
    """The inputs; S is None for Nature's choice of a force on every coordinate."""
    M, A = field.matrix(plant.M), field.matrix(A)
    M_inv, P, qdd = _plant(field, plant, ranks, M)
    e = _less(field, field.matrix(b), field.product(A, qdd))
    if S is None:
        turned = field.product(P, _turned(A))
        lam = field.product(field.inverse(field.product(A, turned)), e)
        return [field.expression(x) for x, *_ in field.product(field.product(M, turned), lam)]
    S = field.matrix(S)
    G = field.product(field.product(A, P), S)
    weight = field.product(field.product(_turned(S), M_inv), S) if N is None else field.matrix(N)
    turned = field.product(field.inverse(weight), _turned(G))
    found = field.product(turned, field.product(field.inverse(field.product(G, turned)), e))
    return [field.expression(x) for x, *_ in found]


def _plant(field: Field, plant: Traced, ranks: Ranks, M: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """M⁻¹ (n, n), or that of M + A_pᵀA_p; P (n, n); and q̈ without control (n, 1)."""
    Q, rows = field.matrix(plant.Q), list(ranks.rows)
    A = field.matrix(plant.A.extract(rows, range(plant.A.cols)))
    b = field.matrix(plant.b.extract(rows, [0]))
    if ranks.singular:
        M = _plus(field, M, field.product(_turned(A), A))
        Q = _plus(field, Q, field.product(_turned(A), b))
    M_inv = field.inverse(M)
    qdd = field.product(M_inv, Q)
    if not rows:
        return M_inv, M_inv, qdd
    pushed = field.product(M_inv, _turned(A))
    K = field.product(pushed, field.inverse(field.product(A, pushed)))
    P = _less(field, M_inv, field.product(K, _turned(pushed)))
    return M_inv, P, _less(field, qdd, field.product(K, _less(field, field.product(A, qdd), b)))


def _turned(rows: Matrix) -> Matrix:
    return [list(column) for column in zip(*rows, strict=True)]


def _plus(field: Field, x: Matrix, y: Matrix) -> Matrix:
    pairs = zip(x, y, strict=True)
    return [[field.plus(a, b) for a, b in zip(*rows, strict=True)] for rows in pairs]


def _less(field: Field, x: Matrix, y: Matrix) -> Matrix:
    return _plus(field, x, [[-a for a in row] for row in y])


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
