"""A mechanism along a motion.

body_pose       where a body is
undetermined    what is not determined of what they exert
exerted         force and torque of a joint, from its multipliers
reactions       what joints exert, and what of it is unique
"""
