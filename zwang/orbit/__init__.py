"""Periodic motions: found by shooting, their stability, and families of them over a parameter.

manifold        states on the constraints: their tangent space, and the way back to it
flow            a motion over one period and its derivatives
returning       what it means to return
floquet         multipliers and stability
parameter       the parameters and the period that belong to a value; a point of a family
conditions      what chooses one of many orbits
shooting        Newton's method for a periodic motion
orbit           zw.Orbit
periodic        zw.periodic
along           a step along a family, and bifurcations that are met
family          zw.Family: orbits over a parameter, with folds and bifurcations
"""
