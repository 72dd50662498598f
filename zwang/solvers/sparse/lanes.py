"""A large system cut into parts that look alike, which are eliminated side by side.

What is long is mostly the same again and again: links of a chain, stages of a lift. Its
coordinates, in an order in which neighbours are near, are cut into LANES pieces of one length. Most
rows touch coordinates of one lane. Those that do so at the same places in other lanes stand in one
*slot*: all rows of a slot are eliminated by the same operations, on vectors with one number for
each lane. A row that touches several lanes has a *piece* in each; such rows are eliminated last,
all together, from what the lanes leave of them (their Schur complement). A lane without a row in
some slot has a row of zeros there, and a one on the diagonal.
"""

from __future__ import annotations

import ctypes
from importlib import resources
from typing import NamedTuple

import numpy as np
import scipy

from zwang.base.arrays import SparseMatrix
from zwang.files.structs import pointers_in, structure
from zwang.solvers.sparse import kernel
from zwang.solvers.sparse.symbolic import TooFull, laid_out

LANES = 8  # as in ``lanes_memory.h``
FEWEST = 8 * LANES  # coordinates
TRIED = 512  # lengths of a lane
# ROOMY: slots may be so many times what rows fill; JOINED: rows that are eliminated last.
ROOMY, JOINED = 1.5, 160
HEADER = (resources.files("zwang.solvers.sparse") / "c" / "lanes_memory.h").read_text("utf-8")
PLACES = pointers_in(HEADER, "zw_lanes", "int")
VALUES = pointers_in(HEADER, "zw_lanes", "zw_lane")
SHARED = pointers_in(HEADER, "zw_lanes", "double")  # of the joined rows

Memory = structure(HEADER, "zw_lanes")
Wish = structure(HEADER, "zw_wish")


class Lanes:
    """A system in lanes, with the memory for its numbers."""

    def __init__(self, numbers: dict[str, int], held: dict[str, np.ndarray]):
        self.numbers, self.held = numbers, held
        # for C, at ``at``
        self.memory = Memory(**numbers, **{name: kernel.place(x) for name, x in held.items()})
        self.at = ctypes.addressof(self.memory)

    def twin(self) -> Lanes:
        """The same with a memory of its own."""
        return Lanes(self.numbers, kernel.together(self.held))


class _Cut(NamedTuple):
    """Coordinates in lanes: of each its lane and its place in it; and how long a lane is."""

    lane: np.ndarray
    at: np.ndarray
    length: int


class _Slots(NamedTuple):
    """Rows in slots."""

    # start, columns: places of the coordinates of each slot; the last slots are those of pieces
    start: np.ndarray
    columns: np.ndarray
    inner: int  # slots that are not
    # (entries, LANES) of each entry its place in A, or the number of entries of A
    A_from: np.ndarray
    rows: np.ndarray  # (slots, LANES) of each row its number, or that of all rows


def lanes_of(M: SparseMatrix, A: SparseMatrix) -> Lanes | None:
    """A system in lanes; None if it does not consist of parts that look alike. Shapes: M (n, n)."""
    (m, n) = A.shape
    if n < FEWEST or not m or not np.diff(A.indptr).all():
        return None
    cut = _cut(M, A)
    slots = None if cut is None else _slotted(A, cut)
    if cut is None or slots is None or len(slots.rows) * LANES > ROOMY * m + 8 * LANES:
        return None
    joined = np.unique(slots.rows[slots.inner :])
    joined = joined[joined < m]
    if len(joined) > JOINED:
        return None
    M_pattern, M_from = _masses(M, cut)
    shape = len(slots.rows), cut.length
    given = np.ones(len(slots.columns)), slots.columns, slots.start
    try:
        places, *_ = laid_out(
            M_pattern, scipy.sparse.csr_array(given, shape=shape), shape[0] - slots.inner
        )
    except TooFull:
        return None
    return _made(places, M_from, cut, slots, joined, (n, m))


def _cut(M: SparseMatrix, A: SparseMatrix) -> _Cut | None:
    """Lanes whose coordinates have neighbours at the same distances; of M no entry is cut."""
    n = A.shape[1]
    count, block = scipy.sparse.csgraph.connected_components(M, directed=False)
    given = np.ones(A.nnz), block[A.indices], A.indptr
    touched = scipy.sparse.csr_array(given, shape=(A.shape[0], count))
    graph = scipy.sparse.csr_array(touched.T @ touched)
    order = np.empty(count, int)
    order[scipy.sparse.csgraph.reverse_cuthill_mckee(graph, symmetric_mode=True)] = np.arange(count)
    rank = np.empty(n, int)
    sequence = np.lexsort((np.arange(n), order[block]))
    rank[sequence] = np.arange(n)
    whole = np.append(True, np.diff(order[block[sequence]]) != 0)  # a block begins here
    least = -(-n // LANES)
    lengths = np.arange(least, min(least + TRIED, n // (LANES - 1) + 1))
    fits = [bool(whole[x:n:x].all()) for x in lengths]
    lengths = lengths[fits]
    if not len(lengths):
        return None
    sign = _signs(A, rank)
    unlike = [np.mean(sign[x:] != sign[:-x]) for x in lengths]
    length = int(lengths[int(np.argmin(unlike))])
    return _Cut(rank // length, rank % length, length)


def _signs(A: SparseMatrix, rank: np.ndarray) -> np.ndarray:
    """Of each coordinate, by its rank, a number that tells where its neighbours stand from it."""
    m, n = A.shape
    ones = scipy.sparse.csr_array((np.ones(A.nnz), rank[A.indices], A.indptr), shape=(m, n))
    near = scipy.sparse.coo_array(ones.T @ ones)
    row, column = near.coords
    mixed = np.random.default_rng(0).integers(1, 2**52, 2 * n, dtype=np.int64)
    found = np.zeros(n, np.int64)
    np.add.at(found, row, mixed[column - row + n] * near.data.astype(np.int64))
    return found


def _slotted(A: SparseMatrix, cut: _Cut) -> _Slots | None:
    """Rows and pieces of rows in slots; None if numbers that should tell them apart do not."""
    m = A.shape[0]
    row = np.repeat(np.arange(m), np.diff(A.indptr))
    place = np.lexsort((cut.at[A.indices], cut.lane[A.indices], row))
    row, lane, at = row[place], cut.lane[A.indices[place]], cut.at[A.indices[place]]
    begins = np.append(True, (np.diff(row) != 0) | (np.diff(lane) != 0))
    piece, first = np.cumsum(begins) - 1, np.flatnonzero(begins)
    of_row, of_lane, width = row[first], lane[first], np.diff(np.append(first, len(row)))
    joined = np.bincount(of_row, minlength=m)[of_row] > 1
    mixed = np.random.default_rng(1).integers(1, 2**52, cut.length, dtype=np.int64)
    told = np.zeros(len(first), np.int64)
    np.add.at(told, piece, mixed[at])
    key = np.stack([joined, at[first], told, _again(of_lane, joined, told)], axis=1)
    kinds, one, slot = np.unique(key, axis=0, return_index=True, return_inverse=True)
    slot = slot.ravel()
    if (width != width[one][slot]).any():
        return None
    start = np.concatenate([[0], np.cumsum(width[one])])
    entry = start[slot[piece]] + np.arange(len(row)) - first[piece]
    columns = np.empty(start[-1], int)
    columns[entry] = at
    if (columns[entry] != at).any():
        return None
    A_from = np.full((start[-1], LANES), A.nnz)
    A_from[entry, lane] = place
    rows = np.full((len(kinds), LANES), m)
    rows[slot, of_lane] = of_row
    return _Slots(start, columns, int((kinds[:, 0] == 0).sum()), A_from, rows)


def _again(*told: np.ndarray) -> np.ndarray:
    """Of each how many before it are told to be the same by all that is given."""
    order = np.lexsort(told)
    same = np.append(False, np.all([np.diff(x[order].astype(int)) == 0 for x in told], axis=0))
    count = np.arange(len(order))
    found = np.empty(len(order), int)
    found[order] = count - np.maximum.accumulate(np.where(same, 0, count))
    return found


def _masses(M: SparseMatrix, cut: _Cut) -> tuple[SparseMatrix, np.ndarray]:
    """The pattern of M in a lane, both halves, and of its entries in each lane the place in M."""
    n, length = M.shape[0], cut.length
    row = np.repeat(np.arange(n), np.diff(M.indptr))
    below = row >= M.indices
    i, j, place = row[below], M.indices[below], np.flatnonzero(below)
    a, b = np.maximum(cut.at[i], cut.at[j]), np.minimum(cut.at[i], cut.at[j])
    both = np.concatenate([a, b, np.arange(length)]), np.concatenate([b, a, np.arange(length)])
    pattern = scipy.sparse.csr_array((np.ones(len(both[0])), both), shape=(length, length))
    pattern.sum_duplicates()
    rows = np.repeat(np.arange(length), np.diff(pattern.indptr))
    entry = np.searchsorted(rows * length + pattern.indices, a * length + b)
    M_from = np.full((pattern.nnz, LANES), M.nnz)
    M_from[entry, cut.lane[i]] = place
    return pattern, M_from


def _made(
    places: dict[str, np.ndarray],
    M_from: np.ndarray,
    cut: _Cut,
    slots: _Slots,
    joined: np.ndarray,
    sizes: tuple[int, int],
) -> Lanes:
    """All of it where C finds it."""
    (n, m), inner, length = sizes, slots.inner, cut.length
    rows = slots.rows[places["S"]]
    here = np.full((length, LANES), n)
    here[cut.at, cut.lane] = np.arange(n)
    here = here[places["P"]]
    joins = np.searchsorted(joined, rows[inner:])
    joins[rows[inner:] == m] = -1
    own = {name: places[name] for name in PLACES if name in places}
    own |= {"M_from": M_from, "Q_from": here, "A_from": slots.A_from[places["As"]]}
    own |= {"b_from": rows, "joins": joins, "joined_rows": joined, "used": np.zeros(length)}
    own["envelope"] = _envelope(joins, len(joined), places, inner)
    held = {name: np.ascontiguousarray(x, np.intc) for name, x in own.items()}
    counts = {"Mx": len(M_from), "Lx": len(own["Li"]), "Ax": len(own["Aj"]), "Yx": len(own["Yi"])}
    counts |= {"Rx": len(own["Rj"])}
    of_rows = "Rd scale wanted v lam no_row of_g of_p of_r"
    counts |= dict.fromkeys(of_rows.split(), len(rows))
    size = len(rows) + length
    held |= {x: np.zeros((counts.get(x, size if x == "x" else length), LANES)) for x in VALUES}
    held["no_row"][:], held["no_coordinate"][:] = rows == m, here == n
    held |= {x: np.zeros(max(len(joined), 1)) for x in SHARED}
    held["T"] = np.zeros(max(len(joined) ** 2, 1))
    numbers = {"n": length, "m": len(rows), "inner": inner, "joined": len(joined)}
    numbers["masses"] = len(M_from)
    return Lanes(numbers, kernel.together(held))


def _envelope(
    joins: np.ndarray, count: int, places: dict[str, np.ndarray], inner: int
) -> np.ndarray:
    """Of each joined row the first one that it meets in a lane, or itself."""
    found = np.arange(count)
    start, column = places["Rp"], places["Rj"]
    for k in range(inner, inner + len(joins)):
        for other in column[start[k] : start[k + 1]]:
            pairs = np.sort(np.stack([joins[k - inner], joins[other - inner]]), axis=0)
            pairs = pairs[:, pairs[0] >= 0]
            np.minimum.at(found, pairs[1], pairs[0])
    return found
