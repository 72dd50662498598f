"""Dzhanibekov's wing nut: a spin about the middle axis turns over, again and again."""

from __future__ import annotations

import numpy as np
import scipy

from zwang.bodies.kinds.rigid_body import RigidBody
from zwang.bodies.mechanism import Mechanism
from zwang.zoo.mechanisms.machine import Machine
from zwang.zoo.problem import rows

I = np.array([1.0, 2.0, 2.5])  # principal moments
SPIN, AMISS = 6.0, 0.05  # about the middle axis, and a little about the first


def wing_nut() -> Machine:
    r"""A nut that comes off its bolt spinning about its middle axis, and a little amiss.

    .. math:: w_1 = A_1\,\mathrm{dn}, \quad w_2 = A_2\,\mathrm{sn}, \quad w_3 = A_3\,\mathrm{cn}

    with the argument K + s t, since G² < 2 E I₂. Every 2K/s the nut turns over: w₂ changes sign.

    References
    ----------
    [LL76] section 37, with the first and the third axis exchanged.
    """
    w = np.array([AMISS, SPIN, 0.0])
    twice_E, G2 = I @ w**2, (I**2) @ w**2
    over, under = twice_E * I[2] - G2, G2 - twice_E * I[0]
    A1 = np.sqrt(over / (I[0] * (I[2] - I[0])))
    A2 = np.sqrt(under / (I[1] * (I[1] - I[0])))
    A3 = np.sqrt(under / (I[2] * (I[2] - I[0])))
    s = np.sqrt(over * (I[1] - I[0]) / I.prod())
    # 1 − k without cancellation: (I₂ − I₁)(2E I₃ − G²) − (I₃ − I₂)(G² − 2E I₁)
    #                           = (I₃ − I₁)(2E I₂ − G²),  and  2E I₂ − G² = I₁(I₂ − I₁) w₁².
    rest = (I[2] - I[0]) * I[0] * AMISS**2 / over
    K = scipy.special.ellipkm1(rest)

    def answer(t):
        sn, cn, dn, _ = scipy.special.ellipj(K + s * np.asarray(t, float), 1.0 - rest)
        return rows(A1 * dn, A2 * sn, A3 * cn)

    return Machine(
        name="wing_nut",
        title="wing nut that turns over",
        mechanism=Mechanism([RigidBody(1.0, I, w_B=w, name="nut")]),
        t=float(round(6.0 * K / s, 1)),
        mobility=6,
        counted=6,
        answer=answer,
        observe=lambda motion: motion.pose("nut").w_B,
        observed="angular velocity in body axes",
        tolerance=1e-10,
        citation="[LL76] section 37",
        notes=("The less amiss the spin, the later it turns over, and the less this is known.",),
    )
