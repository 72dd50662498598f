"""A traced function as data: what it does, in operations of few kinds.

text            the text of the kernel in C
plain_records   functions in C that a program calls: equations, products, loops
records         the same, and those of the kernel
calls           functions of the library that traces call by name
places          gathers and scatters
moves           what only moves elements
numeric         operations in NumPy
block           operations on arrays, in the order in which they can be done
lower           how a jaxpr becomes a block
scalar          scalar values, of which arrays consist
"""
