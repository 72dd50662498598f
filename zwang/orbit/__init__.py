"""Periodic motions: found by shooting, their stability, and families of them over a parameter.

manifold        states on the constraints: their tangent space, and the way back to it
flow            a motion over one period and its derivatives
returning       what it means to return
floquet         multipliers and stability
parameter       the parameters and the period that belong to a value
shooting        Newton's method for a periodic motion
passing         what coordinates come to on the way
orbit           zw.Orbit
periodic        zw.periodic
member          a step along a family
family          zw.Family: orbits over a parameter, with folds and bifurcations
"""
