"""SymPy in: expressions and objects of its mechanics, checked.

walk            each part of an expression once
symbols         coordinates, rates, time, parameters
values          expressions as values of JAX
functions       the same as functions that a System asks for
checks          what expressions may be made of
bodies          bodies and loads of SymPy
model           a mechanical system in expressions
mechanics       SymPy's own mechanics
"""
