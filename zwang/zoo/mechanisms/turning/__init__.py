"""Bodies that turn and roll.

euler_angles    Euler's angles of a body along a motion
free_body, wing_nut, heavy_top      tops
governor        joints that repeat each other
rolling_coin, turntable             rolling
"""
