"""What everything stands on: arrays, statuses, names, and what makes two descriptions the same.

arrays          arrays of NumPy or JAX: casts, shapes, the few factorisations we use
status          named failures, each with its cause and its remedy
names           coordinates by name
version         which zwang this is
progress        a bar over what takes long
identity        what makes two functions the same to a compiled program
digest          the same, across processes
functions       how a user's function is called, and how its parameters travel
"""
