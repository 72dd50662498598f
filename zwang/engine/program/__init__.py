"""All that a motion needs, as one C program.

structs         structs that C and Python share
sizes           how large everything is
derived         derivatives of traced functions on their scalar values
elements        parts of few kinds written out
system_functions    what a step needs of a system in a state
method          what a step does, whatever the system
friction        friction that asks for the reaction
constants       numbers with a name that C takes from Python
cholesky        the kernel's first way, written out
units           what depends on sizes alone apart from the system's own functions
functions       the functions of a system, in scalars or in loops
controlled      systems with more than their own forces, in loops
program         the whole
"""
