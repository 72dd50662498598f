"""What a step does, whatever the system.

stages          the stages of a Runge-Kutta method, written out
"""
