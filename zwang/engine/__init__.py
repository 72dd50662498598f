"""A traced system in C, for one motion, many, or other programs.

program         the functions of a system for its motion, in C
evaluate        functions of a description and a state, in C or by XLA
near            a system near a state, without a compiler
code            the functions of a system by the name of their library
dense           motions of small systems in C
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
    from zwang.engine.dense.native import native_machine as native_machine
    from zwang.engine.export import export_c as export_c

__getattr__ = exported(
    __name__,
    in_c="choose",
    export_c="export",
    native_machine="dense.native",
    Unsupported="choose",
)
