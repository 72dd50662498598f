"""What follows from the equations of a mechanism, function by function.

actors          what each force and friction exerts by itself
once            functions that are traced once
elements        the equations as sums over parts of few kinds
parts           the functions of a System
"""
