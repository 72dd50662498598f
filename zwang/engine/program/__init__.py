"""All that a motion needs, as one C program.

system_functions    what a step needs of a system in a state
constants       numbers of the crossing that C shares with Python
friction        friction that asks for the reaction
stages          the stages of a Runge-Kutta method, written out
cholesky        the kernel's first way, written out
program         the whole
"""
