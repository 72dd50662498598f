"""From a start along the motion: steps that stay on the constraints, as one program.

tableau         the coefficients of the default method
step_size       how large an error may be, and how long a step
projection      the nearest state on the constraints; Baumgarte's terms
method          one step of a Runge-Kutta method; the only file that knows diffrax
rank_watch      how near the constraints are to losing rank
adrift          constraints that a motion does not keep
events          moments at which a function of the state goes through zero
course          how far a motion has come, and why it halts
step            propose, attempt, judge, commit
advance         many steps in one compiled loop
collocation     a step across a singular configuration
singular_crossing   what to do about one: find it, try to cross it
backend         what computes all this, for one motion or many: the contract
problem         what is asked of a motion, checked and in order
start           a start, refused if it is off the constraints or cannot move
loop            from the start to the end: advance, decide, advance again
jax_backend     a motion by programs that JAX compiles
"""
