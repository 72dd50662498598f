"""What one would write without zwang, for the problems of ``bench_motion.py``.

by_hand     M, Q, A, b in NumPy, and the formula of the papers, literally
by_sympy    M, Q, A, b from T, V and phi in SymPy, and the saddle (KKT) equations
start       the starts, once more: nothing here imports zwang or JAX

Both give q̈ as a function of (t, q, qd), which SciPy's DOP853 integrates.
"""
