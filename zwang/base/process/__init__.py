"""What a long call shares with the process that it runs in, and leaves as it was.

interruption    Ctrl-C, heard even where Python loses it
progress        a bar over what takes long
one_thread      dense algebra of ours on one thread of BLAS
"""
