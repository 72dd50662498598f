"""Explicit equations out: from a System's functions to formulas.

from_graph      the engine's scalar values as expressions
traced          a System's functions as formulas
held            states at which the constraints hold
generic         ranks of formulas
basis           a Gröbner basis within a budget
length          how long an expression would be
field           exact arithmetic with formulas
stages          a name for each value, where formulas are long
solved          the explicit equation, written out or in stages
law             the control of zw.track
roots           B, its inverse, and the auxiliary system
"""
