"""What makes two descriptions the same, to a compiled program and to a store.

keyed           keys of values and functions, and objects that are the same by theirs
captured        numbers that functions capture, apart from what they do
recorded        what a user's function does, traced once
fingerprint     what JAX traced, as a text that is the same in any process
digest          a digest of a description that is the same in another process
"""
