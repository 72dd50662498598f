"""Contact without slip.

contact         the point of contact and its velocity
rolling_disk    a wheel on a plane
rolling_sphere  a ball on a plane
knife_edge      a blade that does not slip sideways
"""
