"""A system near a state, on its constraints.

named           coordinates by name
traced          what is traced of a system
state           what a state is in numbers, and what saves work on them
variation       everything in a state, and how it changes along directions
tangent         the states near a state, and coordinates for them
onto            the nearest configuration on the constraints
reduced         the equations of small motions in these
agreed          whether dependent constraints agree on what is asked of them
moving          whether they stay so
smooth          whether forces jump or bend in the state
singular        whether constraints lose rank in the state
"""
