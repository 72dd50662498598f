"""Structs that Python reads from the headers of C lie where the compiler lays them."""

import ctypes

import pytest

from tests.runtime.units import unit
from zwang.engine.large import memory
from zwang.files import build
from zwang.files.structs import fields_of, structure
from zwang.library import functions, tape
from zwang.library.recipe import recipe
from zwang.runtime import method, structs
from zwang.solvers.sparse import kernel, lanes

SPARSE = {
    "zw_sparse": kernel.Memory,
    "zw_lanes": lanes.Memory,
    "zw_wish": lanes.Wish,
    "zw_part": memory.Part,
    "zw_kind": memory.Listed,
    "zw_rubbing": memory.Rubbing,
    "zw_motion": memory.Motion,
    "zw_varied": memory.Varying,
    "zw_rub_varied": memory.RubVarying,
    "zw_pair": memory.Pair,
}
DENSE = {
    "zw_settings": structs.Settings,
    "zw_common": structs.Common,
    "zw_model": structs.Model,
    "zw_method": method.Memory,
    "zw_function": functions.FunctionInC,
}
ON_TAPE = {
    "zw_tape": tape.TapeInC,
    "zw_sizes": tape.SizesInC,
    "zwb_sizes": tape.LimitsInC,
    "struct zw_tape_call": tape.CallInC,
}
STRUCTS = SPARSE | DENSE | ON_TAPE
INNER = {"zw_model": {"sizes": structs.NUMBERS[:5]}}  # a struct in C that Python has field by field
HEADERS = [f"solvers/sparse/c/{x}.h" for x in ("memory", "lanes_memory")]
HEADERS += [f"engine/large/c/{x}.h" for x in ("part", "memory", "pair_memory")]


def places(name):
    """The fields of a struct as C calls them."""
    inner = {x: f"{k}.{x}" for k, fields in INNER.get(name, {}).items() for x in fields}
    return [inner.get(field, field) for field, _ in STRUCTS[name]._fields_]


def described(names):
    """In C, the size of each struct and where its fields stand."""
    lines = ["#include <stddef.h>"]
    for name in names:
        known = f"sizeof({name})", *(f"offsetof({name}, {field})" for field in places(name))
        array = f"at_{name.removeprefix('struct ')}"
        lines.append(f"const size_t {array}[] = {{{', '.join(known)}}};")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def laid():
    """The size of each struct and where its fields stand, as the compiler has them."""
    sources = recipe().sources
    above = "function.h", "method.h", "stages.h"
    lines = [*(sources[f"runtime/c/{name}"].decode() for name in above)]
    lines += [sources[name].decode() for name in HEADERS]
    text = "\n".join(["#include <stddef.h>", *lines, described(SPARSE)])
    other = DENSE | ON_TAPE
    dense = unit(described(other), "dense.c", "tape.c")
    return dict.fromkeys(SPARSE, build.library(text)) | dict.fromkeys(other, dense)


@pytest.mark.parametrize("name", STRUCTS)
def test_fields_stand_where_the_compiler_lays_them(laid, name):
    own, array = STRUCTS[name], f"at_{name.removeprefix('struct ')}"
    known = [ctypes.sizeof(own), *(getattr(own, field).offset for field, _ in own._fields_)]
    assert list((ctypes.c_size_t * len(known)).in_dll(laid[name], array)) == known


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
