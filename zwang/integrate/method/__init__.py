"""One step of a Runge-Kutta method, and how long it may be.

breaks          times at which functions jump, as targets of steps
tableau         the coefficients of the default method
step_size       how large an error may be, and how long a step: rules
runge_kutta     one step; the only file that knows diffrax
"""
