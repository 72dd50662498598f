"""A branch of states of rest over a parameter.

joined          whether two of them belong to one branch
following       a branch, and where it parts
crossing        where stability changes on a branch
"""
