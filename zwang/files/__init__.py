"""Files: whole or not at all, and read as if a stranger had made them.

whole           files that appear whole or not at all
json_tree       any nest of numbers, arrays and texts as JSON
heaps           the heaps of texts in a file of HDF5
netcdf          NetCDF files, written whole and read with care
sparse          sparse matrices in them
trust           folders whose files are run as programs
scratch         folders in which something is written before it is moved to its place
command         commands that take long, and end with who waits for them
kept            what was made once, kept under a name
build           C as a library that is loaded: found or compiled
structs         structs of C, read from headers
surroundings    what all that is made here depends on
"""
