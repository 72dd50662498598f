"""Joints: each a set of named equations between two bodies, or a body and the ground.

base            what all joints share
pairs           two bodies that slide and turn on each other
points          a point held at a distance, on a line, on a curve
gear            two turns in a ratio
rolling         wheels, balls and blades
driven          a joint that moves as told
driven_pose     a body that moves as told
custom          equations of your own
"""

from zwang.bodies.joints.base import AbstractJoint as AbstractJoint
from zwang.bodies.joints.custom import Custom as Custom
from zwang.bodies.joints.driven import Driven as Driven
from zwang.bodies.joints.driven_pose import DrivenPose as DrivenPose
from zwang.bodies.joints.gear import Gear as Gear
from zwang.bodies.joints.pairs.cylindrical import Cylindrical as Cylindrical
from zwang.bodies.joints.pairs.fixed import Fixed as Fixed
from zwang.bodies.joints.pairs.planar import Planar as Planar
from zwang.bodies.joints.pairs.prismatic import Prismatic as Prismatic
from zwang.bodies.joints.pairs.revolute import Revolute as Revolute
from zwang.bodies.joints.pairs.screw import Screw as Screw
from zwang.bodies.joints.pairs.spherical import Spherical as Spherical
from zwang.bodies.joints.pairs.universal import Universal as Universal
from zwang.bodies.joints.points.distance import Distance as Distance
from zwang.bodies.joints.points.point_on_curve import PointOnCurve as PointOnCurve
from zwang.bodies.joints.points.point_on_line import PointOnLine as PointOnLine
from zwang.bodies.joints.rolling.knife_edge import KnifeEdge as KnifeEdge
from zwang.bodies.joints.rolling.rolling_disk import RollingDisk as RollingDisk
from zwang.bodies.joints.rolling.rolling_sphere import RollingSphere as RollingSphere
