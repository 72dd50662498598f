"""Models that ran before: a note beside their libraries says all that tracing told, so that they
run again by NumPy and C alone, and JAX is not imported.

command_line    what a command is called with, without Pydantic
name            the name under which a run is known
note            what is known of it
remember        what is noted of a run that went well
recall          the same run again
"""
