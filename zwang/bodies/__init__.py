"""Mechanisms: bodies, joints and forces, and the equations that follow from them.

checks          numbers, vectors and axes as given, checked
shapes          what bodies look like
kinds           bodies in space, in the plane, and points
marker          a frame on a body
joints          named equations between two bodies
forces          forces on bodies
layout          where each body's coordinates stand
batches         joints of one kind, evaluated together
friction        friction in joints
equations       M, Q and the constraints of all
actors          what each force and friction exerts by itself
elements        the same as sums over parts of few kinds
parts           both as functions of a System
members         bodies, joints and forces that belong together
mechanism       zw.Mechanism
body_pose       where a body is along a motion
reactions       forces and torques of joints along a motion
"""
