"""The three examples of Kalaba and Udwadia (1993), with the numbers that the paper prints.

The paper shows curves and no tables, and does not print how long the motions are; the times here
are ours. Answers without a closed form are the motion in one coordinate, integrated in 34-digit
arithmetic by extrapolation; two step sizes agree to 1e-16 or better.
"""

from __future__ import annotations

from dataclasses import replace

import jax.numpy as jnp
import numpy as np
import scipy

from zwang.system.constraints import Holonomic
from zwang.system.system import System
from zwang.zoo.points.rosenberg import rosenberg
from zwang.zoo.problem import Problem, Table, rows

# mu = -0.1; a, then t: x, y and their rates
PENDULUM = {
    4.0: {
        1.0: (
            1.89412996750672921,
            19.47185056649049255,
            -0.441062627265081105,
            1.59110675831051245,
        ),
        2.0: (
            -0.995527117411202823,
            20.79599775484148742,
            -4.24071453844225913,
            4.24522623596391461,
        ),
        5.0: (
            0.658294149766565665,
            20.40498055963671867,
            -3.37581611939353786,
            -3.84475449620049772,
        ),
        10.0: (
            -1.44123444854916085,
            20.80633227692598279,
            3.47870053507310513,
            4.91568744405358612,
        ),
    },
    2.0: {
        1.0: (
            1.78863534697427052,
            19.86195128747510497,
            -0.190688885785870144,
            0.702919042274305824,
        ),
        2.0: (
            -0.244979681432910751,
            20.05839340287064003,
            -2.11176171806936891,
            1.00401629962306989,
        ),
        5.0: (1.64054997031208703, 20.36452809093715442, -1.15351292239426548, 3.43962179868538055),
        10.0: (
            -1.58953596990529631,
            20.50733216615847826,
            -1.46434912761014393,
            -3.82182282183954512,
        ),
    },
    1.0: {
        1.0: (
            1.75316687177763763,
            19.99110435304903057,
            0.236598318833008200,
            -0.848792814911060737,
        ),
        2.0: (
            0.155858816068982962,
            20.02366827755456702,
            -1.20845168590792485,
            -0.366733169940639206,
        ),
        5.0: (1.49854656098334065, 20.71198924599635948, 2.04087036929830408, -3.83784960791547905),
        10.0: (
            1.53369098432167880,
            20.64084766036467520,
            -1.73264046689400565,
            3.75555793823717842,
        ),
    },
    0.5: {
        1.0: (
            1.67538253927002587,
            20.25665317190552117,
            0.770453892951818894,
            -2.47119375077443414,
        ),
        2.0: (
            0.371348024436951679,
            20.13356921400741277,
            -1.54687872635150225,
            -1.10187417509113137,
        ),
        5.0: (
            0.077033656760310016,
            20.00578495819528238,
            0.621829610600586666,
            0.093379830377379729,
        ),
        10.0: (
            0.189456971549735675,
            20.03495833635353395,
            0.996811182631095216,
            0.367377581707789301,
        ),
    },
}

# alpha, then t: x1, x2 and their rates
OSCILLATOR = {
    4.0: {
        0.7: (2.01682242994402358, 2.07465623626005350, -5.26630119206421153, -5.37956692846962108),
        1.9: (-1.62345250772785112, -1.62315834975578610, 5.88533365906947428, 5.88161313060692443),
        4.6: (0.875143865641059474, 0.875143871641736028, 6.07648636079334739, 6.07648638868486801),
        10.0: (
            2.08696074184963017,
            2.08696074184963017,
            -2.52434918344597572,
            -2.52434918344597574,
        ),
    },
    0.4: {
        0.7: (2.01458568193032312, 2.73337873415172243, -6.79325201788907041, -5.61333118347795953),
        1.9: (
            -1.04986201202609029,
            -0.774974583237351320,
            7.52464413896316070,
            5.03744545889900954,
        ),
        4.6: (2.10091137521903888, 2.19426191609173647, 4.72620302592003098, 5.49616413636165716),
        10.0: (
            0.353365774314958679,
            0.353365774314958679,
            -5.97754243555010200,
            -6.09262298870740365,
        ),
    },
}


def ku93_particle() -> Problem:
    """Example 1: a free particle of unit mass with ẏ = z ẋ; the start is ours.

    References
    ----------
    [KU93] eqs. (36)-(38).
    """
    return replace(rosenberg(), name="ku93_particle", title="KU93 example 1, ẏ = z ẋ")


def ku93_pendulum(mu: float = 0.0, a: float = 20.0) -> Problem:
    r"""Example 2: a pendulum whose length depends on where it is, y downward.

    .. math:: x^2 + y^2 = L^2 \{1 - \mu \sin(x^2)\}

    From (0, L) with the velocity (a, 0). For μ = 0 it is the usual pendulum,
    sin(θ/2) = k sn(w t), w² = g/L, k = a/(2 w L). For μ = −0.1 the start is a top between two
    hollows, and the answer is a table.

    References
    ----------
    [KU93] eqs. (33), (34).
    """
    p = {"m": 1.0, "L": 20.0, "g": 4.0 * np.pi, "mu": mu}
    w = np.sqrt(p["g"] / p["L"])
    k = a / (2.0 * w * p["L"])

    def swing(t):
        sn, cn, dn, _ = scipy.special.ellipj(w * np.asarray(t, float), k**2)
        sin, cos, rate = 2.0 * k * sn * dn, 1.0 - 2.0 * (k * sn) ** 2, 2.0 * k * w * cn
        return p["L"] * rows(sin, cos, cos * rate, -sin * rate)

    table = PENDULUM.get(a) if mu == -0.1 else None
    answer = None if table is None else Table(list(table), list(table.values()))
    return Problem(
        name="ku93_pendulum" if mu == 0.0 else "ku93_pendulum_uneven",
        title=f"KU93 example 2, pendulum with mu = {mu:g} and a = {a:g}",
        system=System(
            _mass, _weight, [Holonomic(length, "length")], coordinates="x y", energy=_energy
        ),
        q0=[0.0, p["L"]],
        qd0=[a, 0.0],
        t=10.0,
        p=p,
        answer=swing if mu == 0.0 and abs(k) < 1.0 else answer,
        tolerance=1e-13,
        citation="[KU93] eqs. (33), (34)",
        notes=("y points down. g is 4π, as printed.",),
    )


def _mass(p):
    return p["m"]


def _weight(p):
    """(33): the paper writes m ÿ = g and takes m = 1."""
    return [0.0, p["m"] * p["g"]]


def length(q, p):
    """(34)."""
    return q @ q - p["L"] ** 2 * (1.0 - p["mu"] * jnp.sin(q[0] ** 2))


def _energy(q, qd, p):
    return p["m"] * (qd @ qd / 2.0 - p["g"] * q[1])


def ku93_oscillator(alpha: float = 4.0) -> Problem:
    r"""Example 3: two masses on Duffing springs, controlled to a decaying difference.

    .. math:: x_1 - x_2 = A e^{-\alpha t} \sin \omega t

    is the path to track, as a constraint; its force is the control. By the sum of both
    equations the second mass then moves as

    .. math:: (m_1 + m_2) \ddot x_2 + c_2 \dot x_2 + k_2 x_2 + \bar k_2 x_2^3 = -m_1 \ddot s

    with s the path, which is what the answer integrates. x₁(0) = x₂(0) = 1, ẋ₂(0) = 2, and
    ẋ₁(0) = 2 + A ω follows from the path.

    References
    ----------
    [KU93] eqs. (35a)-(35c).
    """
    p = {"m1": 2.0, "m2": 1.0, "k1": 10.0, "k2": 12.0, "kbar1": 1.0, "kbar2": 2.0}
    p |= {"c1": 0.1, "c2": 0.15, "A": 1.0, "alpha": alpha, "omega": 2.0 * np.pi}
    table = OSCILLATOR.get(alpha)
    return Problem(
        name="ku93_oscillator",
        title=f"KU93 example 3, tracking control with alpha = {alpha:g}",
        system=System(masses, springs, [Holonomic(path, "path")], coordinates="x1 x2"),
        q0=[1.0, 1.0],
        qd0=[2.0 + p["A"] * p["omega"], 2.0],
        t=10.0,
        p=p,
        answer=None if table is None else Table(list(table), list(table.values())),
        tolerance=1e-13,
        citation="[KU93] eqs. (35a)-(35c)",
        notes=("The control is the constraint force; the least one in the metric of M⁻¹.",),
    )


def masses(p):
    """m1, m2."""
    return jnp.stack([p["m1"], p["m2"]])


def springs(q, qd, p):
    """Springs and dampers (2,), (35a) and (35b)."""
    stretch, rate, x2 = q[0] - q[1], qd[0] - qd[1], q[1]
    between = p["k1"] * stretch + p["c1"] * rate + p["kbar1"] * stretch**3
    to_wall = p["k2"] * x2 + p["c2"] * qd[1] + p["kbar2"] * x2**3
    return [-between, between - to_wall]


def path(q, t, p):
    """(35c)."""
    return q[0] - q[1] - p["A"] * jnp.exp(-p["alpha"] * t) * jnp.sin(p["omega"] * t)
