"""A traced function evaluated by NumPy, equation by equation: nothing is compiled.

What is called a few times only, such as the derivatives of a system in one state, is known
sooner so than XLA or a C compiler has begun: a bicycle's 12,000 equations take 40 ms, to compile
them 13 s.

primitives      JAX's primitives in NumPy
steps           equations, each said once
loops           loops and branches
interpreted     a function, traced and evaluated
"""

from zwang.engine.interpret.interpreted import Interpreted as Interpreted
from zwang.engine.interpret.interpreted import plainly as plainly
