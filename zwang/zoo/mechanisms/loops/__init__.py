"""Linkages, chains, platforms.

slider_crank, four_bar, andrews     in the plane
bricard         joints that repeat each other
scissor_lift    the same, as large as one likes
ladder          a chain of loops
truss           bars that repeat each other
chain           as long as one likes
net             springs, as many as one likes
stewart         driven
"""
