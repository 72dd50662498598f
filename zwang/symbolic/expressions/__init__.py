"""SymPy in: expressions and objects of its mechanics, checked.

walk            each part of an expression once
symbols         coordinates, rates, time, parameters
values          expressions as functions of JAX
model           a mechanical system in expressions
mechanics       SymPy's own mechanics
"""
