"""Stability of large states of rest by their stiffness alone: what small motions say of them."""

import pytest

import zwang as zw
from tests.systems.bodies import links
from zwang.rest import equilibrium as pages
from zwang.rest import large


def held(machine, stiffness, damping, aside):
    """A spring from the last link, which hangs, to a place beside it."""
    last = machine.bodies[-1]
    points = [[aside, 0, last.p_WB[2]], [0, 0, last.p_WB[2]]]
    spring = zw.Spring(zw.GROUND, last, stiffness, damping=damping, points=points)
    return zw.Mechanism(machine.bodies, machine.joints, [*machine.forces, spring])


def rubbing(damping, stiffness=0.0):
    """Dampers and springs in all hinges, of hinges that are hung in the order of the bodies."""

    def made(machine):
        turns = [zw.TorsionSpring(x, stiffness, damping=damping) for x in machine.joints]
        return zw.Mechanism(machine.bodies, machine.joints, [*machine.forces, *turns])

    return made


def strings(count, nails):
    """Beads, each on strings to nails."""
    beads = [zw.Particle(0.1, p_WB=[0, i, 0], name=f"{i}") for i in range(count)]
    joints = [
        zw.joints.Distance(zw.GROUND, bead, points=[[x, i, z], [0, i, 0]], name=f"{i}, {x}, {z}")
        for i, bead in enumerate(beads)
        for x, z in nails
    ]
    return zw.Mechanism(beads, joints, [zw.Gravity()])


def twice(machine):
    """The same with every third joint once more."""
    more = [
        zw.joints.Distance(zw.GROUND, x.body_2, points=x.points, name=f"{x.name} again")
        for x in machine.joints[::3]
    ]
    return zw.Mechanism(machine.bodies, [*machine.joints, *more], machine.forces)


# By name: the machine, and whether its stiffness alone decides.
MACHINES = {
    "hanging": (lambda: links(6), True),
    "in millimetres": (lambda: links(6, unit=1e3), True),
    "standing": (lambda: links(6, upwards=-1.0), True),
    "by a spring": (lambda: held(links(6), 3.0, 0.0, 2.0), True),
    "on strings": (lambda: strings(11, [(-0.6, 0.8), (0.6, 0.8)]), True),
    "on strings twice": (lambda: twice(strings(11, [(-0.6, 0.8), (0.6, 0.8)])), True),
    "drawn straight": (lambda: strings(11, [(0.0, 0.5), (0.0, -1.0)]), False),
    "damped": (lambda: held(links(6), 3.0, 0.2, 2.0), True),
    "damped hinges": (lambda: rubbing(0.02)(links(6)), True),
    "damped hinges in millimetres": (lambda: rubbing(2e4)(links(6, unit=1e3)), True),
    "damped, standing": (lambda: rubbing(0.02)(links(6, upwards=-1.0)), True),
    "sprung, standing": (lambda: rubbing(0.0, 30.0)(links(6, upwards=-1.0)), True),
    "sprung too little, standing": (lambda: rubbing(0.01, 0.5)(links(6, upwards=-1.0)), True),
    "a damper of no length": (lambda: held(links(6), 0.0, 0.2, 0.0), False),
    "without weight": (lambda: zw.Mechanism(links(6).bodies, links(6).joints, []), False),
}


@pytest.mark.parametrize("name", MACHINES)
def test_the_stiffness_alone_says_what_small_motions_say(monkeypatch, name):
    make, alone = MACHINES[name]
    machine = make()
    monkeypatch.setattr(large, "LARGE", 30)
    found, again = (zw.equilibrium(machine) for _ in range(2))
    verdict = found.verdict
    assert ("_near" not in found.__dict__) == alone  # small motions were not computed for it
    slow = again.linear.verdict
    assert verdict.word == slow.word
    assert verdict.reason.partition("real part")[0] == slow.reason.partition("real part")[0]
    if verdict.word in ("unstable", "asymptotically stable"):
        growth = float(verdict.reason.split()[-1])
        assert growth == pytest.approx(again.eigenvalues.real.max(), rel=1e-3)


def test_a_page_of_a_large_state_computes_nothing_that_was_not_asked_for(monkeypatch):
    monkeypatch.setattr(large, "LARGE", 30)
    monkeypatch.setattr(pages, "LARGE", 30)
    found = zw.equilibrium(links(6))
    page = str(found)
    assert "not looked at; ask .stability" in page and "ask .eigenvalues" in page
    assert not {"_near", "verdict", "unique"} & found.__dict__.keys()
    assert found.stability == "stable"
    assert "stable: the stiffness is positive definite" in str(found)
    assert len(found.eigenvalues) == 12
    assert "not looked at" not in str(found)


@pytest.mark.parametrize("damping", [1e-9, 1e-3])
def test_a_long_chain_whose_hinges_rub_is_judged_without_its_small_motions(damping):
    """Of 100 links the rows all but follow from each other."""
    for upwards, words in ((1.0, ("stable", "asymptotically stable")), (-1.0, ("unstable",))):
        found = zw.equilibrium(rubbing(damping)(links(100, upwards=upwards)))
        verdict = found.known()
        assert verdict is not None
        assert verdict.word in words
