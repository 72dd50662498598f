"""Scalar values: what is left of arrays when a block is taken apart.

bounds          what is known of a value before it is computed
graph           the values, shared and folded
types           types of numbers, and which of them C computes
laws            laws of single numbers, element by element; the table of all of them
witness         zeros that are folded on trust, and what vouches for them
rates           derivatives of scalar values
"""
