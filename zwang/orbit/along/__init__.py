"""The way along a family of orbits, and what is met on it.

member          an orbit of a family, its direction, and a step along it
curve           the orbits between two of them, and where a number is zero
crossing        what multipliers of neighbours say was met between them
bifurcation     where a family turns, or another one crosses it
"""
