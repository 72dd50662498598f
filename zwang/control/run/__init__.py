"""A controller at work.

massless        a plant without mass in some direction
closed_loop     plant and control as one System
held            a plant under inputs that are held
sampled         a control that is held between samples
realtime        the law as a compiled function
"""
