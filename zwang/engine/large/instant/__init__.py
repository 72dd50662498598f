"""A large system in one state, by sparse means.

structure       which of its rows depend on each other
check           the report on it
assemble        the nearest start
exported        its acceleration as C for other programs
"""
