"""Calls inside of a traced program: one node for the call, and one for each number it returns.

kernel          the kernel
bounded         the active set for limits
measure         what measures M and A
mobility        the constrained inverse mass
product         loops for large products
eliminate       linear equations without symmetry
loop            loops of known length
texts           the text of all that is called
on_tape         the same as a tape has it
"""
