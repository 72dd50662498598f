"""Bodies that turn.

rolling_disk    upright, closed form
heavy_top, euler_free_body      in Euler's angles
"""
