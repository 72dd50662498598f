"""What makes two descriptions the same, to a compiled program and to a store.

keyed           keys of values and functions, and objects that are the same by theirs
captured        numbers that functions capture, apart from what they do
fingerprint     what JAX traced, as a text that is the same in any process
watch           what was made of a description, until a name that it captures changes
digest          a digest of a description that is the same in another process
"""
