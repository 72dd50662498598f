"""A scissor lift of 60 bars thrown upwards: 420 coordinates, 88 rows of its hinges too many.

The C that moves it has four kinds of parts, the bar, two hinges and a slot, and would be the same
for 3,000 bars. One angle is free, so that the height is known from one equation.
"""

import numpy as np

from zwang.zoo.mechanisms import scissor_lift

lift = scissor_lift(30)
motion = lift.simulate(np.linspace(0.0, lift.t, 4))
print(motion.engine)
print(f"rank {motion.rank[0]} of {motion.residual.shape[1]} rows")
for t, (height, _) in zip(motion.t, lift.observe(motion), strict=True):
    print(f"t = {t:.1f}: height {height:.9f}")
print(f"off by {lift.error(motion):.0e}, residual {np.abs(motion.residual).max():.0e}")
assert lift.error(motion) < 1e-8
