"""The C library of motions, the same for every system, and its host side.

interface       the functions that the library exports
recipe          the library's sources, flags and digest, and how it is compiled
library         the library, loaded: the installed one, or one built from the sources
method          a Runge-Kutta method and the rule for the length of steps, as data for C
operations      the operations of a tape
constants       the numbers that C takes from Python
tape            straight-line code as data
worker          one thread that works beside all others
functions       functions of one system: compiled, or tapes until then
structs         structs of dense motions that Python fills
"""
