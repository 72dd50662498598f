"""From a start along the motion: steps that stay on the constraints, as one program.

tableau         the coefficients of the default method
projection      the nearest state on the constraints; Baumgarte's terms
method          one step of a Runge-Kutta method; the only file that knows diffrax
rank_watch      how near the constraints are to losing rank
events          moments at which a function of the state goes through zero
step            many steps in one compiled loop
collocation     a step across a singular configuration
singular_crossing   what to do about one: find it, try to cross it
backend         what computes all this, for one motion or many: the contract
problem         what is asked of a motion, checked and in order
start           a start, refused if it is off the constraints or cannot move
loop            from the start to the end: advance, decide, advance again
jax_backend     a motion by programs that JAX compiles
"""
