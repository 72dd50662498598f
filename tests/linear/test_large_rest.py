"""Rest of large systems by sparse matrices: the states that dense ones find, and others."""

from typing import Any

import numpy as np
import pytest

import zwang as zw
from tests.systems.bodies import links, net
from zwang import zoo
from zwang.rest import large


def unbalanced(found, system):
    """The force that no constraint takes, in parts of the weights: by a null space of A."""
    q, qd = found.q, np.zeros_like(found.q)
    A = np.asarray(found.holds.A.toarray())
    _, S, Vt = np.linalg.svd(A)
    N = Vt[int((S > 1e-9 * S[0]).sum()) :].T
    F = np.asarray(system.Q(q, qd, 0.0, None))
    return np.abs(N.T @ F).max() / np.abs(F).max()


MACHINES = {
    "net": lambda: net(4),
    "net in millimetres": lambda: net(4, unit=1e3),
    "rods twice": lambda: net(4, twice=True),
    "links": lambda: links(6),
}


@pytest.mark.parametrize("name", MACHINES)
def test_sparse_matrices_find_what_dense_ones_find(monkeypatch, name):
    machine = MACHINES[name]()
    start = machine.start()[0]
    guess = start + (0.0 if "net" in name or "rods" in name else 1e-3) * np.sin(
        np.arange(len(start))
    )
    monkeypatch.setattr(large, "LARGE", np.inf)
    dense = zw.equilibrium(machine, guess)
    monkeypatch.setattr(large, "LARGE", 30)
    sparse = zw.equilibrium(machine, guess)
    size = np.abs(dense.q).max()
    assert np.abs(sparse.q - dense.q).max() <= 1e-9 * size
    assert sparse.stability == dense.stability and sparse.steady == dense.steady
    for joint in machine.joints[:: len(machine.joints) - 1]:
        forces = sparse.force(joint.label), dense.force(joint.label)
        assert np.abs(forces[0] - forces[1]).max() <= 1e-6 * np.abs(dense.holds.lam).max()
    assert np.abs(sparse.eigenvalues - dense.eigenvalues).max() <= 1e-5 * abs(dense.eigenvalues[0])


def test_a_large_net_balances_by_an_independent_null_space():
    machine = net(9)
    found = zw.equilibrium(machine)
    assert unbalanced(found, machine.system()) < 1e-9


def test_the_chain_hangs_down_from_its_start_along_a_line():
    chain: Any = zoo.MECHANISMS["chain"]
    machine = chain(50).mechanism
    found = zw.equilibrium(machine)
    assert unbalanced(found, machine.system()) < 1e-9
    z = found.q[2::7]
    assert np.abs(np.diff(z) - np.diff(z).mean()).max() < 1e-9  # straight, one below the other
    assert np.abs(found.q[0::7] - found.q[0]).max() < 1e-9 * np.abs(z).max()
    assert z[-1] < z[0]


def test_links_that_stand_are_at_rest_and_fall():
    machine = links(15, upwards=-1.0)
    q = machine.start()[0]
    found = zw.equilibrium(machine, q + 1e-6 * np.sin(np.arange(len(q))))
    assert np.abs(found.q - q).max() < 1e-4
    assert found.stability == "unstable"


def test_a_net_that_nobody_holds_rests_nowhere_and_says_why():
    found = zw.equilibrium(net(6, nailed=False), throw=False)
    assert found.status == zw.Status.NO_EQUILIBRIUM
    assert "downhill" in found.detail.lower() and ".z'" in found.detail
    assert found.off == pytest.approx(1.0 / 2.0, rel=0.2)  # nothing takes the weight
