"""Where a system rests, or moves steadily.

step            what is looked for, and a step of Newton's method
still           what constraints on velocities ask of q at rest
search          Newton's method on the projected force
large           the same by sparse matrices
few             what small motions tell of such a state, without all of them
relative        the same for motions that symmetries carry
equilibrium     zw.Equilibrium
result          what a search found
near            from one guess: near it, as a carried motion, or downhill
find            zw.equilibrium
branch          a branch of these over a parameter
locus           zw.root_locus: states of rest and eigenvalues over a parameter
"""
