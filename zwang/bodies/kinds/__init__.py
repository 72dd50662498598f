"""Kinds of bodies.

quaternion      rotations by unit quaternions
body            what all bodies share; the ground
rigid_body      in space
planar_body     in the plane
particle        a point
"""
