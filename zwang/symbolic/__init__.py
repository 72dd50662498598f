"""Formulas: SymPy in, explicit equations out.

Importing these takes no SymPy; calling them does, and says so where it is missing.

extra           SymPy, which is an extra
untyped         SymPy as sp, without types
expressions     SymPy in: expressions and objects of its mechanics
from_sympy      zw.System.from_sympy
formulas        what zw.explicit returns
algebra         from a System's functions to formulas
explicit        zw.explicit
writing         formulas for people and for other programs
text            model files and SymPy
models          these for users
"""

from zwang.symbolic.models import to_model as to_model
from zwang.symbolic.models import to_model_file as to_model_file
from zwang.symbolic.models import to_sympy as to_sympy
