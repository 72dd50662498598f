"""From a start along the motion: steps that stay on the constraints, as one program.

projection      the nearest state on the constraints; Baumgarte's terms
method          one step of a Runge-Kutta method, and how long it may be
course          how far a motion has come, and why it halts
rank_watch      how near the constraints are to losing rank
events          moments at which a function of the state goes through zero
step            propose, attempt, judge, commit
advance         many steps in one compiled loop
singular        across configurations in which the constraints lose rank
backend         what computes all this, for one motion or many: the contract
options         tolerances, method, engine and the like, checked once
problem         a motion that is asked for, its arguments in order
start           a start, refused if it is off the constraints or cannot move
loop            from the start to the end: advance, decide, advance again
jax_backend     a motion by programs that JAX compiles
"""
