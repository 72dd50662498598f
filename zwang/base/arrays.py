"""Arrays of either kind: the namespace, casts and shapes, and the few factorisations we use.

The solvers are written once. Given NumPy arrays they run on NumPy and SciPy and compile
nothing; given JAX arrays or tracers they run on JAX. SciPy raises where JAX returns NaN, so
each factorisation here returns its success as a value beside its factors.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import scipy

Array = np.ndarray | jax.Array
DEEPEST = 64  # nests of parameters in each other; JAX's own limit is some hundred
SparseMatrix = Any  # a csr_array of SciPy, whose types do not say that it has a shape


def _lapack() -> Any:
    """LAPACK, loaded at its first use; its names are made then, unseen by type checkers."""
    return scipy.linalg.lapack


def namespace(*arrays: Any) -> ModuleType:
    """``jax.numpy`` if any argument is a JAX array or tracer, else ``numpy``."""
    for x in arrays:
        # The first test is the cheap one; the second costs a microsecond.
        if type(x) is not np.ndarray and isinstance(x, jax.Array):
            return jnp
    return np


def is_concrete(*arrays: Any) -> bool:
    """Whether all values can be looked at now, that is, none is being traced."""
    kind = jax.core.Tracer  # pyright: ignore[reportAttributeAccessIssue]
    return not any(isinstance(x, kind) for x in arrays)


def is_known(tree: Any) -> bool:
    """Whether nothing in a tree is being traced."""
    if "jax" not in sys.modules:
        return True
    require_shallow(tree)
    return is_concrete(*jax.tree.leaves(tree))


def as_floats(name: str, x: Any, xp: ModuleType) -> Array:
    """``x`` as an array of floats in the namespace ``xp``; a user's mistake is named.

    Integers and booleans become float64; float32 becomes float64 unless it is a JAX array,
    whose owner may have chosen it. A matrix of scipy.sparse stays sparse.
    """
    if type(x) is np.ndarray and x.dtype == np.float64 and xp is np:
        return x
    given = isinstance(x, jax.Array)
    if is_sparse(x):
        return _sparse_floats(name, x, xp)
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(f"`{name}` is a masked array; wanted plain numbers, with none left out.")
    try:
        array = x if given else np.asarray(x)
    except ValueError as error:
        raise TypeError(f"`{name}` is not an array of numbers: {error}.") from None
    if array.dtype == object:  # NumPy's word for what it cannot read
        raise TypeError(f"`{name}` is {reprlib.repr(x)}; wanted real numbers.")
    if array.dtype.kind not in "fiub" and not jnp.issubdtype(array.dtype, jnp.floating):
        raise TypeError(f"`{name}` has the type {array.dtype}; wanted real numbers.")
    keep = given and jnp.issubdtype(array.dtype, jnp.floating)
    return xp.asarray(array, dtype=array.dtype if keep else np.float64)


def _sparse_floats(name: str, x: Any, xp: ModuleType) -> Any:
    """A sparse matrix by rows, its places ascending and none twice; its owner's stays as it is."""
    if xp is not np:
        raise TypeError(f"`{name}` is a sparse matrix beside arrays of JAX; wanted NumPy arrays.")
    if x.dtype.kind not in "fiub":
        raise TypeError(f"`{name}` has the type {x.dtype}; wanted real numbers.")
    if x.ndim != 2:
        raise ValueError(f"`{name}` has the shape {x.shape}; wanted a matrix.")
    found = scipy.sparse.csr_array(x, dtype=np.float64)
    if not found.has_canonical_format:
        found = found.copy()
        found.sum_duplicates()
    return found


def is_sparse(x: Any) -> bool:
    """Whether it is a matrix of scipy.sparse, which is loaded only for who has one."""
    loaded = sys.modules.get("scipy.sparse")
    return loaded is not None and loaded.issparse(x)


def as_dense(x: Any) -> Any:
    """A NumPy array of a sparse matrix; anything else as it is."""
    return x.toarray() if is_sparse(x) else x


def require_shallow(x: Any, name: str = "p", left: int = DEEPEST) -> None:
    """Refuse a nest that contains itself, before JAX counts its way down and never up again."""
    if not left:
        raise ValueError(
            f"`{name}` is a nest more than {DEEPEST} deep, or contains itself; wanted parameters "
            "whose numbers can be reached."
        )
    for inner in x.values() if isinstance(x, dict) else x if isinstance(x, list | tuple) else ():
        if isinstance(inner, dict | list | tuple):
            require_shallow(inner, name, left - 1)


def kept(x: Any) -> Any:
    """Arrays that are kept: copies that nobody can write to, in the nest that they came in.

    What its owner does with an array afterwards changes nothing of ours. JAX arrays do not
    change, and other leaves are what they are.
    """
    if isinstance(x, dict | list | tuple):
        require_shallow(x)
    try:
        return jax.tree.map(_kept, x)
    except (TypeError, ValueError):  # names without an order: whoever takes it apart says so
        return x


def _kept(x: Any) -> Any:
    if not isinstance(x, np.ndarray):
        return x
    x = x.copy()
    x.setflags(write=False)
    return x


def require_shape(name: str, x: Array, shape: tuple[int, ...], why: str) -> None:
    """Raise unless ``x`` has the ``shape``; ``why`` says where that shape comes from."""
    if x.shape != shape:
        raise ValueError(f"`{name}` has the shape {x.shape}; wanted {shape}, {why}.")


@cache
def eps(dtype: Any) -> float:
    """The machine's rounding unit."""
    return float(np.finfo(dtype).eps)


def tiny(dtype: Any) -> float:
    """The smallest normal number."""
    return float(np.finfo(dtype).tiny)


# -- one text for a choice -----------------------------------------------------------------


def choose(predicate: Any, if_true: Any, if_false: Any, xp: ModuleType) -> Any:
    """One of two numbers: ``if`` on NumPy, where on JAX."""
    if xp is np:
        return if_true if predicate else if_false
    return jnp.where(predicate, if_true, if_false)


def by_platform(on_cpu: Callable, on_gpu: Callable, *args: Any) -> Any:
    """One of two JAX functions by the device that will run it; without a GPU only one is traced."""
    if jax.default_backend() == "cpu":
        return on_cpu(*args)
    return jax.lax.platform_dependent(*args, cpu=on_cpu, default=on_gpu)


def plain_parts(x: Any, count: int) -> Any:
    """The numbers of a vector, or arrays (...) of those of many (..., count).

    Those of one known vector are Python's own, with which the same arithmetic costs a tenth.
    """
    if type(x) is np.ndarray and x.ndim == 1 and x.dtype == np.float64:
        return x.tolist()
    return [x[..., i] for i in range(count)]


def stacked(parts: Any) -> Array:
    """``plain_parts`` together again (..., count)."""
    if type(parts[0]) is float:
        return np.array(parts)
    return namespace(*parts).stack(parts, axis=-1)


def cross(a: Any, b: Any) -> Any:
    """The cross product of two vectors (3,)."""
    (a0, a1, a2), (b0, b1, b2) = plain_parts(a, 3), plain_parts(b, 3)
    return stacked((a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0))


# -- factorisations, each with its success as a value ----------------------------------------


def cholesky(M: Array, xp: ModuleType) -> tuple[Array, Any]:
    """Lower L with M = L Lᵀ, and whether there is one. Only the lower half of M is read."""
    if M.shape[0] == 0:
        return M, True
    if xp is np:
        L, info = _lapack().dpotrf(M, lower=True, clean=True)
        return L, info == 0
    L = jax.lax.linalg.cholesky(jnp.asarray(M), symmetrize_input=False)
    return L, ~jnp.isnan(jnp.diagonal(L)).any()


def solve_lower(L: Array, Y: Array, xp: ModuleType, *, transpose: bool = False) -> Array:
    """Z with L Z = Y, or Lᵀ Z = Y; Y has columns."""
    if L.shape[0] == 0 or Y.shape[1] == 0:
        return Y
    if xp is np:
        # By BLAS: LAPACK's dtrtrs wakes all of OpenBLAS's threads even for 2 × 2 and waits for
        # them, which is milliseconds where the cores are busy. Like dtrtrs it gives up at a zero.
        if not L.diagonal().all():
            return Y
        return scipy.linalg.blas.dtrsm(1.0, L, Y, lower=True, trans_a=int(transpose))
    return jax.lax.linalg.triangular_solve(L, Y, left_side=True, lower=True, transpose_a=transpose)


def eigh(M: Array, xp: ModuleType) -> tuple[Array, Array]:
    """Eigenvalues, rising, and eigenvectors of a symmetric M; NaN where they are not found."""
    try:
        return xp.linalg.eigh(M)
    except np.linalg.LinAlgError:
        return np.full_like(M[0], np.nan), np.full_like(M, np.nan)


def qr(Y: Array, xp: ModuleType) -> tuple[Array, Array]:
    """Economic Y = Z T with Z orthonormal; of T only the upper half counts."""
    if 0 in Y.shape:
        return Y[:, : min(Y.shape)], Y[: min(Y.shape)]
    if xp is np:
        factors, tau, _, _ = _lapack().dgeqrf(Y)
        return _lapack().dorgqr(factors[:, : tau.shape[0]], tau)[0], factors[: tau.shape[0]]
    return jnp.linalg.qr(Y)


def qr_pivoted(Y: Array, xp: ModuleType) -> tuple[Array, Array, Array]:
    """Economic Y[:, order] = Z R with the diagonal of R falling in size."""
    rows, columns = Y.shape
    if columns == 0:
        return Y, Y[:0], xp.arange(0)
    if xp is np:
        factors, order, tau, _, _ = _lapack().dgeqp3(Y)
        R = np.triu(factors[: tau.shape[0]])
        return _lapack().dorgqr(factors[:, : tau.shape[0]], tau)[0], R, order - 1
    return by_platform(
        lambda Y: jax.scipy.linalg.qr(Y, mode="economic", pivoting=True), householder_qr_pivoted, Y
    )


def householder_qr_pivoted(Y: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The same in plain JAX, for accelerators, where the library's runs on the host.

    Step j brings the longest remaining column to place j and reflects it onto the axis j:
    H = I − 2 v vᵀ with v along y ∓ ‖y‖ e_j, the sign that adds.
    """
    rows, columns = Y.shape
    steps = min(rows, columns)
    places = jnp.arange(rows)

    def step(j, carry):
        R, Z, order = carry
        below = (places >= j)[:, None] * R
        lengths = jnp.where(jnp.arange(columns) >= j, jnp.sum(below**2, axis=0), -1.0)
        pivot = jnp.argmax(lengths)
        swap = jnp.arange(columns).at[j].set(pivot).at[pivot].set(j)
        R, order = R[:, swap], order[swap]
        y = R[:, j] * (places >= j)
        length = jnp.sqrt(y @ y)
        v = y.at[j].add(jnp.where(y[j] < 0, -length, length))
        v = v / jnp.sqrt(v @ v + (length == 0))
        return R - 2 * jnp.outer(v, v @ R), Z - 2 * jnp.outer(Z @ v, v), order

    start = (Y, jnp.eye(rows, dtype=Y.dtype), jnp.arange(columns))
    R, Z, order = jax.lax.fori_loop(0, steps, step, start)
    return Z[:, :steps], jnp.triu(R[:steps]), order.astype(jnp.int32)


def unpermute(x: Array, order: Array, xp: ModuleType) -> Array:
    """y with y[order] = x."""
    if xp is np:
        y = np.empty_like(x)
        y[order] = x
        return y
    return jnp.zeros_like(x).at[order].set(x, unique_indices=True)
