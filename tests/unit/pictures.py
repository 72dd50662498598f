"""Motions to draw, and what is read from the drawn, for tests of pictures."""

from dataclasses import replace
from functools import cache

import jax.numpy as jnp
import numpy as np
from matplotlib.text import Text
from scipy.integrate import solve_ivp

import zwang as zw
from zwang.motion.build import build
from zwang.motion.motion import Occurrences, RankChange

GRAVITY = 9.81


def pendulum():
    """A bob on a rod of length one, released at rest; T = 61."""
    t = np.linspace(0.0, 3.0, 61)
    fall = lambda t, s: [s[1], -GRAVITY * np.sin(s[0])]
    angle, rate = solve_ivp(fall, (0.0, 3.0), [1.2, 0.0], t_eval=t, rtol=1e-10, atol=1e-12).y
    q = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    qd = rate[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
    energy = lambda q, qd: qd @ qd / 2 + GRAVITY * q[1]
    system = zw.System.from_particles(
        1.0, lambda q: jnp.array([0.0, -GRAVITY]), [rod], dimension=2, energy=energy
    )
    lowest = t[1:][np.diff(np.sign(angle)) != 0]
    found = {"lowest": Occurrences(lowest, q[: len(lowest)], qd[: len(lowest)])}
    return build(system, t, q, qd, events=found)


def chain():
    """Three particles in a plane, joined by rods of length one; the angles are prescribed."""
    t = np.linspace(0.0, 4.0, 81)
    i = np.arange(1, 4)
    angle = 0.7 * np.sin(t[:, None] * (1.3 + 0.4 * i) + i)
    rate = 0.7 * (1.3 + 0.4 * i) * np.cos(t[:, None] * (1.3 + 0.4 * i) + i)
    q = np.stack([np.cumsum(np.sin(angle), 1), -np.cumsum(np.cos(angle), 1)], axis=2)
    qd = np.stack([np.cumsum(rate * np.cos(angle), 1), np.cumsum(rate * np.sin(angle), 1)], axis=2)

    def lengths(q):
        at = jnp.concatenate([jnp.zeros((1, 2)), q.reshape(-1, 2)])
        return ((at[1:] - at[:-1]) ** 2).sum(axis=1) - 1.0

    names = [f"rod {j}" for j in i]
    system = zw.System.from_particles(
        np.ones(3),
        lambda q: jnp.tile(jnp.array([0.0, -GRAVITY]), 3),
        [zw.Holonomic(lengths, name=names)],
        dimension=2,
    )
    change = RankChange(2.5, before=3, at=2, constraints=(names[0],), assured=True)
    return build(system, t, q.reshape(81, -1), qd.reshape(81, -1), rank_changes=[change])


def ball():
    """A particle on a sphere in space, driven round; two rows under one name, and a parameter."""
    t = np.linspace(0.0, 2.0, 41)
    q = np.stack([np.cos(3 * t), np.sin(3 * t), 0 * t], axis=1)
    qd = 3 * np.stack([-np.sin(3 * t), np.cos(3 * t), 0 * t], axis=1)
    on = zw.Holonomic(lambda q, p: jnp.stack([q @ q - p["radius"] ** 2, q[2]]), name="track")
    return build(zw.System.from_particles(1.0, None, [on]), t, q, qd, {"radius": 1.0})


def free():
    """One angle without constraint, without energy."""
    t = np.linspace(0.0, 1.0, 11)
    system = zw.System(1.0, lambda q: -q, coordinates=["angle"])
    return build(system, t, np.cos(t)[:, None], -np.sin(t)[:, None])


def long_chain():
    """Twelve coordinates and six rods: the chain, and again one below it, not joined."""
    motion = motion_of("chain")
    double = {
        name: np.hstack([getattr(motion, name)] * 2)
        for name in ("qd", "Qc_ideal", "multipliers", "residual", "rate")
    }
    return replace(
        motion,
        **double,
        q=np.hstack([motion.q, motion.q - 3.0]),
        A=np.stack([np.kron(np.eye(2), A) for A in motion.A]),
        coordinates=tuple(f"{axis}{i}" for i in range(1, 7) for axis in "xy"),
        rows=motion.rows._replace(
            names=tuple(f"rod {i}" for i in range(1, 7)),
            groups=tuple((f"rod {i + 1}", (i,)) for i in range(6)),
            positions=6,
            velocities=6,
        ),
    )


MAKERS = {"pendulum": pendulum, "chain": chain, "ball": ball, "free": free}


@cache
def motion_of(name):
    return long_chain() if name == "long chain" else MAKERS[name]()


def curves(axes):
    """The labelled lines of axes, by name; helpers such as marks have no name."""
    return {x.get_label(): x for x in axes.get_lines() if not str(x.get_label()).startswith("_")}


def texts(figure):
    """All visible texts of a figure that say something, with their boxes in pixels."""
    figure.canvas.draw()
    found = figure.findobj(lambda x: isinstance(x, Text) and x.get_visible())
    return [(x, x.get_window_extent()) for x in found if x.get_text().strip()]


def written(figure):
    return [x.get_text() for x, _ in texts(figure)]


def pixels(figure):
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())
