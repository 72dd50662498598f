"""A system as the library of dense motions has it: its numbers, its functions, its blocks."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from zwang.engine.dense.layout import DESCRIBED, Block
from zwang.engine.program.constants import facts_of, tables_of
from zwang.engine.program.sizes import Sizes
from zwang.integrate.method.runge_kutta import Program
from zwang.integrate.singular.passage import STAGES
from zwang.library.functions import Functions
from zwang.library.loader import library
from zwang.runtime.method import method_of
from zwang.runtime.structs import FUNCTIONS, Model

BEST = 2  # of the machines that the library is compiled for: see machine.h


class DenseModel:
    """What the library reads of a system. Nobody writes to it, and threads share it."""

    def __init__(self, program: Program, sizes: Sizes, functions: Functions):
        self.library, self.functions = library(), functions
        self._method = method_of(program)
        tables = tables_of(program, sizes)
        self._tables = {name: np.array(x or [0], np.intc) for name, x in tables.items()}
        facts = facts_of(program, sizes)
        of = {name: function.address for name, function in functions.items()}
        tapes = max((function.room for _, function in functions.items()), default=0)
        self._struct = Model(
            **facts,
            room=_room(facts, self._method.stages) + tapes,
            **{name: x.ctypes.data for name, x in self._tables.items()},
            method=self._method.at,
            stages=self.library.zw_stages_for(BEST),
            **{name: of[f"zw_{name}"] for name in FUNCTIONS if f"zw_{name}" in of},
        )
        self.at = ctypes.addressof(self._struct)
        self.course, self.passage = self._blocks()

    @property
    def room(self) -> int:
        """How many numbers a call may need."""
        return self._struct.room

    def bound(self, name: str) -> Callable[..., Any]:
        """A function of the library, for this model."""
        return partial(getattr(self.library, f"zw_dense_{name}"), self.at)

    def _blocks(self) -> tuple[Block, Block]:
        """How C lays a course, and a step across a singular configuration."""
        sizes = np.zeros(3, np.int64)
        if self.library.zw_dense_sizes(self.at, sizes.ctypes.data):
            raise MemoryError(f"a motion needs {8 * self.room} bytes")
        if sizes[2] != ctypes.sizeof(Model):
            raise RuntimeError(
                f"C has a model of {sizes[2]} bytes, and Python one of {ctypes.sizeof(Model)}."
            )
        blocks = [np.zeros(size) for size in sizes[:2]]
        texts = [ctypes.create_string_buffer(DESCRIBED) for _ in blocks]
        self.library.zw_dense_layout(
            self.at,
            *(x.ctypes.data for x in blocks),
            *(ctypes.addressof(x) for x in texts),
            DESCRIBED,
        )
        pairs = zip(blocks, texts, strict=True)
        course, passage = (Block.of(len(block), x.value.decode()) for block, x in pairs)
        return course, passage


def _room(facts: Mapping[str, Any], stages: int) -> int:
    """Numbers that the deepest chain of calls needs.

    In n and m the deepest is the crossing of a singular configuration: the trial of a step, the
    sights along it, a basis in the kernel. A test fills a room and sees what is left of it.
    """
    n, m = facts["n"], facts["m"]
    matrices = 4 * m * m + 28 * m * n + 16 * n * n
    vectors = (stages + 8 * max(STAGES) + 64) * (n + m)
    others = 16 * (facts["events"] + facts["observed"]) + (2 + facts["looked"]) ** 2
    loads = 4 * facts["looked"] * facts["loaded"]
    return matrices + vectors + others + loads + 1024
