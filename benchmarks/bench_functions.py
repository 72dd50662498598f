"""The first motion of a machine whose drives, or joints of one's own, have numbers of their own.

    python benchmarks/bench_functions.py 200

Processor seconds with those of compilers, in a process of its own with an empty cache.
"""

import os
import subprocess
import sys
import tempfile

CASE = """
import os, sys
import jax.numpy as jnp, numpy as np, zwang as zw
what, N = sys.argv[1], int(sys.argv[2])
numbers = np.random.default_rng(0).uniform(0.5, 1.5, N)
bodies, joints = [], []
for i, a in enumerate(numbers):
    if what == "drives":
        body = zw.RigidBody(1.0, [0.1, 0.2, 0.3], p_WB=[i, 0, 0], w_WB=[0, 0, a], name=f"b{i}")
        hinge = zw.joints.Revolute(zw.GROUND, body, point=[i, 0, 0], axis=[0, 0, 1], name=f"h{i}")
        drive = lambda t, a=a: a * jnp.sin(t)
        joints += [hinge, zw.joints.Driven(hinge, drive, name=f"d{i}")]
    else:
        body = zw.Particle(1.0, p_WB=[i + 0.6 * a, 0.0, -0.8 * a], name=f"b{i}")
        bowl = lambda pose_2, c=np.array([i, 0.0, 0.0]), a=a: ((pose_2.p_WB - c) ** 2).sum() - a**2
        joints.append(zw.joints.Custom(zw.GROUND, body, bowl, name=f"j{i}"))
    bodies.append(body)
before = sum(os.times()[:4])
motion = zw.Mechanism(bodies, joints, [zw.Gravity()]).simulate([0.0, 0.1])
print(f"{what:8} {N:5} {sum(os.times()[:4]) - before:6.1f} s  {motion.engine}")
"""


def main() -> None:
    """Print a line for each case."""
    for what in ("drives", "bowls"):
        with tempfile.TemporaryDirectory() as cache:
            given = [sys.executable, "-c", CASE, what, sys.argv[1] if sys.argv[1:] else "200"]
            subprocess.run(given, env=os.environ | {"ZWANG_CACHE": cache}, check=True)


if __name__ == "__main__":
    main()
