"""Many motions: chunks, reductions, results on disk, other machines."""

from zwang.ensemble.ensemble import Ensemble as Ensemble
from zwang.ensemble.inputs import shared as shared
from zwang.ensemble.reduce.reduce import Histogram as Histogram
from zwang.ensemble.reduce.reduce import Quantiles as Quantiles
from zwang.ensemble.simulate_many import simulate_many as simulate_many
