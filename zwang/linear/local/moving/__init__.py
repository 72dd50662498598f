"""States that move: whether they go on as they are.

later           balance and small motions at other times
symmetry        motions of the whole under which a system stays the same
frame           the frame that moves along with a steady motion
"""
