"""Derivatives of large motions, integrated beside them on the same factors.

kinds           how what a kind of part adds changes along a direction, in C
pair            a motion and its derivative: memory and calls
start           how an assembled start changes
follow          the derivatives of a motion that is known
"""

from zwang.engine.large.tangent.follow import Followed as Followed
from zwang.engine.large.tangent.follow import followed as followed
