"""Scalar values: what is left of a jaxpr when its arrays are taken apart.

graph           the values, shared and folded
elementwise     JAX's primitives, element by element; the table of all of them
indexing        those that only move elements
reductions      those that put elements together
kernel_calls    calls of the kernel inside of a program
jaxpr           a jaxpr, equation by equation
autodiff        derivatives of scalar values
emit            scalar values as C99
"""
