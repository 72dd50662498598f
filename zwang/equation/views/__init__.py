"""The same equation looked at: term by term, and in other forms.

steering        how a control comes about
page            an explanation as a printed page
latex           its numbers in LaTeX
curvature       of the path
explain         one instant taken apart, term by term
forms           of first order, in momenta, with a definite mass
"""
