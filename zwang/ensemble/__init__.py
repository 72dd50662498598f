"""Many motions: chunks, reductions, results on disk, other machines."""

from zwang.ensemble.many import simulate_many as simulate_many
from zwang.ensemble.members import shared as shared
from zwang.ensemble.reduce import Histogram as Histogram
from zwang.ensemble.reduce import Quantiles as Quantiles
from zwang.ensemble.result import Ensemble as Ensemble
