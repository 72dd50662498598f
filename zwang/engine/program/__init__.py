"""The functions of a system for its motion, in C.

sizes           how large everything is
derived         derivatives of traced functions on their scalar values
elements        parts of few kinds written out
system_functions    what a step needs of a system in a state
friction        friction that asks for the reaction
constants       numbers and tables that a motion must know of a system
cholesky        the kernel's first way, written out
through         one function of a system by another
functions       the functions of a system, in scalars or in loops
controlled      systems with more than their own forces, in loops
program         all of them
fixed           a whole motion whose sizes the compiler knows
"""
