"""What the C library of motions takes from Python; its sources are in ``c/``.

method          a Runge-Kutta method and the rule for the length of steps, as data
constants       numbers
structs         structs of dense motions that Python fills
"""
