"""Force, power and work of all that acts along a motion.

multipliers     those that really act, friction included
acting          each force by its name, in the rows of a motion
quadrature      integrals between the rows
balance         motion.balance, motion.work
"""
