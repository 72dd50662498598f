"""What is computed of all members together.

sketch          counts in bins that find their own range
reduce          means, covariances, quantiles, histograms
stream          chunk by chunk
"""
