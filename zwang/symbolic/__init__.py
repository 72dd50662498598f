"""Formulas: SymPy in, explicit equations out.

extra           SymPy, which is an extra
symbols         coordinates, rates, time, parameters
values          expressions as functions of JAX
model           a mechanical system in expressions
mechanics       SymPy's own mechanics
from_sympy      zw.System.from_sympy
"""
