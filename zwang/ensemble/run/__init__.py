"""What computes the motions of an ensemble.

task            what they have in common
one_by_one      each by ``zw.simulate``
traced          all in one loop of JAX
choose          which of them, or C, and why
"""
