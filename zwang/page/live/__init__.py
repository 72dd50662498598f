"""A page in which a motion is computed while one looks.

subject         what it is of, and its scene
frames          where things are, as a function that the engine can have
knobs           parameters and their sliders
build           the text of the page
page            zw.page
"""
