"""Pages in one file: a motion to look at, without server, network or Python.

scene           what is to be drawn, as the page's script knows it
solids          what bodies look like: as told, or guessed from their inertia
of_mechanism    the scene of a mechanism
of_points       the scene of a system of points
places          where its points are
of_function     the scene of points that a function returns, with forces and torques
arrows          forces and torques along a motion
recording       a motion's rows for the eye
document        one HTML file, in which no name can become script
show            motion.show()
live            zw.page
"""
