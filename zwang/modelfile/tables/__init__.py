"""The tables of a model file.

places          where in the text each entry stands
text            the text, and errors that point into it
table           one table, its entries taken by name
constraints     [[constraint]]
system          the system
control         [control]
run             [run]
page            [page]
writing         a document as text again
"""
