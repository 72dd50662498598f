"""Linkages, chains, platforms.

slider_crank, four_bar, andrews     in the plane
bricard         joints that repeat each other
scissor_lift    the same, as large as one likes
chain           as long as one likes
stewart         driven
"""
