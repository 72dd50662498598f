"""Formulas of model files; they never become Python code.

tree            expressions as trees, and how they are written
values          the value of a tree, node by node
tokens          text cut into tokens
grammar         tokens put together to trees
scope           which names a formula may use
formula         a formula as a function of q, q̇, t, p
"""
