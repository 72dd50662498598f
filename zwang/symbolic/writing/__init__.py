"""Formulas for people and for other programs.

code            NumPy, C and Julia
naming          names as text in what printers write
mathml          formulas in a browser
derivation      the derivation in LaTeX, and in a terminal
instant         one instant: the derivation and its numbers
page            the derivation as a page of HTML
"""
