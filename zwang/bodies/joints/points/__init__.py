"""A point of one body, held to another.

distance        at a distance from a point
point_on_line   on a line
point_on_curve  on a curve
"""
