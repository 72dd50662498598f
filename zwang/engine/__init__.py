"""A traced system as straight-line C, for one motion, many, or other programs.

program         all that a motion needs, as one C program
near            a system near a state, by NumPy
evaluate        functions of a description and a state, in C or by XLA
code            a program in C by the names of its libraries
layout          rows of a motion as C writes them
singular        singular configurations crossed in C
native          a motion in C
large           motions of large systems in C
choose          which of the two it is
acceleration    system.acceleration in C
ensemble        many motions in C, in threads
cuda            many motions on a GPU
export          zw.export_c
wasm            a motion in a browser
"""

from typing import TYPE_CHECKING

from zwang.base.later import exported

if TYPE_CHECKING:
    from zwang.engine.choose import Unsupported as Unsupported
    from zwang.engine.choose import in_c as in_c
    from zwang.engine.export import export_c as export_c
    from zwang.engine.native import native_machine as native_machine

__getattr__ = exported(
    __name__,
    in_c="choose",
    export_c="export",
    native_machine="native",
    Unsupported="choose",
)
