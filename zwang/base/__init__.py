"""What everything stands on: arrays, statuses, names, and what makes two descriptions the same.

version         which zwang this is
later           what is imported when it is asked for: JAX above all
arrays          arrays of NumPy or JAX: casts, shapes, the few factorisations we use
stacked         sparse matrices of one pattern, one for each row of a motion
escape          names in the texts that we write
arguments       arguments, checked
process         what a long call shares with its process, and leaves as it was
status          named failures, each with its cause and its remedy
names           coordinates by name
identity        what makes two descriptions the same
nests           how parameters travel
tracing         errors of functions that need numbers and get placeholders
functions       how a user's function is called
parameters      the parameters of a motion, taken apart once
"""
