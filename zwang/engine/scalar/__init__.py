"""Scalar values: what is left of a jaxpr when its arrays are taken apart.

bounds          what is known of a value before it is computed
graph           the values, shared and folded
types           types of numbers, and which of them C computes
elementwise     JAX's primitives, element by element; the table of all of them
calls           calls of functions in C inside of a program
indexing        those that only move elements
reductions      those that put elements together
witness         zeros that are folded on trust, and what vouches for them
emit            scalar values as C99
jaxpr           a jaxpr, equation by equation
autodiff        derivatives of scalar values
to_tape         scalar values as a tape
numeric         scalar values computed by NumPy
"""
