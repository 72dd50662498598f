"""A large system in one state, by sparse means.

circuits        few rows that give zero together
state           its equations there
structure       which of its rows depend on each other
check           the report on it
assemble        the nearest start
kinds           kinds of parts by NumPy
local           the equations and their derivatives by NumPy
near            the same on request, and coordinates
"""
