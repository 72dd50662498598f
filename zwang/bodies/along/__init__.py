"""A mechanism along a motion.

body_pose       where a body is
exerted         force and torque of a joint, from its multipliers
reactions       what joints exert, and what of it is unique
"""
