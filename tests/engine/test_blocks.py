"""A trace as a block: what it keeps of the trace, and what every emitter makes of it."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from benchmarks import soak_blocks as soak
from benchmarks.emitters import EMITTERS
from zwang.emit.scalars import scalarized
from zwang.ir.block import Branch, Scan
from zwang.ir.lower import lower

COUNT = 12
X = np.array([0.4, -1.2, 2.5, 0.3])


@pytest.fixture(scope="module")
def programs():
    """Random programs, and each by JAX."""
    rng = np.random.default_rng(8)
    drawn = [soak.draw(rng) for _ in range(COUNT)]
    return [(steps, jax.jit(lambda _s=steps, **x: soak.program(_s, **x))) for steps in drawn]


@pytest.mark.parametrize("emitter", EMITTERS)
def test_random_programs_compute_what_jax_does(emitter, programs):
    functions = [lambda _s=steps, **x: soak.program(_s, **x) for steps, _ in programs]
    calls, rng = EMITTERS[emitter](functions, soak.INPUTS), np.random.default_rng(9)
    became = [
        soak.judged(steps, call, wanted, rng)
        for (steps, wanted), call in zip(programs, calls, strict=True)
    ]
    assert not [x for x in became if x.startswith("differs")]
    assert became.count("agrees") >= COUNT // 2


def block_of(function, *args):
    return lower(jax.make_jaxpr(function)(*args))


def kinds(block):
    return [op.kind for op in block.ops]


def test_calls_are_written_out_and_nothing_is_said_twice_or_in_vain():
    once = jax.jit(lambda x: jnp.sin(x) + 1.0)

    def function(x):
        jnp.exp(x)  # in vain
        return once(x) * jax.jit(once)(x)

    block = block_of(function, X)
    assert [op.name for op in block.ops] == ["sin", "add", "mul"]
    assert kinds(block) == ["each"] * 3
    assert "exp" in block.names
    assert "jit" in block.names or "pjit" in block.names


def test_what_is_known_is_computed_where_that_is_exact():
    ways = lambda x: (x[jnp.arange(2) * 2], x + jnp.sqrt(2.0) * 3.0, x * jnp.sin(1.0))
    block = block_of(ways, X)
    assert kinds(block) == ["take", "each", "each", "each"]
    take, add, sin, _ = block.ops
    assert len(take.args) == 1
    np.testing.assert_array_equal(take.what.corners.ravel(), [0, 2])
    assert block.known[add.args[1]] == np.sqrt(2.0) * 3.0
    assert sin.name == "sin"  # libraries differ in its last bit


def test_loops_hold_blocks_that_know_what_stays():
    places = jnp.array([2, 0])

    def function(x):
        turn = lambda c, row: (c + x[places].sum() * row, c[places])
        return lax.scan(turn, x, jnp.arange(3.0)), lax.cond(x[0] > 0, jnp.sin, jnp.cos, x)

    block = block_of(function, X)
    scan, branch = (op.what for op in block.ops if op.kind == "loop")
    assert isinstance(scan, Scan)
    assert isinstance(branch, Branch)
    assert (scan.length, scan.carried, scan.reverse) == (3, 1, False)
    taken = [op for op in scan.body.ops if op.kind == "take"]
    assert taken
    assert all(op.what.corners is not None for op in taken)
    assert [kinds(x) for x in branch.blocks] == [["each"], ["each"]]


def test_a_part_of_the_results_needs_a_part_of_the_operations():
    block = block_of(lambda x: (jnp.sin(x).sum(), jnp.cos(x)), X)
    part = block.only(block.results[1:])
    assert [op.name for op in part.ops] == ["cos"]
    assert part.only(block.results).ops == block.ops


def test_scalars_are_made_in_the_order_of_the_trace():
    """Also those that are asked for again later: the order of sums follows from it."""

    def function(x):
        jnp.multiply(x[0], x[1])  # in vain
        return jnp.sin(x[0]) + x[0] * x[1]

    graph, _ = scalarized(function, ("x", (2,)))
    assert [node.op for node in graph.nodes if node.op != "input"] == ["mul", "sin", "add"]
