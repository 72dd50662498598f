"""The papers' examples: figures drawn anew, the numbers reached beside the numbers printed.

page            a page of comparisons
draws           random systems, and the rows that their differences make
ku93_figures    the figures of KU93
ku93_sections   its equations
ku93            its numbers
u05             those of U05
u06             those of U06
uk95            those of UK95
up06            those of UP06
us10_sections   the equations of US10
us10_body       its rotating body
us10            its numbers
"""
