"""What the commands of ``zwang`` do, one file a command; their options are in zwang_command.py.

Each has a ``main`` that returns the exit code. Results go to stdout, messages to stderr.
"""
