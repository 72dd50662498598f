"""Small motions about a state: a linear model, its modes, and the road to control theory.

local           a system near a state, on its constraints
channels        inputs and outputs by name
state_space     the matrices A, B, C, D
spectrum        eigenvalues, those that are zero apart
stability       what follows from them
page            small motions as a page
linear          zw.Linear
linearize       zw.linearize
mode            a mode as a motion
parameters      derivatives of eigenvalues by parameters
response        responses to inputs
interchange     models for SciPy and python-control
"""
