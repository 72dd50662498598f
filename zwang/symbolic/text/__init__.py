"""Model files and SymPy: each becomes the other.

to_tree         expressions of SymPy as those of model files
from_tree       and back
tables          the tables of a file, with expressions of SymPy in the place of texts
"""
