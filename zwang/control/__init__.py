"""Exact tracking control: requirements are constraints, and the force is the control.

requirements    what is to be followed
plant           what is controlled: its matrices, inputs and weights
least_effort    the least control that meets the requirements
robust          a term for plants that are not quite known
description     what a controller is made of
command         the control in a state
analysis        which inputs reach which requirements
refusal         why there is no control, in words
path            how far a state is off the path
feasibility     controller.check
controller      zw.Controller
track           zw.track
run             the controlled motion, sampled motions, the law in C
"""
