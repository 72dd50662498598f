"""All that a motion needs, as one C program.

structs         structs that C and Python share
sizes           how large everything is
described       what a step needs of a system in a state
arithmetic      what judges a step, written out from the Python text
gauss           the rules of collocation
friction        friction that asks for the reaction
constants       numbers with a name that C takes from Python
stages          the stages of a Runge-Kutta method, written out
cholesky        the kernel's first way, written out
units           what depends on sizes alone apart from the system's own functions
program         the whole
"""
