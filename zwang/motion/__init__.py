"""A simulated motion, and all that can be asked of it.

motion          zw.Motion
summary         the page that it prints
json_tree       any nest of numbers, arrays and texts as JSON
store           a motion as an xarray Dataset and as a NetCDF file
simulate        zw.simulate
resample        a motion at other times
"""
