"""A traced function as C that keeps its loops: a statement an equation, not one an element.

What is taken apart into scalars shares all that can be shared, and grows with the elements of its
arrays. This is for functions of many elements whose parts are of no few kinds: in joint angles, or
where all act on all.

flat            a trace as a list of equations
index           places in arrays
memory          arrays that C works on
views           arrays that are computed where they are read
writer          statements of C
elementwise     equations that compute element by element
shapes          equations that only say where elements stand
places          gathers and scatters
sums            equations that put elements together
loops           loops and branches
function        the whole
"""

from zwang.engine.rolled.function import Rolled as Rolled
