"""A mechanical system, described: nothing is computed here.

constraints     what holds it: on positions, velocities or accelerations
spline          functions of time through points
checks          what a System is given, checked
sums            forces that are sums
particles       what is given of particles
system          masses, forces, constraints
elements        systems that are sums over parts of few kinds
origin          those who know more of a System than its functions do
deferred        derivatives that are left to whoever reads a trace
lagrangian      the same from energies
velocities      the same from velocities of its parts
tangent         a system of a motion and of its derivative
"""
