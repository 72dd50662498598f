"""The same equation in other forms: taken apart, and rewritten.

page            an explanation as a printed page
explain         one instant taken apart, term by term
rewritten       of first order, in momenta, with a definite mass
"""
