"""A block as C that keeps its loops: a statement an operation, not one an element.

What is taken apart into scalars shares all that can be shared, and grows with the elements of its
arrays. This is for functions of many elements whose parts are of no few kinds: in joint angles,
where all act on all, or laws of control.

index           places in arrays
memory          arrays that C works on
views           arrays that are computed where they are read
writer          statements of C
each            laws of single numbers, element by element
moves           operations that only say where elements stand, and arrays put into one
windows         windows of arrays, at places that are known or computed
folds           elements put together
turns           loops and branches
calls           functions of the library, small matrices, and what is written out
function        the whole
"""

from zwang.emit.loops.function import Looped as Looped
