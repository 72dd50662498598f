"""A large system in one state, by sparse means.

circuits        few rows that give zero together
structure       which of its rows depend on each other
check           the report on it
assemble        the nearest start
exported        its acceleration as C for other programs
"""
