"""[control] of a model file: every key does what the argument of zw.track does, or is refused."""

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.modelfile import parse, write
from zwang.modelfile.tables.text import ModelError

FILE = """
[coordinates]
x = {start = 1.2, velocity = 0.5}
y = {start = 0.3, velocity = -0.2}

[parameters]
k = 3.0
most = 2.0

[system]
mass = [2.0, 1.0]
force = ["k*(y - x)", "k*(x - y) - x'"]

[[require]]
name = "path"
equation = "x = sin(t)"
gains = [4, 4]

[[require]]
name = "posture"
equation = "x + 0.1*y = 1"
gains = 2

[simulate]
until = 1

[control]
"""
PLANT = zw.System([2.0, 1.0], lambda q, qd, p: p["k"] * (q[1] - q[0]) * np.array([1.0, -1.0])
                  - qd[0] * np.array([0.0, 1.0]), coordinates="x y")  # fmt: skip
RULES = [
    zw.Holonomic(lambda q, t: q[0] - jnp.sin(t), name="path"),
    zw.Holonomic(lambda q: q[0] + 0.1 * q[1] - 1.0, name="posture"),
]
GAINS = {"path": (4.0, 4.0), "posture": 2.0}
STATE = [1.2, 0.3], [0.5, -0.2], 0.4


LEVELS = {"posture": 1}
# What stands under [control]; what zw.track takes; and limits.
SAME = {
    "C": ("C = [\"-x'\", \"k*y\"]", {"C": lambda q, qd, p: [-qd[0], p["k"] * q[1]]}, None),
    "C of one input": ('actuation = "x"\nC = [0.5]\npriority = {posture = 1}',
                       {"actuation": "x", "C": [0.5], "priority": LEVELS}, None),
    "weight": ("weight = [1, 2]", {"weight": [1.0, 2.0]}, None),
    "priority": ('actuation = "x"\npriority = {posture = 1}',
                 {"actuation": "x", "priority": LEVELS}, None),
    "priorities": ('actuation = "x"\npriority = {path = 2, posture = 1}',
                   {"actuation": "x", "priority": {"path": 2, "posture": 1}}, None),
    "limits": ("lower = -1.5\nupper = 2", {}, (-1.5, 2.0)),
    "limits of each": ("lower = [-1, -inf]\nupper = [inf, 4.5]", {},
                       ([-1.0, -np.inf], [np.inf, 4.5])),
    "one side": ("upper = 1.5", {}, (-np.inf, 1.5)),
    "limits of the state": ("lower = [\"-most\", -1]\nupper = \"most - x'\"", {},
                            (lambda p: [-p["most"], -1.0], lambda qd, p: p["most"] - qd[0])),
    "limits and priority": ("lower = -1\nupper = 1\npriority = {posture = 1}",
                            {"priority": LEVELS}, (-1.0, 1.0)),
}  # fmt: skip


@pytest.mark.parametrize("case", SAME)
def test_a_key_does_what_the_argument_of_track_does(case):
    text, arguments, limits = SAME[case]
    model = parse(FILE + text)
    controller = zw.track(PLANT, RULES, gains=GAINS, **arguments)
    if limits is not None:
        controller = controller.limited(*limits)
    p = {"k": 3.0, "most": 2.0}
    assert model.control is not None
    for q, qd, t in (STATE, ([0.3, -1.0], [0.0, 1.0], 1.0)):
        found, wanted = (x.command(q, qd, t, p, throw=False) for x in (model.control, controller))
        assert found.status == wanted.status
        np.testing.assert_allclose(found.inputs, wanted.inputs, rtol=1e-12, atol=1e-12)
    again = parse(write(model))
    assert again.system == model.system
    plain = parse(FILE)
    assert model.system != plain.system


# «» is where the error must point.
WRONG = {
    "C of another length": ("C = «[1, 2, 3]»", "wanted a list of 2, one for each input"),
    "C as a number": ("C = «1»", "wanted a list of 2"),
    "C with a force": ('C = ["«Qc_ideal.x»", 0]', "Qc_ideal"),
    "C with an unknown name": ('C = [0, "2*«kk»"]', "unknown name `kk`"),
    "C without an end": ("C = [0, «inf»]", "finite"),
    "limits of another length": ("lower = «[1, 2, 3]»", "a number, or a list of 2"),
    "limits of no number": ("upper = [1, «nan»]", "finite"),
    "no limits": ("upper = «[]»", "one entry or more"),
    "limits as a truth": ("lower = «true»", "wanted an expression"),
    "limits the wrong way": ("lower = «2»\nupper = -1", "`lower` is not below"),
    "one limit the wrong way": ("lower = «[0, 2]»\nupper = 1", "`lower` is not below"),
    "an upper limit below all": ("upper = «-inf»", "no number between"),
    "priority of nothing": ("priority = {«pth» = 1}", "did you mean `path`?"),
    "priority below zero": ("priority = {path = «-1»}", "0 for the highest"),
    "priority between": ("priority = {path = «0.5»}", "a whole number"),
    "priority as a number": ("priority = «1»", "a table"),
    "compromise of nothing": ("compromise = {«pth» = 1}", "did you mean `path`?"),
    "gains below zero": ("gains = «-1»", "not negative"),
    "another key": ("«prio» = 1", "did you mean `priority`?"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_key_is_refused_at_its_place(case):
    text, words = WRONG[case]
    text = FILE + text
    at, clean = text.find("«"), text.replace("«", "").replace("»", "")
    with pytest.raises(ModelError) as found:
        parse(clean)
    error = found.value
    assert words in error.message
    assert (error.line, error.column) == (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
