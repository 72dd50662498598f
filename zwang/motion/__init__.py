"""A simulated motion, and all that can be asked of it.

motion          zw.Motion
build           a Motion from its rows
summary         the page that it prints
record          what a motion's file holds besides its labelled arrays
store           a motion as an xarray Dataset and as a NetCDF file
branched        a motion that leaves a singular configuration on a chosen branch
kept            what is kept of a motion, by name
simulate        zw.simulate
resample        a motion at other times
points          points for pictures: particles, or a user's function
mechanics       an instant taken apart, momenta, quasi-velocities, lost rank
compare         two motions beside each other
work            force, power and work of all that acts
"""
