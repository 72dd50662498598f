"""What a step does, whatever the system.

arithmetic      what judges a step, written out from the Python text
gauss           the rules of collocation
stages          the stages of a Runge-Kutta method, written out
"""
