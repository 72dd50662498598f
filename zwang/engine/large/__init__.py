"""Large systems that are sums over parts of few kinds: C that grows with the kinds, sparse factors.

memory          what C and Python share
template        what many values have in common
plain           plain functions as sums over parts
kind            one kind of part in C
rubbing         one kind of friction in C
pattern         where the entries of M and A stand
events          the functions of its events in C
system          a large system: kinds, pattern, memory
rows            what follows from its states
crossing        its steps across singular configurations
machine         its motion
tangent         derivatives of its motion
instant         the system in one state: report, nearest start
"""

from zwang.engine.large.instant.assemble import assembled_by_parts as assembled_by_parts
from zwang.engine.large.instant.check import loose_at as loose_at
from zwang.engine.large.instant.check import report_by_parts as report_by_parts
from zwang.engine.large.instant.near import coordinates_by_parts as coordinates_by_parts
from zwang.engine.large.instant.near import equations_by_parts as equations_by_parts
from zwang.engine.large.instant.state import friction_at as friction_at
from zwang.engine.large.machine import large_machine as large_machine
from zwang.engine.large.tangent import followed as followed
from zwang.ir.scalar.graph import Unsupported as Unsupported
