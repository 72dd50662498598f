"""A motor turns a slider crank against friction: where its work goes."""

import jax.numpy as jnp

import zwang as zw

crank = zw.PlanarBody(1.0, 0.1, p_WB=[0.0, 0.25], name="crank")
rod = zw.PlanarBody(2.0, 0.3, p_WB=[0.6, 0.25], angle=-0.39479, name="rod")
bearing = zw.joints.Revolute(zw.GROUND, crank, point=[0.0, 0.0], name="bearing")
pin = zw.joints.Revolute(crank, rod, point=[0.0, 0.5], name="pin")
guide = zw.joints.PointOnLine(zw.GROUND, rod, point=[1.2, 0.0], axis=[1.0, 0.0], name="guide")
motor = zw.joints.Driven(bearing, lambda t: 2.0 * t + 0.3 * jnp.sin(t), name="motor")
forces = [
    zw.Gravity(),
    zw.Spring(zw.GROUND, rod, 5.0, damping=0.4, points=[[2.0, 0.0], [1.2, 0.0]], name="spring"),
    zw.JointFriction(bearing, 0.2, radius=0.1, name="rub"),
]
machine = zw.Mechanism([crank, rod], [bearing, pin, guide, motor], forces)
q0, qd0 = machine.assemble()
motion = machine.simulate((0.0, 2.0), q0=q0, qd0=qd0)

# The mechanism has no freedom, so that friction does not change its motion. It costs work.
print(motion.balance())
print(f"torque of the friction at the end: {motion.force('rub')[-1, 2]:.4f}")
