"""Mechanisms: bodies, joints and forces, and the equations that follow from them.

checks          numbers, vectors and axes as given, checked
varying         numbers that are parameters
shapes          what bodies look like
kinds           bodies in space, in the plane, and points
marker          a frame on a body
joints          named equations between two bodies
forces          forces on bodies
layout          where each body's coordinates stand
batches         joints of one kind, evaluated together
alike           those whose functions differ in captured numbers alone
friction        friction in joints
blocks          the equations block by block
equations       M, Q and the constraints of all
functions       the same as functions of a System, as sums over parts, force by force
members         bodies, joints and forces that belong together
mechanism       zw.Mechanism
along           bodies and joints along a motion
"""
