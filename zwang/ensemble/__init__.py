"""Many motions: chunks, reductions, results on disk, other machines.

design          which parameters and starts: grids and samples
inputs          which inputs are each member's own
starts          starts put onto the constraints, or refused
outputs         what members leave behind
run             what computes them
plan            all that decides about the results, and the members in chunks
reduce          what is computed of all members together
store           results on disk, chunk by chunk
executor        where chunks are computed
ensemble        zw.Ensemble
together        what is computed of all members together, and of one again
summary         the page that it prints
netcdf          an Ensemble as a Dataset, and as a file
arguments       the arguments of zw.simulate_many, checked
simulate_many   zw.simulate_many
"""

from zwang.ensemble.ensemble import Ensemble as Ensemble
from zwang.ensemble.inputs import shared as shared
from zwang.ensemble.reduce.reduce import Histogram as Histogram
from zwang.ensemble.reduce.reduce import Quantiles as Quantiles
from zwang.ensemble.simulate_many import simulate_many as simulate_many
