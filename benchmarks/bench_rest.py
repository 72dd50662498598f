"""How soon small motions are known: ``python benchmarks/bench_rest.py``.

Processor time of fresh processes, from their start to the first answer, beside that of importing
zwang alone: a state of rest of a pendulum on a rod, the small motions of Whipple's bicycle, the
periodic swing of a body on a hinge, and the stability of a top over its spin. The ratio is what
counts. Then the time of a second answer in the same process.
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
    print(f"import alone      {alone:6.2f} s")
    cases = {"pendulum": PENDULUM, "bicycle": BICYCLE, "orbit": ORBIT, "top": TOP}
    for name, code in cases.items():
        whole, again = seconds(IMPORT + code + SECOND)
        first = whole - again
        print(
            f"{name:<9} first   {first:6.2f} s, {first / alone:4.1f} × import; again {again:.3f} s"
        )


if __name__ == "__main__":
    main()
