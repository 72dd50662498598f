"""Many motions on GPUs: the same text as CUDA, one thread a member, compiled by NVRTC."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from zwang.engine.dense.layout import observed, parts_of, size_of
from zwang.engine.ensemble import common, outcome, rows_of, tolerances, written
from zwang.engine.program.sizes import Sizes
from zwang.equation.observe import Observed
from zwang.integrate.backend import AbstractCrowd, Members, Outcome
from zwang.integrate.problem import Request
from zwang.ir.scalar.graph import Unsupported

THREADS = 64  # in a block: members of a warp wait for each other, and blocks for nobody
WAVE = 1 << 20  # members of one launch; between two of them an interruption is heard
# With half of the registers twice as many members are under way, which gains a tenth.
OPTIONS = ("--std=c++14", "--fmad=true", "--maxrregcount=128")

# What C's library headers would say; NVRTC has none of them.
HEAD = """\
#define ZW_FUNCTION __device__ static inline
#define ZW_PUBLIC __device__ static
#define ZW_CONSTANT __constant__ const
#define NAN __longlong_as_double(0x7ff8000000000000LL)
#define INFINITY __longlong_as_double(0x7ff0000000000000LL)
"""


def cuda_crowd(asked: Request, n: int) -> CudaCrowd:
    """Many motions on all GPUs of this machine. Raises Unsupported."""
    cupy = _cupy()
    found = written(asked.program, n, tuple(map(np.shape, asked.numbers)))
    if found.in_loops:
        raise Unsupported("its functions are written in loops, for which a GPU has no memory")
    return CudaCrowd(asked, found.sizes, found.text, cupy)


def _cupy() -> Any:
    """CuPy, if it and a GPU are there."""
    try:
        import cupy  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise Unsupported("CuPy is not installed; pip install 'zwang[cuda]' brings it") from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise Unsupported(f"no GPU can be used: {error}") from None
    if not count:
        raise Unsupported("there is no GPU")
    return cupy


def text_for_cuda(text: str) -> str:
    """A C program as CUDA."""
    return HEAD + text.replace("#include <math.h>\n", "")


@functools.lru_cache(maxsize=16)
def _module(text: str) -> Any:
    import cupy  # pyright: ignore[reportMissingImports]

    try:
        module = cupy.RawModule(code=text_for_cuda(text), options=OPTIONS)
        module.compile()
    except cupy.cuda.compiler.CompileException as error:
        lines = [line for line in str(error).splitlines() if "error" in line]
        raise Unsupported(f"NVRTC failed: {lines[0] if lines else error}") from None
    return module


class CudaCrowd(AbstractCrowd):
    """Members on GPUs; each thread adapts the steps of its member."""

    def __init__(self, asked: Request, sizes: Sizes, text: str, cupy: Any):
        if asked.stops is not None:
            raise Unsupported("`breaks` are not handled there")
        self.asked, self.sizes, self.cupy = asked, sizes, cupy
        self.devices = range(cupy.cuda.runtime.getDeviceCount())
        names = {cupy.cuda.runtime.getDeviceProperties(i)["name"].decode() for i in self.devices}
        self.name = f"cuda, {len(self.devices)} × {', '.join(sorted(names))}"
        self.module = _module(text)
        self.energy = asked.program.system.value.energy is not None
        self.seconds = 0.0  # that the last kernels took, copies not counted

    def run(self, members: Members) -> Outcome:
        count, n, events = len(members.q0), self.sizes.n, self.sizes.events
        times = np.ascontiguousarray(self.asked.times[1:], float)
        shared = times, np.frombuffer(bytes(common(self.asked)), np.uint8)
        own = *(np.ascontiguousarray(x, float) for x in members[:2]), rows_of(members[2], count)
        shapes = ((len(times), 2 * n), float), ((1 + 2 * n + events,), float)
        shapes += (((5 + events,), np.int64),)
        found = self._launch("zw_many", own, shared, (), shapes)
        return outcome(self.sizes, *found)

    def observe(
        self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, numbers: tuple[np.ndarray, ...]
    ) -> Observed:
        parts = parts_of(self.sizes, self.energy)
        own = *(np.ascontiguousarray(x, float) for x in (t, q, qd)), rows_of(numbers, len(t))
        told = (np.int64(size_of(parts)), *map(np.float64, tolerances(self.asked)))
        shapes = ((size_of(parts),), float), ((2,), np.int64)
        found, whole = self._launch("zw_observe_many", own, (), told, shapes)
        return observed(self.sizes, parts, found, whole)

    def _launch(self, name: str, own: Any, shared: Any, told: Any, shapes: Any) -> list[np.ndarray]:
        """Run a kernel over members in waves, dealt out to all devices."""
        count, cupy = len(own[0]), self.cupy
        found = [np.empty((count, *shape), kind) for shape, kind in shapes]
        self.seconds = 0.0
        kernel = self.module.get_function(name)
        size = min(WAVE, -(-count // len(self.devices)))
        for first in range(0, count, size * len(self.devices)):
            waiting = []
            for i in self.devices:
                share = slice(first + i * size, min(first + (i + 1) * size, count))
                members = share.stop - share.start
                if members <= 0:
                    continue
                with cupy.cuda.Device(i):
                    given = [cupy.asarray(x[share]) for x in own] + [*map(cupy.asarray, shared)]
                    out = [cupy.empty((members, *shape), kind) for shape, kind in shapes]
                    blocks, clocks = (
                        (-(-members // THREADS),),
                        [cupy.cuda.Event(), cupy.cuda.Event()],
                    )
                    clocks[0].record()
                    kernel(blocks, (THREADS,), (np.int64(members), *told, *given, *out))
                    clocks[1].record()
                    waiting.append((i, share, out, clocks))
            for i, share, out, clocks in waiting:
                with cupy.cuda.Device(i):
                    clocks[1].synchronize()
                    self.seconds += cupy.cuda.get_elapsed_time(*clocks) / 1e3
                    for whole, part in zip(found, out, strict=True):
                        whole[share] = part.get()
        return found
