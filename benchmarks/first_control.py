"""First and second calls of a controller: ``first_control.py [--bodies | --rubbing] [call ...]``.

An arm of seven joints, alternately about two axes, with a body's mass at the end of each link; its
hand follows a circle, by torques at all joints. With ``--bodies`` it is a mechanism of seven rigid
bodies in quaternions, 49 coordinates and 42 rows, and ``posed`` is a call too: it is made, and a
start is found from its joints. With ``--rubbing`` it is an arm of two links in a plane whose pins
rub by their reactions. Each call is made in a process of its own, so
that nothing is compiled before; seconds of the clock and of the processors, compilers included,
then those of the second call. Without names all calls are made. ``sampled`` lasts twice as long the
second time. ``sensitivity`` and ``fit`` are those of a controlled arm by the load that it really
carries, of which its controller does not know; with ``--bodies`` the arm has four links.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

CALLS = (
    "force residual status check gain compile simulate sampled check_along limited robust".split()
)
CALLS += ["export", "sensitivity", "fit"]


def arm(loaded=False) -> Any:
    """The arm, what its hand must do, and a state on the path; loaded, the plant instead."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    import zwang as zw

    lengths = np.array([0.30, 0.28, 0.25, 0.22, 0.20, 0.15, 0.10])
    masses = np.array([4.0, 3.5, 3.0, 2.0, 1.5, 1.0, 0.5])

    def places(q):
        R, at, found = jnp.eye(3), jnp.zeros(3), []
        for i in range(7):
            c, s, o, e = jnp.cos(q[i]), jnp.sin(q[i]), 0.0 * q[i], 1.0 + 0.0 * q[i]
            turn = (
                [[c, -s, o], [s, c, o], [o, o, e]] if i % 2 else [[e, o, o], [o, c, -s], [o, s, c]]
            )
            R = R @ jnp.array(turn)
            at = at + R @ jnp.array([0.02, 0.03, 1.0]) * lengths[i]
            found.append(at)
        return jnp.stack(found)

    def kinetic(q, qd):
        v = jax.jvp(places, (q,), (qd,))[1]
        return 0.5 * masses @ (v**2).sum(axis=1) + 0.01 * qd @ qd

    def potential(q):
        return 9.81 * masses @ places(q)[:, 2]

    if loaded:

        def carrying(q, qd, p):
            v = jax.jvp(lambda q: places(q)[-1], (q,), (qd,))[1]
            return kinetic(q, qd) + 0.5 * p["load"] * v @ v

        lifted = lambda q, p: potential(q) + 9.81 * p["load"] * places(q)[-1, 2]
        return zw.System.from_lagrangian(T=carrying, V=lifted)

    def circle(q, t):
        centre = jnp.array([0.25, -0.35, 0.75])
        return places(q)[-1] - centre - 0.05 * jnp.stack([jnp.cos(t), jnp.sin(t), 0.0 * t])

    plant = zw.System.from_lagrangian(T=kinetic, V=potential)
    hand = zw.Holonomic(circle, name="hand")
    control = zw.track(plant, hand, gains=(8.0, 16.0), actuation=np.eye(7))
    return control, np.array([0.3, 0.5, -0.4, 0.6, 0.2, 0.5, 0.1]), np.zeros(7)


def bodies(count=7, loaded=False) -> Any:
    """The arm as a mechanism, what its hand must do, and a state; loaded, the plant instead."""
    import jax.numpy as jnp
    import numpy as np

    import zwang as zw

    lengths = np.array([0.30, 0.28, 0.25, 0.22, 0.20, 0.15, 0.10])[:count]
    masses = np.array([4.0, 3.5, 3.0, 2.0, 1.5, 1.0, 0.5])[:count]
    links, hinges, z = [], [], 0.0
    for i, (L, m) in enumerate(zip(lengths, masses, strict=True)):
        inertia = m * L**2 / 12 * np.array([1.0, 1.0, 0.1]) + [0.01, 0.015, 0.01]
        mass = (lambda p, m=m: m + p["load"]) if loaded and i == count - 1 else m
        link = zw.RigidBody(
            mass=mass, inertia=inertia, p_WB=[0.01, 0.02, z + L / 2], name=f"link {i}"
        )
        before, axis = (
            links[-1] if links else zw.GROUND,
            [1.0, 0.0, 0.0] if i % 2 else [0.0, 0.0, 1.0],
        )
        hinges.append(
            zw.joints.Revolute(before, link, point=[0.0, 0.0, z], axis=axis, name=f"joint {i}")
        )
        links, z = [*links, link], z + L

    def circle(q, t):
        at, w, u = q[-7:-4], q[-4], q[-3:]
        along = jnp.array([0.0, 0.0, lengths[-1] / 2])
        hand = at + along + 2.0 * jnp.cross(u, jnp.cross(u, along) + w * along)
        path = 0.05 * jnp.stack([jnp.cos(t), jnp.sin(t), 0.0 * t])
        return hand - jnp.array([0.25, -0.35, z - 0.35]) - path

    arm = zw.Mechanism(links, hinges, [zw.Gravity([0.0, 0.0, -9.81])])
    if loaded:
        return arm
    hand = zw.Holonomic(circle, name="hand")
    names = [x.label for x in hinges]
    control = zw.track(arm, hand, gains=(8.0, 16.0), actuation=names)
    angles = [0.3, 0.5, -0.4, 0.6, 0.2, 0.5, 0.1][:count]
    return control, *control.posed(dict(zip(names, angles, strict=True)))


def rubbing() -> Any:
    """Two links in a plane with friction in their pins, what these must do, and a state."""
    import jax.numpy as jnp

    import zwang as zw

    upper = zw.PlanarBody(mass=2.0, inertia=0.2, p_WB=[0.5, 0.0], name="upper")
    lower = zw.PlanarBody(mass=1.5, inertia=0.1, p_WB=[1.5, 0.0], name="lower")
    shoulder = zw.joints.Revolute(zw.GROUND, upper, point=[0.0, 0.0], name="shoulder")
    elbow = zw.joints.Revolute(upper, lower, point=[1.0, 0.0], name="elbow")
    rubs = [zw.JointFriction(x, mu=0.3, radius=0.05) for x in (shoulder, elbow)]
    machine = zw.Mechanism([upper, lower], [shoulder, elbow], [zw.Gravity([0.0, -9.81]), *rubs])
    moves = [
        zw.joints.Driven(shoulder, lambda t: 0.4 * jnp.sin(t), name="swing"),
        zw.joints.Driven(elbow, lambda t: 0.5 + 0.3 * t**2, name="bend"),
    ]
    control = zw.track(machine, moves, actuation=["shoulder", "elbow"], gains=(8.0, 16.0))
    return control, *control.posed({"shoulder": 0.0, "elbow": 0.5}, {"shoulder": 0.4})


def calls(name: str, control, q, qd):
    """The call by its name, as a function without arguments."""
    import zwang as zw

    if name == "compile":
        law = control.compile()
        return lambda: law(q, qd, 0.0)
    if name == "simulate":
        loop = control.closed_loop()
        return lambda: zw.simulate(loop, q, qd, (0.0, 0.01))
    if name == "sampled":
        ends = iter((0.01, 0.02))
        return lambda: control.sampled(1e-3).simulate(q, qd, (0.0, next(ends)))
    if name == "check_along":
        return lambda: control.check_along([0.0, 0.005, 0.01], q, qd)
    if name == "limited":
        return lambda: control.limited(-500.0, 500.0).force(q, qd, 0.0)
    if name == "robust":
        return lambda: control.robust(0.1, width=0.01).force(q, qd, 0.0)
    if name == "export":
        folder = tempfile.mkdtemp()
        return lambda: zw.export_c(control, f"{folder}/law", q=q)
    return lambda: getattr(control, name)(q, qd, 0.0)


def by_load(name: str, machine: str):
    """The derivative by the load, or the load that was carried, as a function without arguments."""
    import numpy as np

    import zwang as zw

    small: dict[str, Any] = {"count": 4} if machine == "--bodies" else {}
    make = bodies if small else arm
    (control, q, qd), plant = make(**small), make(loaded=True, **small)
    loop, t = control.closed_loop(plant), np.linspace(0.0, 0.1, 11)
    if name == "sensitivity":
        return lambda: zw.sensitivity(loop, q, qd, t, {"load": 0.3})
    data = zw.simulate(loop, q, qd, t, {"load": 0.3}).q
    return lambda: zw.fit(loop, q, qd, t, data, {"load": 0.2})


def one(name: str, machine: str) -> None:
    """Print the times of one call."""
    make = {"--bodies": bodies, "--rubbing": rubbing}.get(machine, arm)
    if name in ("sensitivity", "fit"):
        call = by_load(name, machine)
    else:
        call = make if name == "posed" else calls(name, *make())

    def timed():
        clock, before, own = time.perf_counter(), os.times(), time.process_time()
        call()
        clock, own, after = time.perf_counter() - clock, time.process_time() - own, os.times()
        return clock, own, sum(after[2:4]) - sum(before[2:4])

    (first, own, compilers), (again, spent, others) = timed(), timed()
    told = f"{first:8.2f} s of the clock{own + compilers:8.2f} s of processors"
    then = f"{1e3 * again:10.3f} ms then{1e3 * (spent + others):10.3f} of processors"
    print(f"{name:12}{told}{then}")


def main() -> None:
    """Run each call in a process and with a cache of its own."""
    if sys.argv[1:2] == ["--one"]:
        return one(*sys.argv[2:4])
    machine = next((x for x in ("--bodies", "--rubbing") if x in sys.argv), "--angles")
    for name in [x for x in sys.argv[1:] if not x.startswith("--")] or CALLS:
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"ZWANG_CACHE": cache}
            command = [sys.executable, __file__, "--one", name, machine]
            subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    main()
