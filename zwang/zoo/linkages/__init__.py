"""Loops.

four_bar, bricard   benchmarks of IFToMM: through singular configurations, and redundant
andrews, car_axis   of the test set for initial value problems
slider_crank        an ordinary mechanism
"""
