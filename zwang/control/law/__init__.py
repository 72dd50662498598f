"""From a state to the control.

least_effort    the least control that meets the requirements
levels          requirements with strict priorities
raised          requirements differentiated on until the inputs appear
bounded         the nearest control within limits
bounded_levels  priorities within limits
judge           what counts as met
command         the control in a state
"""
