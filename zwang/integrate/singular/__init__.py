"""Across configurations in which the constraints lose rank.

passage         an attempt to cross one, and where the rank is lost in it
collocation     steps that have no node where the rank is lost
laid            two such steps, and whether they agree
place           where on a step the rank is lost
drives          what is led by drives is not carried across
told            what is told of it: rows by name, the rank before and at it
trial           what makes a step fail: it is taken away, and the step tried again
crossing        what to do about it: find it, try to cross it
traced          with steps that JAX computes
"""
