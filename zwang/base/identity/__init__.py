"""What makes two descriptions the same, to a compiled program and to a store.

keyed           keys of values and functions, and objects that are the same by theirs
fingerprint     what JAX traced, as a text that is the same in any process
watch           a cheap watch over the names that functions capture directly
digest          a digest of a description that is the same in another process
"""
