"""Which program in C a motion has: written out for small systems, by parts for large ones."""

from __future__ import annotations

from contextlib import suppress

from zwang.base.parameters import Parameters
from zwang.base.process.interruption import heard
from zwang.base.process.progress import compiling
from zwang.engine.code import Code, code_of
from zwang.engine.dense.native import native_machine
from zwang.engine.program.sizes import LARGEST
from zwang.files.kept import Unsupported as Unsupported
from zwang.integrate.backend import AbstractMachine
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.problem import Request
from zwang.system.elements import moved_by_parts

# Coordinates times coordinates and rows, beyond which a system is not written out; and how many
# times as many where parts are found by tracing, which takes time.
WRITTEN_OUT, TRACED = 2000, 3


def in_c(program: Program, parameters: Parameters, n: int) -> AbstractMachine:
    """The machine of a motion in C. Raises Unsupported."""
    given = program, parameters, n
    if _is_written_out(*given):
        return native_machine(*given)
    from zwang.engine.large import large_machine  # which most motions need not import

    try:
        return large_machine(*given)
    except Unsupported as why:
        if n * (n + _code(*given).sizes.m) > LARGEST:
            raise
        try:
            return native_machine(*given)
        except Unsupported:
            raise why from None


def prepare(asked: Request) -> bool:
    """Have the program of a motion compiled while others go on; whether there is anything to do.

    What cannot be is told to who asks for the motion.
    """
    known = asked.parameters.kind in asked.setup.machines
    given = asked.program, asked.parameters, len(asked.start.q)
    if known or asked.traced or asked.options.engine == "jax":
        return False
    with suppress(Unsupported), heard(), compiling(asked.options.progress):
        if _is_written_out(*given):
            return native_machine(*given).native.functions.begin()
    return False


def _is_written_out(program: Program, parameters: Parameters, n: int) -> bool:
    by_parts = moved_by_parts(program.system.value) is not None
    # Whose M alone is too large is not looked for among programs that were written out.
    large = by_parts and n * n > WRITTEN_OUT
    size = n * n if large else n * (n + _code(program, parameters, n).sizes.m)
    return size <= WRITTEN_OUT or (size <= TRACED * WRITTEN_OUT and not by_parts)


def _code(program: Program, parameters: Parameters, n: int) -> Code:
    return code_of(program, n, tuple([shape for shape, _ in parameters.shapes]))
