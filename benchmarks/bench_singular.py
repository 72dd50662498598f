"""Through singular configurations, beside Pinocchio: N parallelograms in a row.

Run: python benchmarks/bench_singular.py [N,N,... [statements]]      by default 2 and 40

All links lie on one line at every half turn, where N ranks are lost. zwang moves them as they are
stated in ``tests/motion/parallelograms.py``, at rtol from 1e-6 to 1e-11; Pinocchio (optional) as a
tree of joints with loops closed by ``constraintDynamics``, its proximal method, under RK4 with
fixed steps, with and without a corrector of the loops. The judge is the one coordinate that there
is, integrated by SciPy to 1e-13. Times are of the processor, the best of seven, warm.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import zwang as zw

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.motion.parallelograms import FORMS, GRAVITY, Row, flattened, judge

START, END, REPEATS = (1.0, -3.0), 5.0, 7
LEVELS = (1e-6, 1e-9)
TOLERANCES = (1e-6, 1e-8, 3e-9, 1e-9, 1e-10, 1e-11)
STEPS = (5e-3, 2e-3, 1e-3, 5e-4)
PROXIMAL = ((1e-6, 0.0), (1e-8, 0.0), (1e-10, 0.0), (1e-8, 20.0))  # mu, gain of the corrector
LONGEST = 60.0  # seconds: a setting of the peer that takes longer is the last


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Least time of the processor, and what was found."""
    best, found = np.inf, None
    for _ in range(REPEATS):
        began = time.process_time()
        found = run()
        best = min(best, time.process_time() - began)
        if best > LONGEST / REPEATS:
            break
    return best, found


def by_zwang(row: Row, form: str) -> Iterator[tuple[float, float, str]]:
    """Seconds, error and setting; only of motions that came to their end."""
    stated, smooth = FORMS[form](row), judge(row, *START, END)
    given, wanted = stated.state(*START), stated.state(*smooth.y[:, -1])
    for rtol in TOLERANCES:
        run = lambda rtol=rtol: zw.simulate(stated.system, *given, (0.0, END), rtol=rtol)
        run()
        spent, motion = timed(run)
        error = max(np.abs(motion.q[-1] - wanted[0]).max(), np.abs(motion.qd[-1] - wanted[1]).max())
        crossed = len(motion.rank_changes)
        yield spent, error, f"rtol {rtol:g}, {crossed} crossed, {motion.engine.split(':')[0]}"


def tree(row: Row, mu: float, gain: float) -> Callable:
    """q̈ of (q, q̇) by Pinocchio: crank, coupler, crank, coupler, ..., crank."""
    pin: Any = importlib.import_module("pinocchio")
    model = pin.Model()
    model.gravity.linear = np.array([0.0, -GRAVITY, 0.0])
    ids = []

    def rod(parent: int, at: Any, length: float) -> int:
        joint = model.addJoint(parent, pin.JointModelRZ(), pin.SE3(np.eye(3), at), f"{len(ids)}")
        inertia = np.diag([1e-3, length**2 / 12, length**2 / 12])
        body = pin.Inertia(1.0, np.array([length / 2, 0.0, 0.0]), inertia)
        model.appendBodyToJoint(joint, body, pin.SE3.Identity())
        ids.append(joint)
        return joint

    for i in range(row.N + 1):
        crank = rod(0, np.array([i * row.B, 0.0, 0.0]), row.A)
        if i < row.N:
            rod(crank, np.array([row.A, 0.0, 0.0]), row.B)
    loops = pin.StdVec_RigidConstraintModel()
    for i in range(row.N):
        ends = [pin.SE3(np.eye(3), np.array([x, 0.0, 0.0])) for x in (row.B, row.A)]
        pair = ids[2 * i + 1], ends[0], ids[2 * i + 2], ends[1]
        kind = pin.ContactType.CONTACT_3D
        loop = pin.RigidConstraintModel(kind, model, *pair, pin.ReferenceFrame.LOCAL)
        loop.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters(gain**2, 2.0 * gain))
        loops.append(loop)
    data, held = model.createData(), pin.StdVec_RigidConstraintData()
    held.extend(loop.createData() for loop in loops)
    pin.initConstraintDynamics(model, data, loops, held)
    settings, tau = pin.ProximalSettings(1e-12, mu, 50), np.zeros(model.nv)
    call = pin.constraintDynamics
    return lambda q, qd: call(model, data, q, qd, tau, loops, held, settings).copy()


def by_pinocchio(row: Row) -> Iterator[tuple[float, float, str]]:
    """Seconds, error and setting, of steps and settings that end."""
    theta = lambda x: np.append(np.tile([x, -x], row.N), x)  # couplers keep along x
    smooth = judge(row, *START, END)
    wanted = np.concatenate([theta(x) for x in smooth.y[:, -1]])
    for mu, gain in PROXIMAL:
        qdd = tree(row, mu, gain)

        def run(h, qdd=qdd):
            q, qd = map(theta, START)
            for _ in range(round(END / h)):
                k1 = qdd(q, qd)
                k2 = qdd(q + h / 2 * qd, qd + h / 2 * k1)
                k3 = qdd(q + h / 2 * qd + h * h / 4 * k1, qd + h / 2 * k2)
                k4 = qdd(q + h * qd + h * h / 2 * k2, qd + h * k3)
                q = q + h * qd + h * h / 6 * (k1 + k2 + k3)
                qd = qd + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            return np.concatenate([q, qd])

        for h in STEPS:
            spent, found = timed(lambda h=h, run=run: run(h))
            error = np.abs(found - wanted).max()
            yield (
                spent,
                error if np.isfinite(error) else np.inf,
                f"h {h:g}, mu {mu:g}, gain {gain:g}",
            )
            if spent > LONGEST:
                break


def quickest(found: list[tuple[float, float, str]], level: float) -> str:
    """The quickest setting with an error of at most that."""
    good = [x for x in found if x[1] <= level]
    if not good:
        return "none"
    spent, error, setting = min(good)
    return f"{1e3 * spent:.3g} ms ({error:.0e}; {setting})"


def main(numbers: list[int], forms: list[str]) -> None:
    """A table for each N."""
    for N in numbers:
        row = Row(N)
        passed = flattened(judge(row, *START, END).sol(np.linspace(0.0, END, 5001))[0])
        print(f"\nN = {N}, {END:g} s, {passed} singular configurations")
        ways: dict[str, Callable] = {
            f"zwang, {form.replace('_', ' ')}": lambda row=row, form=form: by_zwang(row, form)
            for form in forms
        }
        if importlib.util.find_spec("pinocchio") is None:
            print("Pinocchio is not installed.")
        else:
            ways["Pinocchio"] = lambda row=row: by_pinocchio(row)
        for name, way in ways.items():
            found = list(way())
            best = min(found, key=lambda x: x[1])
            cells = [f"{level:g}: {quickest(found, level)}" for level in LEVELS]
            print(f"{name} | {' | '.join(cells)} | least {best[1]:.0e} in {1e3 * best[0]:.3g} ms")


if __name__ == "__main__":
    given = sys.argv[1:]
    asked = [int(x) for x in given[0].split(",")] if given else [2, 40]
    main(asked, given[1].split(",") if len(given) > 1 else ["planar_bodies", "hinges_in_space"])
