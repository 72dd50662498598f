"""What a step needs of a system in a state, on scalar values.

derived         derivatives of traced functions on their scalar values
partial_velocities  Kane's equations from velocities
system_functions    M, Q, A, b and the rest
"""
