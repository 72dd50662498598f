"""What is made of a block: NumPy's functions, one after the other, scalar values, and C of these.

What is called a few times only, such as the derivatives of a system in one state, NumPy has
computed before XLA or a C compiler has begun: a bicycle's 12,000 equations take 40 ms, to compile
them 13 s.

evaluate        a block evaluated by NumPy
interpreted     a function, traced once and evaluated by NumPy
replay          a function as its equations, each said once
lines           scalar values as C99
tape            scalar values as data
columns         scalar values computed by NumPy
folds           scalar values put together; calls of functions in C
scalars         a block taken apart into scalar values
loops           a block as C with loops
"""

from zwang.emit.interpreted import Interpreted as Interpreted
from zwang.emit.replay import plainly as plainly
