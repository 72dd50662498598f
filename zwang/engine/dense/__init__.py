"""Motions of small systems by the C library, with dense linear algebra.

layout          rows of a motion, and blocks, as C writes them
course          the course of a motion as C leaves it
model           a system as the library has it
singular        singular configurations crossed in C
native          the machine of a motion
"""
