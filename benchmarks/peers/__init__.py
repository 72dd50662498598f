"""What one would use without zwang, for ``bench_motion.py`` and ``bench_engine.py``.

by_hand     M, Q, A, b in NumPy, and the formula of the papers, literally
by_sympy    M, Q, A, b from T, V and phi in SymPy, and the saddle (KKT) equations
start       the starts, once more: nothing here imports zwang or JAX

Both give q̈ as a function of (t, q, qd), which SciPy's DOP853 integrates. Simulators:

linkage         the problems as links on hinges with loops, for all three
by_mujoco, by_pinocchio, by_exudyn      each with its settings, from coarse to fine
"""
