"""What the commands of ``zwang`` do, one file a command; their options are in zwang_command.py.

Each has a ``main`` that returns the exit code. Results go to stdout, messages to stderr.

support         what commands share
run             zwang run
check           zwang check
rest            zwang rest
modes           zwang modes
examples        zwang examples
new             zwang new
plot            zwang plot
pages           zwang show, page and studio
info            zwang info
derive          zwang derive
reproduce       zwang reproduce
sweep           zwang sweep
summary         zwang summary
"""
