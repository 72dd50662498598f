"""Structs that Python reads from the headers of C lie where the compiler lays them."""

import ctypes

import pytest

from zwang.engine.large import memory
from zwang.files import build
from zwang.files.structs import fields_of, structure
from zwang.runtime.recipe import recipe
from zwang.solvers.sparse import kernel, lanes

STRUCTS = {
    "zw_sparse": kernel.Memory,
    "zw_lanes": lanes.Memory,
    "zw_wish": lanes.Wish,
    "zw_part": memory.Part,
    "zw_part_sizes": memory.PartSizes,
    "zw_kind": memory.Listed,
    "zw_rubbing": memory.Rubbing,
    "zw_motion": memory.Motion,
    "zw_varied": memory.Varying,
    "zw_rub_varied": memory.RubVarying,
    "zw_pair": memory.Pair,
}
HEADERS = [f"solvers/sparse/c/{x}.h" for x in ("memory", "lanes_memory")]
HEADERS += [f"engine/large/c/{x}.h" for x in ("part", "memory", "pair_memory")]


@pytest.fixture(scope="module")
def laid():
    """The size of each struct and where its fields stand, as the compiler has them."""
    sources = recipe().sources
    above = "function.h", "method.h", "stages.h"
    lines = ["#include <stddef.h>", *(sources[f"runtime/c/{name}"].decode() for name in above)]
    lines += [sources[name].decode() for name in HEADERS]
    for name, own in STRUCTS.items():
        places = [f"offsetof({name}, {field})" for field, _ in own._fields_]
        lines.append(f"const size_t at_{name}[] = {{{', '.join([f'sizeof({name})', *places])}}};")
    return build.library("\n".join(lines))


@pytest.mark.parametrize("name", STRUCTS)
def test_fields_stand_where_the_compiler_lays_them(laid, name):
    own = STRUCTS[name]
    known = [ctypes.sizeof(own), *(getattr(own, field).offset for field, _ in own._fields_)]
    assert list((ctypes.c_size_t * len(known)).in_dll(laid, f"at_{name}")) == known


def test_fields_are_read_with_their_types():
    header = "typedef struct {\n int n, m; /* sizes; */ const double *x, *y;\n"
    header += " void (*called)(const int *, double);\n zw_part part; struct other *o;\n} zw_some;"
    found = {"n": "int", "m": "int", "x": "*double", "y": "*double", "called": "*"}
    assert fields_of(header, "zw_some") == found | {"part": "zw_part", "o": "*other"}
    own = structure(header, "zw_some", zw_part=memory.Part)
    assert [kind for name, kind in own._fields_ if name == "part"] == [memory.Part]


def test_what_is_not_understood_is_refused():
    with pytest.raises(ValueError, match="no struct zw_other"):
        fields_of("typedef struct { int n; } zw_some;", "zw_other")
    with pytest.raises(ValueError, match=r"n\[3\]"):
        fields_of("typedef struct { int n[3]; } zw_some;", "zw_some")
