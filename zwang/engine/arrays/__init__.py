"""A traced function as C with loops over arrays: what is too long to be written out.

Taken apart into scalar values, the control of seven bodies in space is a quarter of a million of
them, and compilers take minutes. In loops it is as long as its jaxpr.

flat            a jaxpr without calls, and without what is known
buffers         arrays in C, views of them, and where they lie
nest            loops over views
writer          values, and the loops that compute them
rules           JAX's primitives
calls           calls of the kernel, and of what is written out
factors         triangular factors, in loops
looped          a function in C
"""

from zwang.engine.arrays.looped import LOOPED as LOOPED
from zwang.engine.arrays.looped import MANY as MANY
from zwang.engine.arrays.looped import Looped as Looped
