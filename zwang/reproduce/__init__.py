"""The papers' examples: figures drawn anew, the numbers reached beside the numbers printed.

page            a page of comparisons
ku93_figures    the figures of KU93
ku93            its numbers
u05             those of U05
us10_body       the rotating body of US10
us10            its numbers
"""
