"""A page in which a motion is computed while one looks.

mould           what of the scene follows from the parameters
subject         what it is of, and its scene
frames          where things are, as a function that the engine can have
knobs           parameters and their sliders
build           the text of the page
page            zw.page
"""
