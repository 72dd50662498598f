"""Large systems that are sums over parts of few kinds: C that grows with the kinds, sparse factors.

memory          what C and Python share
template        what many values have in common
plain           plain functions as sums over parts
kind            one kind of part in C
pattern         where the entries of M and A stand
program         steps and watch in C, the same for all systems
system          a large system: kinds, pattern, memory
rows            what follows from its states
crossing        its steps across singular configurations
machine         its motion
"""

from zwang.engine.large.machine import large_machine as large_machine
