"""A cart with a pole and one motor: the Report says what cannot be had, before anything moves.

The cart must follow a wave, and the pole must stand. One force on the cart cannot do both. Either
alone it can; and where both are wanted, a compromise says how much each counts.

Run: python examples/control_cart_pole.py
"""

import jax.numpy as jnp
import numpy as np

import zwang as zw

P = {"M": 1.0, "m": 0.2, "l": 0.5, "g": 9.81}
START = [0.0, 0.1], [0.1, 0.0], 0.0


def cart_pole() -> zw.System:
    def kinetic(q, qd, p):
        coupled = p["l"] * jnp.cos(q[1]) * qd[0] * qd[1] + (p["l"] * qd[1]) ** 2 / 2
        return (p["M"] + p["m"]) * qd[0] ** 2 / 2 + p["m"] * coupled

    def potential(q, p):
        return p["m"] * p["g"] * p["l"] * jnp.cos(q[1])

    return zw.System.from_lagrangian(T=kinetic, V=potential, coordinates=["x", "theta"])


WAVE = zw.Holonomic(lambda q, t: q[0] - 0.1 * jnp.sin(t), name="cart")
UPRIGHT = zw.Holonomic(lambda q: q[1], name="pole")


def controller(requirements, **more) -> zw.Controller:
    return zw.track(cart_pole(), requirements, actuation=["x"], gains=(6.0, 9.0), **more)


def run(duration: float = 3.0) -> zw.Motion:
    """The pole alone, by a motor of 20 newtons."""
    control = controller(UPRIGHT).limited(-20.0, 20.0)
    return zw.simulate(control.closed_loop(), *START[:2], (0.0, duration), P)


def main():
    both = controller([WAVE, UPRIGHT])
    print(both.check(*START, P))
    print()
    try:
        both.force(*START, P)
    except zw.NumericalError as error:
        print("refused:", error.status.name)
    motion = run()
    print(f"the pole alone: off by {abs(motion.tracking_error('pole')[-1, 0]):.1e} at the end")
    print(f"while the cart has gone {motion.q[-1, 0]:.2f} and goes on")
    print(f"largest force {np.abs(motion.observables['inputs']).max():.2f}")


if __name__ == "__main__":
    main()
