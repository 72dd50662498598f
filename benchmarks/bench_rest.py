"""How soon small motions are known: ``python benchmarks/bench_rest.py``.

Processor time of fresh processes, from their start to the first answer, beside that of importing
zwang alone: a state of rest of a pendulum on a rod, the small motions of Whipple's bicycle, the
periodic swing of a body on a hinge, and the stability of a top over its spin. Then large ones: rest
and stability of 50 hinged links in quaternions and of a net of 8 × 8 knots, rest of a net of
20 × 20, small motions of a scissor lift of 30 bodies, and where it comes to rest when it falls; the
stability of 100 and 500 links whose hinges rub, and eight modes of these. The ratio is what counts.
Then the time of a second answer in the same process.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMPORT = "import time\nimport zwang as zw\n"
PENDULUM = """
rod = zw.Holonomic(lambda q: q @ q - 1.0, name="rod")
bob = zw.System(2.0, [0.0, -19.62], [rod], coordinates=["x", "y"])
again = lambda: zw.equilibrium(bob, [0.3, -0.8])
again()
"""
BICYCLE = f"""
import sys
sys.path.insert(0, {str(ROOT / "examples")!r})
import bicycle
again = lambda: bicycle.small_motions(5.0)
again()
"""
ORBIT = """
body = zw.RigidBody(1.0, [0.1, 0.15, 0.2], p_WB=[0.3, 0, -0.4], name="body")
hinge = zw.joints.Revolute(zw.GROUND, body, point=[0, 0, 0], axis=[0, 1, 0], name="hinge")
machine = zw.Mechanism([body], [hinge], [zw.Gravity()])
again = lambda: zw.periodic(machine, period=1.6)
again()
"""
TOP = """
spin = [0, 0, 100.0]
top = zw.RigidBody(0.5, [0.002, 0.002, 0.001], p_WB=[0, 0, 0.1], w_WB=spin, name="top")
tip = zw.joints.Spherical(zw.GROUND, top, point=[0, 0, 0], name="tip")
machine = zw.Mechanism([top], [tip], [zw.Gravity()])
values = [50.0, 55.0, 60.0, 65.0]
start = machine.start()[0]
again = lambda: zw.root_locus(machine, start, name="top.u3", rate=True, values=values)
again()
"""
CHAIN = """
step = 1.0 / 50
inertia = [step**3 / 12, step**3 / 12, 1e-6]
at = lambda i: [0, 0, -i * step]
bodies = [zw.RigidBody(step, inertia, p_WB=at(i + 0.5), name=f"b{i}") for i in range(50)]
ends = zip([zw.GROUND, *bodies], bodies)
hinge = lambda i, a, b: zw.joints.Revolute(a, b, point=at(i), axis=[0, 1, 0], name=f"j{i}")
joints = [hinge(i, a, b) for i, (a, b) in enumerate(ends)]
machine = zw.Mechanism(bodies, joints, [zw.Gravity()])
again = lambda: zw.equilibrium(machine).stability
again()
"""
RUBS = CHAIN.replace("50", "count").replace("1e-6", "step**3 / 12")
RUBS = RUBS.replace(
    "[zw.Gravity()]", "[zw.Gravity(), *(zw.TorsionSpring(x, 0.0, damping=1e-3) for x in joints)]"
)
MODES = RUBS.replace("zw.equilibrium(machine).stability", "zw.equilibrium(machine).modes(8)")
LIFT = """
from zwang import zoo
lift = zoo.MECHANISMS["scissor_lift"](15).mechanism
q, qd = lift.start()
"""
SWAYS = "again = lambda: zw.linearize(lift, q, 0 * qd)\nagain()\n"
FALLS = "again = lambda: zw.equilibrium(lift, throw=False)\nagain()\n"
NET = """
import numpy as np
grid = np.linspace(-1, 1, count)
at = {(i, j): [x, y, 0.3 * (x * x + y * y)] for i, x in enumerate(grid) for j, y in enumerate(grid)}
knots = {k: zw.Particle(0.1, p_WB=x, name=f"{k}") for k, x in at.items()}
ties = [(k, (k[0] + i, k[1] + j)) for k in at for i, j in ((1, 0), (0, 1))]
rods = [zw.joints.Distance(knots[a], knots[b], name=f"{a}{b}") for a, b in ties if b in at]
nails = [
    zw.joints.Spherical(zw.GROUND, knots[k], point=at[k], name=f"nail{k}")
    for k in ((0, 0), (0, count - 1), (count - 1, 0), (count - 1, count - 1))
]
net = zw.Mechanism(list(knots.values()), [*rods, *nails], [zw.Gravity()])
"""
KNOWN = "again = lambda: zw.equilibrium(net).stability\nagain()\n"
RESTS = "again = lambda: zw.equilibrium(net)\nagain()\n"
SECOND = """
began = time.process_time()
again()
print(time.process_time(), time.process_time() - began)
"""


def seconds(code: str) -> list[float]:
    """What a process prints at its end: its processor time, and that of a second answer."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [float(x) for x in done.stdout.split()]


def main() -> None:
    (alone,) = seconds(IMPORT + "print(time.process_time())")
    print(f"import alone        {alone:6.2f} s")
    cases = {"pendulum": PENDULUM, "bicycle": BICYCLE, "orbit": ORBIT, "top": TOP}
    cases |= {"chain 50": CHAIN, "lift 30": LIFT + SWAYS, "lift falls": LIFT + FALLS}
    cases |= {"rub 100": "count = 100" + RUBS, "rub 500": "count = 500" + RUBS}
    cases |= {"modes 500": "count = 500" + MODES}
    cases |= {"net 8 × 8": "count = 8" + NET + KNOWN, "net 20 × 20": "count = 20" + NET + RESTS}
    for name, code in cases.items():
        whole, again = seconds(IMPORT + code + SECOND)
        first = whole - again
        print(
            f"{name:<11} first   {first:6.2f} s, {first / alone:4.1f} × import; again {again:.3f} s"
        )


if __name__ == "__main__":
    main()
