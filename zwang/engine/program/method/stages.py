r"""The stages of a Runge-Kutta method, written out for equations of the second order.

With the method's coefficients a, b, c and the errors' weights e, the stages of q̇ are themselves
sums of accelerations K_r = q̈(t + c_r h, q_r, q̇_r), so that only these are kept:

    q̇_s = q̇ + h Σ a_sr K_r,      q_s = q + c_s h q̇ + h² Σ (a a)_sr K_r

and likewise at the end with b and b a, and for the error with e and e a: the same method with half
the sums, less where a has zeros.
"""

from __future__ import annotations

import numpy as np

from zwang.integrate.method.tableau import Tableau

NOTHING = 1e-15  # below which a sum of coefficients is zero, but for rounding
START = "double t, const double *q, const double *qd"
LOOP = "    ZW_LOOP for (int j = 0; j < ZW_N; j++) {"


def stages_text(
    table: Tableau,
    given: str = "const double *p",
    room: str = "",
    declared: str = "ZW_FUNCTION",
    first: str = "",
) -> str:
    """``zw_stages``: q, q̇ and their errors at the end of a step."""
    c, rows, *weights = table
    b, e = map(np.array, weights)
    used = np.flatnonzero((b != 0) | (e != 0))  # some methods end with a stage for the next step
    count = int(used[-1]) + 1
    b, e, rows = b[:count], e[:count], rows[:count]
    a = np.zeros((count, count))
    for s, row in enumerate(rows):
        a[s, : len(row)] = row
    twice = a @ a
    start, handed = f"{first}{START}", "w, " if first else ""
    lines = [f"    zw_acceleration({handed}t, q, qd, p, cut, k[0]);"]
    for s in range(1, count):
        lines += [
            LOOP,
            f"        x[j] = q[j] + h*({c[s]!r}*qd[j] + h*({_sum(twice[s])}));",
            f"        v[j] = qd[j] + h*({_sum(a[s])});",
            "    }",
            f"    zw_acceleration({handed}t + {c[s]!r}*h, x, v, p, cut, k[{s}]);",
        ]
    whole, rest = float(b.sum()), float(e.sum())
    drift = f"{rest!r}*qd[j] + " if abs(rest) > NOTHING else ""
    lines += [
        LOOP,
        f"        q1[j] = q[j] + h*({whole!r}*qd[j] + h*({_sum(b @ a)}));",
        f"        qd1[j] = qd[j] + h*({_sum(b)});",
        f"        error[j] = h*({drift}h*({_sum(e @ a)}));",
        f"        error[ZW_N + j] = h*({_sum(e)});",
        "    }",
    ]
    return "\n".join(
        [
            "/* Accelerations at the stages of the method, and what they sum up to. */",
            "ZW_FUNCTION void zw_acceleration(",
            f"    {start}, {given}, double cut, double *qdd);",
            f"{declared} void zw_stages(\n    {start}, double h, {given}, double cut,",
            "    double *q1, double *qd1, double *error)",
            "{",
            f"    {room or f'double k[{count}][ZW_N], x[ZW_N], v[ZW_N];'}",
            *lines,
            "}",
            "",
        ]
    )


def _sum(weights: np.ndarray) -> str:
    """A weighted sum of the accelerations."""
    used = [f"{float(w)!r}*k[{r}][j]" for r, w in enumerate(weights) if abs(w) > NOTHING]
    return " + ".join(used) or "0.0"
