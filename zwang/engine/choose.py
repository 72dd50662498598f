"""Which program in C a motion has: written out for small systems, by parts for large ones."""

from __future__ import annotations

from zwang.base.parameters import Parameters
from zwang.engine.code import code_of
from zwang.engine.native import native_machine
from zwang.engine.program.sizes import LARGEST
from zwang.files.kept import Unsupported as Unsupported
from zwang.integrate.backend import AbstractMachine
from zwang.integrate.method.runge_kutta import Program
from zwang.system.elements import moved_by_parts

# Coordinates times coordinates and rows, beyond which a system is not written out; and how many
# times as many where parts are found by tracing, which takes time.
WRITTEN_OUT, TRACED = 2000, 3


def in_c(program: Program, parameters: Parameters, n: int) -> AbstractMachine:
    """The machine of a motion in C.

    Parameters
    ----------
    program : what moves, and how
    parameters : of the system
    n : number of coordinates

    Raises
    ------
    Unsupported
        There is none; the text says why.
    """
    given, shapes = (program, parameters, n), tuple([shape for shape, _ in parameters.shapes])
    by_parts = moved_by_parts(program.system.value) is not None
    rows = lambda: code_of(program, n, shapes).sizes.m
    # Whose M alone is too large is not looked for among programs that were written out.
    size = n * n if by_parts and n * n > WRITTEN_OUT else n * (n + rows())
    if size <= WRITTEN_OUT or (size <= TRACED * WRITTEN_OUT and not by_parts):
        return native_machine(*given)
    from zwang.engine.large import large_machine  # which most motions need not import

    try:
        return large_machine(*given)
    except Unsupported as why:
        if n * (n + rows()) > LARGEST:
            raise
        try:
            return native_machine(*given)
        except Unsupported:
            raise why from None
