"""A page in which a motion is computed while one looks.

mould           what of the scene follows from the parameters
frames          where things are, as a function that the engine can have
contacts        where wheels and balls touch
subject         what it is of, and its scene
knobs           parameters and their sliders
build           the text of the page
page            zw.page
"""
