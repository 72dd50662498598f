"""What a state is in numbers, and what saves work on them.

values          the numbers of a state, and of changes along directions
rows            which row of the constraints is whose
acting          friction that depends on the multipliers that act
held            mass that the constraints hold
kept            what was computed last, and directions in pieces
large           large systems part by part
"""
