"""Points on curves and surfaces.

pendulum        of IFToMM's benchmark, over a long time
conical_pendulum, spherical_pendulum, bead_on_hoop      holonomic, closed forms
two_masses      a singular mass matrix
rosenberg, knife_edge       nonholonomic, closed forms
ku93            the examples of the paper
"""
