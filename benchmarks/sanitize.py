"""The engine's C under the sanitizers of addresses and undefined behaviour: ``make sanitize``.

``python benchmarks/sanitize.py [WORD]`` runs the parts with the word in their names.

Every reference system and mechanism is moved, with events, friction and singular poses among them;
one of them many times at once; large ones by parts, in lanes and without, with their derivatives;
and exported C is compiled and called. All of it is compiled with
``-fsanitize``, which ends the process at the first fault. Python itself is not, so the sanitizer's
library is loaded before it, in a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FLAGS = ("-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-g")
QUICK = "-O0"  # with sanitizers, compilers that make code fast take seven times as long
LIBRARIES = ("libasan.so", "libstdc++.so")  # the second, for what others throw
ASKED = "detect_leaks=0:malloc_context_size=1:quarantine_size_mb=16"  # Python keeps what it has
STEPS = 300  # of a motion, at most
INSIDE = "--inside"  # with the sanitizer's library loaded


def outside() -> int:
    """Run this file again in a process in which the sanitizer's library is loaded first."""
    from zwang.files import build

    command = build.compiler()
    libraries = [_library(command, name) for name in LIBRARIES]
    if not all(Path(library).is_absolute() for library in libraries):
        print(f"{command[0]} has no libasan.so: install it, or set CC to a compiler that has it")
        return 2
    with tempfile.TemporaryDirectory(prefix="zwang-sanitize-") as scratch:
        told = {"LD_PRELOAD": " ".join(libraries), "ZWANG_CACHE": scratch, "ASAN_OPTIONS": ASKED}
        done = subprocess.run(
            [sys.executable, __file__, INSIDE, *sys.argv[1:]], env=os.environ | told
        )
    print("clean" if done.returncode == 0 else f"not clean: exit code {done.returncode}")
    return int(done.returncode != 0)


def _library(command: list[str], name: str) -> str:
    """Where a compiler has a library; the name alone if it has none."""
    asked = [*command, f"-print-file-name={name}"]
    return subprocess.run(asked, capture_output=True, text=True).stdout.strip()


def inside() -> None:
    """All of it."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from zwang import zoo
    from zwang.files import build
    from zwang.library import recipe

    build.OPTIONS = (*build.OPTIONS, *FLAGS, QUICK)
    recipe.FLAGS = (*recipe.FLAGS, *FLAGS, QUICK)  # so the library that is installed is another one
    require_guarded()
    os.environ.pop("LD_PRELOAD")  # compilers need it not, and are slow with it
    for name, problem in zoo.PROBLEMS.items():
        told(name, lambda problem=problem: move(problem()))
    for name, machine in zoo.MECHANISMS.items():
        told(f"the mechanism {name}", lambda machine=machine: move_machine(machine()))
    for way in ("adapted", "fixed"):
        told(f"linkages by {way} steps", lambda way=way: across(way == "fixed"))
    told("events, energy and observables", watched)
    told("whole numbers", whole)
    told("an ensemble", many)
    told("sparse factors", large)
    for way in ("lanes", "plain factors"):
        told(f"large motions by {way}", lambda way=way: large_motions(way == "lanes"))
        told(f"large motions with patience by {way}", lambda way=way: patience(way == "lanes"))
    told("large machines that rub", rubbing)
    told("large machines without mass", massless)
    told("large derivatives", derivatives)
    told("a control and its derivatives", controlled)
    told("exported C", exported)


def told(what: str, run) -> None:
    if not all(word in what for word in sys.argv[1:] if word != INSIDE):
        return
    begun = time.perf_counter()
    found = run()
    print(f"{what}: {found}, {time.perf_counter() - begun:.1f} s", flush=True)


def require_guarded() -> None:
    """Stop unless a write beyond its room ends a process that is made like this one."""
    text = "void over(double *x) { volatile int i = 1; x[i] = 1.0; }"
    child = (
        "import ctypes, numpy as np; from zwang.files import build; "
        f"build.OPTIONS = (*build.OPTIONS, *{FLAGS!r}); "
        f"build.library({text!r}).over(ctypes.c_void_p(np.zeros(1).ctypes.data))"
    )
    done = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True)
    if "AddressSanitizer" not in done.stderr:
        raise SystemExit(f"the sanitizer does not notice what it should:\n{done.stderr}")


def move(problem) -> str:
    import zwang as zw

    span = (0.0, float(problem.t))
    given = problem.system, problem.q0, problem.qd0, span, problem.p
    motion = zw.simulate(*given, engine="native", max_steps=STEPS, throw=False)
    motion.at([0.0, float(motion.t[-1]) / 2])
    return f"{len(motion.t)} rows, {motion.status.name}"


def move_machine(machine) -> str:
    span = (0.0, float(machine.t))
    motion = machine.mechanism.simulate(span, engine="native", max_steps=STEPS, throw=False)
    return f"{len(motion.t)} rows, {motion.status.name}"


def across(fixed: bool) -> str:
    """Linkages that pass several singular configurations, many of them in one step."""
    import zwang as zw
    from tests.motion.linkages import LINKAGES, stated

    passed = 0
    for name in LINKAGES:
        given = stated(name, "points")
        options = {"step": 2e-3} if fixed else {"rtol": 1e-6}
        start = given.state(-0.9, 7.5)
        motion = zw.simulate(
            given.system, *start, (0.0, 1.0), engine="native", throw=False, **options
        )
        passed += len(motion.rank_changes)
    return f"{len(LINKAGES)} linkages, {passed} passages"


def system():
    """A bob on a rod, with friction that asks for the reaction; and all that C writes besides."""
    import jax.numpy as jnp

    import zwang as zw

    return zw.System(
        lambda q, p: p["m"] * jnp.ones(2),
        lambda q, p: jnp.array([0.0, -9.81]) * p["m"],
        [zw.Holonomic(lambda q: q @ q - 1.0, name="rod")],
        nonideal=lambda qd, reaction: -0.1 * jnp.linalg.norm(reaction) * qd,
        energy=lambda q, qd, p: p["m"] * (qd @ qd / 2 + 9.81 * q[1]),
        observables={"outer": lambda q, qd: jnp.outer(q, qd), "none": lambda q: q[:0]},
    )


def watched() -> str:
    import zwang as zw

    events = [
        zw.Event(lambda q: q[0], name="below", terminal=False),
        zw.Event(lambda qd: qd[1], name="turn", terminal=False),
    ]
    given = system(), [1.0, 0.0], [0.0, 0.0], (0.0, 2.0), {"m": 2.0}
    motion = zw.simulate(*given, events=events, engine="native")
    return f"{len(motion.t)} rows, {motion.status.name}"


def whole() -> str:
    """Casts, quotients and sums of whole numbers, where C by itself would be undefined."""
    import jax.numpy as jnp

    import zwang as zw

    def force(q):
        far = jnp.stack([q[0] * 1e300, -q[0] * 1e300, q[0] * jnp.nan]).astype(int)
        sums = jnp.sum(far) + far[0] * far[1] - (-far[1] - 1) // jnp.array([0, -1, 3])
        return -q + 0.0 * sums.sum() + (q * 1e9).astype(jnp.int8) % 3

    motion = zw.simulate(zw.System(1.0, force), [1.0], [0.0], (0.0, 1.0), engine="native")
    return f"{len(motion.t)} rows, {motion.status.name}"


def many() -> str:
    import numpy as np

    import zwang as zw

    masses = {"m": np.linspace(1.0, 3.0, 40)}
    given = system(), [1.0, 0.0], [0.0, 0.0], [0.0, 0.5, 1.0], masses
    found = zw.simulate_many(*given, engine="native", keep="motion")
    return f"{len(found.q)} members"


def large() -> str:
    import zwang as zw
    from zwang.zoo.random_machine import random_machine

    ranks = []
    for bodies, singular in ((5, True), (40, True), (700, False)):
        x = random_machine(bodies, singular=singular, redundant=True, seed=bodies)
        ranks.append(int(zw.solve(x.M, x.Q, x.A, x.b, solver=zw.Sparse()).rank))
    return f"ranks {ranks}"


def rope(N: int, twice: int = 0):
    """A chain of particles as a plain System, and where it hangs; some of its rods twice."""
    import jax.numpy as jnp
    import numpy as np

    import zwang as zw

    def rods(q, p):
        d = jnp.diff(q.reshape(N, 2), axis=0, prepend=jnp.zeros((1, 2)))
        found = (d * d).sum(axis=1) - p["length"] ** 2
        return jnp.concatenate([found, found[:twice]])

    system = zw.System(1.0, np.tile([0.0, -1.0], N), [zw.Holonomic(rods, name="rods")])
    return system, np.stack([np.arange(1.0, N + 1), np.zeros(N)], axis=1).ravel()


def large_motions(in_lanes: bool) -> str:
    """With all kinds of redundancy, events, and the line of a parallelogram's bars."""
    import numpy as np

    import zwang as zw
    from zwang.zoo.mechanisms import net, scissor_lift, truss

    made, steps = cut_into(in_lanes), 0
    below = zw.Event(lambda q: q[1] + 0.01, name="below")
    for twice in (0, 10, 70):
        system, q0 = rope(70, twice)
        events = [below] if twice == 10 else []
        given = system, q0, np.zeros(140), [0.0, 0.05], {"length": 1.0}
        steps += zw.simulate(*given, events=events).stats["accepted"]
    for machine in (scissor_lift(12), net(5), truss(10)):
        motion = machine.mechanism.simulate([0.0, min(float(machine.t), 0.05)], max_steps=STEPS)
        steps += motion.stats["accepted"]
    if in_lanes and not any(made):
        raise SystemExit("nothing was cut into lanes")
    return f"{steps} steps"


def cut_into(in_lanes: bool) -> list:
    """Let large systems have lanes, or none; those that are made come into the list."""
    from zwang.engine.large import system as systems
    from zwang.solvers.sparse.lanes import lanes_of

    made = []
    systems.lanes_of = lambda M, A: made.append(lanes_of(M, A)) or (made[-1] if in_lanes else None)
    systems.large.cache_clear()
    return made


def patience(in_lanes: bool) -> str:
    """A lift whose singular values are below a mu that is not allowed to be smaller."""
    import pytest

    from tests.runtime.units import number, spoiled, use
    from zwang.zoo.mechanisms import scissor_lift

    made = cut_into(in_lanes)
    with pytest.MonkeyPatch.context() as patch:
        use(patch, spoiled(number("LEAST_PROXIMAL", 1e-9)))
        motion = scissor_lift(64).mechanism.simulate([0.0, 0.05], max_steps=STEPS)
    if in_lanes and not any(made):
        raise SystemExit("nothing was cut into lanes")
    return f"{motion.stats['accepted']} steps"


def hinged(count: int, inertia: float, mu: float | None = None):
    """Bodies in a row on hinges, their inertia about their own axes given, with friction or not."""
    import zwang as zw

    bodies, joints = [], []
    for k in range(count):
        about = [inertia, 0.02, 0.02]
        bodies.append(zw.RigidBody(1.0, about, p_WB=[0.25 + 0.5 * k, 0, 0], name=f"b{k}"))
        before, point = bodies[k - 1] if k else zw.GROUND, [0.5 * k, 0.0, 0.0]
        joint = zw.joints.Revolute(before, bodies[k], point=point, axis=[0, 1, 0], name=f"j{k}")
        joints.append(joint)
    rub = [] if mu is None else [zw.JointFriction(x, mu, radius=0.05) for x in joints]
    return zw.Mechanism(bodies, joints, [zw.Gravity([1.0, 0.0, -9.81]), *rub])


def rubbing() -> str:
    """Hinges; and more cranks than needed, with derivatives and as exported C."""
    import zwang as zw
    from tests.engine.test_large_friction import parallelogram
    from zwang.engine import export

    machine, p = parallelogram("m", "mu"), {"m": 1.5, "mu": 0.3}
    q, qd = machine.start(p)
    zw.sensitivity(machine, q, qd, [0.0, 0.02], p)
    before, export.WRITTEN = export.WRITTEN, 0
    called(machine.system(definite=True), q, qd, p, "cranks")
    export.WRITTEN = before
    return f"{hinged(9, 0.01, 0.2).simulate((0.0, 0.02)).stats['accepted']} steps"


def massless() -> str:
    import zwang as zw

    machine = hinged(9, 0.0)
    steps = machine.simulate((0.0, 0.05)).stats["accepted"]
    q, qd = machine.start()
    zw.sensitivity(machine.system(definite=True), q, qd, [0.0, 0.01], wrt="qd0")
    return f"{steps} steps"


def controlled() -> str:
    """Laws long enough for tapes, as bodies and as a Lagrangian, and their derivatives."""
    import first_control
    import numpy as np

    import zwang as zw

    for make in (first_control.arm, lambda **x: first_control.bodies(count=4, **x)):
        (control, q, qd), plant = make(), make(loaded=True)
        loop = control.closed_loop(plant)
        found = zw.sensitivity(loop, q, qd, np.linspace(0.0, 0.02, 3), {"load": 0.3})
    return found.engine


def derivatives() -> str:
    import numpy as np

    import zwang as zw

    N = 110
    system, q0 = rope(N, 20)
    start = lambda p: p["length"] * q0
    found = zw.sensitivity(system, start, np.zeros(2 * N), [0.0, 0.02], {"length": 1.0})
    return found.engine


def exported() -> str:
    from zwang import zoo

    problem = zoo.andrews()
    return called(problem.system, problem.q0, problem.qd0, problem.p, "squeezer")


def called(system, q0, qd0, p, name: str) -> str:
    """A system as exported C, compiled and called in one state."""
    import zwang as zw
    from zwang.files import build

    numbers = " ".join(str(float(x)) for x in (*q0, *qd0, 0.0))
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / name
        files = zw.export_c(system, folder, q=q0, p=p)
        sources = [str(file) for file in files if file.suffix == ".c"]
        command = [*build.compiler(), "-std=c99", "-Wall", "-Werror", *FLAGS]
        subprocess.run([*command, "-o", str(folder / "run"), *sources, "-lm"], check=True)
        run = [str(folder / "run")]
        done = subprocess.run(run, input=numbers, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(f"exported C: exit code {done.returncode}\n{done.stderr}")
    return f"{len(done.stdout.split())} numbers"


if __name__ == "__main__":
    if INSIDE in sys.argv:
        inside()
    else:
        sys.exit(outside())
