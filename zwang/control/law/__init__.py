"""From a state to the control.

least_effort    the least control that meets the requirements
basis           what a few vectors span
miss            what is missed of a requirement, in the metric
levels          requirements with strict priorities, and compromises
turned          directions of requirements differentiated on, as the state turns them
raised          requirements differentiated on until the inputs appear
bounded         the nearest control within limits
judge           what counts as met
command         the control in a state
"""
