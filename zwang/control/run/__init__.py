"""A controller at work.

closed_loop     plant and control as one System
sampled         a control that is held between samples
realtime        the law as a compiled function
"""
