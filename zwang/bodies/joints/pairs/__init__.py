"""Two bodies that slide and turn on each other.

axis            what joints with an axis share
fixed           not at all
revolute        turn about an axis
prismatic       slide along an axis
cylindrical     both
screw           both, in a ratio
universal       turn about two axes
spherical       turn about a point
planar          slide in a plane
"""
