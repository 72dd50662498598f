"""Forces on the bodies of a mechanism.

base            what all forces share
gravity         weight
spring          along a line, with damping
torsion_spring  about a joint's axis
load            given forces and torques
joint_friction  friction by a joint's own reaction
"""

from zwang.bodies.forces.base import AbstractForce as AbstractForce
from zwang.bodies.forces.gravity import Gravity as Gravity
from zwang.bodies.forces.joint_friction import JointFriction as JointFriction
from zwang.bodies.forces.load import Load as Load
from zwang.bodies.forces.spring import Spring as Spring
from zwang.bodies.forces.torsion_spring import TorsionSpring as TorsionSpring
