"""A branch of states of rest over a parameter.

joined          whether two of them belong to one branch
following       a branch, and where it parts
between         whether it changes unseen between two values
crossing        where stability changes on a branch
"""
