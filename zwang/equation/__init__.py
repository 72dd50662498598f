"""The equation of motion: from a description in a state to its acceleration.

rows            which row of the constraints is whose
acceleration_form   constraints differentiated to A q̈ = b
indices         indices outside of their arrays
known           a description as JAX traced it, and what it is known by
matrices        M, Q, A, b of a description in a state, compiled together
freedom         all accelerations, where they are not unique
feedback        the constraint force as a gain times an error signal
fundamental     M, Q, A, b, C in; q̈ and the constraint force out
friction        forces that depend on the reaction which acts under them
acceleration    the two together: a description in a state, and its acceleration
views           the equation term by term, and in other forms
observed        what follows from the rows t, q, q̇ of a motion, by name
observe         all that follows from the rows t, q, q̇ of a motion
"""
