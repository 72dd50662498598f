"""Exact tracking control: requirements are constraints, and the force is the control.

requirements    what is to be followed
driven          a plant under an added force, as a System
joints          mechanisms: actuators at joints, joints that must move as told
posed           mechanisms: starts by angles
plant           what is controlled: its matrices, inputs and weights
robust          a term for plants that are not quite known
description     what a controller is made of
law             from a state to the control
report          what a control can do, and what it cannot, in words
controller      zw.Controller
track           zw.track
run             the controlled motion, sampled motions, the law in C
"""
