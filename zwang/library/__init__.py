"""The C library, loaded; and functions of one system as it runs them: tapes, and compiled code.

interface       the functions that the library exports
recipe          its sources, flags and digest, and how it is compiled
loader          the library, loaded: the installed one, or one built from the sources
operations      the operations of a tape
tape            straight-line code as data
worker          one thread that works beside all others
functions       functions of one system: compiled, or tapes until then
"""
