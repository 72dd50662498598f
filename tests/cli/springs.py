"""A study of springs, for the tests of sweeps: as it is written, and what is changed in it."""

SPRING = """\
title = "Springs"

[coordinates]
x = {start = "a", velocity = 0}

[parameters]
a = 1.0
c = 4.0
k = "sqrt(c)"

[system]
mass = 1
force = {x = "-k*x"}

[observables]
square = "x^2"

[design]
kind = "uniform"
members = 30
seed = 3

[design.vary]
a = [0.5, 1.5]
c = [1, 9]

[sweep]
until = 2
points = 5
chunk = 4
"""
VARY = "a = [0.5, 1.5]"

# A study of a model that another file holds: its name, fixed parameters, what varies.
NAMED = 'model = "{}"\n[parameters]\n{}\n[design]\nkind = "grid"\n[design.vary]\n{}\n[sweep]\n'
