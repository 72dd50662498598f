"""Small model files, and what is compared of systems."""

from zwang.equation.acceleration_form import acceleration_form
from zwang.modelfile import examples, parse

EXAMPLES = examples()

BASE = """title = "wrong"
[coordinates]
x = 1
theta = 0
[parameters]
m = 2.0
k = [1, 2]
[system]
{}
[simulate]
until = 1
"""


def model(**tables):
    """A small model: a table in the place of the default one of its name."""
    parts = {
        "coordinates": "x = 1.0\ny = 0.0",
        "parameters": "m = 2.0\nL = 1.0\nk = [3.0, 5.0]",
        "system": 'mass = "m"',
        "simulate": "until = 1",
    }
    parts |= tables
    texts = [f"[{key}]\n{text}" for key, text in parts.items() if key in parts and text]
    return parse("\n".join(texts))


def equations(system, q, qd, t, p):
    """All that a system says in a state."""
    form = acceleration_form(system, q, qd, t, p)
    energy = () if system.energy is None else (system.energy.at(system.values(q, qd, t, p)),)
    C = system.C(q, qd, t, p) if system.nonideal is not None else 0.0
    return [system.M(q, t, p), system.Q(q, qd, t, p), form.A, form.b, C, *energy]
