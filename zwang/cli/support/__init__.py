"""What the commands share.

interrupt       Ctrl-C
errors          mistakes of the user, told from those of the program
files           where results go
cache           the cache of compiled programs
resample        a motion fine enough for pictures
models          models by path or name
run_summary     what a run has to tell
pictures        its figures
about           what is told of a study in a file of its own
stored_ensemble  what a store holds
tables          tables on the terminal
maps            maps of ensembles
"""
