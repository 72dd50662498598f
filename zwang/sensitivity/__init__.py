"""How a motion changes with its numbers, and which numbers fit measurements.

tangent_system  a motion and its derivative along one direction, as one System
start           how a start that is assembled changes
wrt             by what is differentiated: numbers of p, and the start
columns         derivatives of a motion, part by part or by pairs
quantities      quantities of a motion, by the chain rule
sensitivity     zw.sensitivity
residuals       what a motion leaves of measurements
fit             zw.fit
"""
