"""Is a description what its writer meant, and is a start on its constraints?

adrift          constraints that a motion does not keep, and rows that nothing moves
independence    which rows of A depend on each other
uniqueness      which parts of constraint forces are unique
nearness        how near a configuration is to losing rank
report          what was found, as fields and as a page
problems        what must be mended, in sentences
diagnose        zw.check
nearest_point   the nearest point on a surface
assemble        zw.assemble: the nearest consistent start
branches        zw.branches: where a motion could go on from a singular configuration
"""
