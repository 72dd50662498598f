"""Wrong model files are refused in words, at their place."""

import pytest

from tests.unit.models import BASE, model
from zwang.modelfile import parse
from zwang.modelfile.tables.text import ModelError

# -- errors ----------------------------------------------------------------------------------------

# What stands between the marks « and » is where the error must point; «» is refused as a whole.
WRONG = {
    "unknown name": ('force = {y = "-m*«thta»"}', "unknown name `thta`, did you mean `theta`?"),
    "in a long text": ('force = ["""\n  x\n  + 2*«kk»""", 0]', "unknown name `kk`"),
    "after an escape": ('force = ["\\u0078 + \\"«", 0]'.replace('\\"«', "«zz»"), "`zz`"),
    "unknown key": ('«forse» = ["0", "0"]', "did you mean `force`?"),
    "velocity in a mass": ('mass = "m*«x\'»"', "wanted only coordinates"),
    "acceleration": ("force = [\"«x''»\", 0]", "is an acceleration"),
    "rates of parameters": ('force = ["«m\'»", 0]', "is no coordinate"),
    "too few": ('force = «["x"]»', "wanted 2 entries"),
    "unknown coordinate": ('force = {«xx» = "1"}', "did you mean `x`?"),
    "two forms": ('kinetic = "x\'^2"', "found `mass` and `kinetic`"),
    "energy twice": ('potential = "x"', "belongs to `kinetic`"),
    "reaction": ('force = ["«reaction.x»", 0]', "only to the nonideal force"),
    "list": ('force = ["«k»", 0]', "wanted `k[0]`"),
    "beyond a list": ('force = ["«k[2]»", 0]', "from 0 to 1"),
    "huge": ("force = [«1e400», 0]", "too large"),
    "tiny": ("force = [0, «-1e-400»]", "too small"),
    "nan": ("force = [«nan», 0]", "finite"),
    "inf": ("force = [0, «-inf»]", "finite"),
    "truth": ("force = [«true», 0]", "wanted an expression"),
    "date": ("force = [«1979-05-27», 0]", "date"),
    "empty": ("force = «[]»", "one entry or more"),
    "ragged": ('energy = "1"\nforce = «[["x"], "y"]»', "rows of one length"),
}


@pytest.mark.parametrize("case", WRONG)
def test_error_points_at_its_place(case):
    line, words = WRONG[case]
    mass = "" if "mass" in line else 'mass = "m"\n'
    text = BASE.replace("theta", "theta" if "thta" in line else "y").format(mass + line)
    text = text.replace("{y =", "{theta =") if "thta" in line else text
    at, clean = text.find("«"), text.replace("«", "").replace("»", "")
    with pytest.raises(ModelError) as found:
        parse(clean, "wrong.toml")
    error = found.value
    assert words in error.message
    if at >= 0:
        assert error.line is not None
        assert error.line == text.count("\n", 0, at) + 1
        assert error.column == at - text.rfind("\n", 0, at)
        shown, mark = error.excerpt.split("\n")
        assert shown.strip() == clean.split("\n")[error.line - 1].strip()
        assert shown[mark.index("^")] == text[at + 1]
        assert str(error).startswith(f"wrong.toml, line {error.line}, column {error.column}: ")


NAMES = {
    "sin": "a function",
    "where": "a function",
    "pi": "a constant",
    "t": "the time",
    "and": "a word of the grammar",
    "reaction": "a force of constraints",
    "x": "a coordinate already",
    "__import__": "is no name",
    '"../../etc"': "is no name",
    '"a b"': "is no name",
    '"θ"': "is no name",
    '""': "is no name",
    "1e400": "is no name",
    "a" * 50: "50 letters",
}


@pytest.mark.parametrize("table", ["parameters", "let", "observables"])
@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_are_refused_by_name(table, name):
    key = name.strip('"')
    with pytest.raises(ModelError) as found:
        model(**{table: f"{name} = 1.0"})
    assert f"`{key}`" in found.value.message and NAMES[name] in found.value.message
    assert found.value.line is not None


@pytest.mark.parametrize(
    "name", ["../../etc", "/etc/passwd", "a\\\\b", "..", ".x", "", " ", "a\\nb"]
)
@pytest.mark.parametrize("kind", ["constraint", "event", "plot"])
def test_names_that_are_paths_are_refused(kind, name):
    rest = {"constraint": 'equation = "x"', "event": 'when = "x"', "plot": 'y = "x"'}[kind]
    with pytest.raises(ModelError, match=rf"`{kind}\[0\].name` is"):
        model(**{f"[{kind}]": f'name = "{name}"\n{rest}'})


REFUSED = {
    "no coordinates": ({"coordinates": ""}, "wanted [coordinates]"),
    "circle of parameters": ({"parameters": 'a = "b"\nb = "a"'}, "`a` is defined by itself"),
    "circle of definitions": ({"let": 'u = "v"\nv = "x*u"'}, "is defined by itself"),
    "parameter of a coordinate": ({"parameters": 'm = "x"'}, "wanted only parameters"),
    "start of a coordinate": ({"coordinates": 'x = "y"\ny = 1'}, "wanted only parameters"),
    "infinite start": ({"coordinates": 'x = "1/0"\ny = 1'}, "and this is inf"),
    "undefined start": ({"coordinates": 'x = "sqrt(-1)"\ny = 1'}, "and this is nan"),
    "three starts": ({"coordinates": "x = [1, 2, 3]"}, "a start and a velocity"),
    "no end": ({"simulate": "rtol = 1e-6"}, "does not say how long"),
    "end before start": ({"simulate": "from = 2\nuntil = 1"}, "a time after 2"),
    "times and end": ({"simulate": "times = [0, 1]\nuntil = 1"}, "`until` beside `times`"),
    "times back": ({"simulate": "times = [0, 2, 1]"}, "that increase"),
    "many points": ({"simulate": "until = 1\npoints = 1000000000"}, "wanted 2 to 100000"),
    "method": ({"simulate": 'until = 1\nmethod = "diffeqsolve"'}, "wanted any of Dopri8"),
    "method without step": ({"simulate": 'until = 1\nmethod = "Euler"'}, "give `step`"),
    "fine rtol": ({"simulate": "until = 1\nrtol = 1e-20"}, "from 1e-13 to 1"),
    "drift": ({"simulate": 'until = 1\ndrift = "baumgart"'}, "did you mean `baumgarte`?"),
    "velocities": ({"[constraint]": 'kind = "holonomic"\nequation = "x\'"'}, "on velocities"),
    "no velocities": ({"[constraint]": 'kind = "pfaffian"\nequation = "x"'}, "no velocities"),
    "not linear": ({"[constraint]": 'kind = "pfaffian"\nequation = "x\'^2"'}, "not linear"),
    "quotient": ({"[constraint]": 'kind = "pfaffian"\nequation = "1/x\'"'}, "not linear"),
    "bent accelerations": ({"[constraint]": "equation = \"x''*y''\""}, "not linear"),
    "kind": ({"[constraint]": 'kind = "holonomc"\nequation = "x"'}, "did you mean `holonomic`?"),
    "no equation": ({"[constraint]": 'name = "rod"'}, "wanted `equation`"),
    "names": ({"[constraint]": 'name = ["a", "b"]\nequation = "x"'}, "one name, or 1"),
    "event without name": ({"[event]": 'when = "x"'}, "without a name"),
    "condition as event": (
        {"[event]": 'name = "a"\nwhen = "x < 2*y"'},
        "write `x = 2*y`, for an event with `direction`",
    ),
    "force of constraints under let": ({"let": 'f = "Qc_ideal.x"'}, "[let] cannot use it"),
    "scales of panels": ({"[plot]": 'show = "phase"\nequal = true'}, "`equal` has no meaning"),
    "panel": ({"[plot]": 'show = "coordinate"'}, "did you mean `coordinates`?"),
    "plot of nothing": ({"[plot]": 'name = "a"'}, "either `show`"),
    "unknown curve": ({"[plot]": 'y = "energy"'}, "is no quantity"),
    "control alone": ({"control": "gains = 1"}, "[control] without requirements"),
    "requirement": ({"[require]": 'equation = "x"'}, "without a name"),
    "gains": ({"[require]": 'name = "r"\nequation = "x"\ngains = [1, 2, 3]'}, "[alpha, beta]"),
    "many definitions": ({"let": "\n".join(f"d{i} = 1" for i in range(501))}, "at most 500"),
    "many nodes": (
        {"let": "\n".join(f'd{i} = "{"x + " * 100}x"' for i in range(120))},
        "more than 10000 operations",
    ),
    "long expression": ({"let": f'd = "{"x + " * 3000}x"'}, "at most 10000"),
    "deep expression": ({"let": f'd = "{"(" * 3000}x"'}, "inside one another"),
    "deep lists": ({"parameters": f"m = {'[' * 5000}{']' * 5000}"}, "inside one another"),
    "deep tables": ({"parameters": f"m = {'{a = ' * 5000}"}, "inside one another"),
    "dots": ({"parameters": f"{'a.' * 5000}a = 1"}, "joined by dots"),
    "digits": ({"parameters": f"m = {'9' * 5000}"}, "digits"),
    "large whole number": ({"parameters": f"m = {'9' * 350}"}, "below 1.8e308"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_in_words(case):
    tables, words = REFUSED[case]
    with pytest.raises(ModelError) as found:
        model(**tables)
    assert words in found.value.message


def test_keys_that_stand_in_the_wrong_table_are_sent_to_theirs():
    with pytest.raises(ModelError, match=r"unknown key `kinetic` .* belongs under \[system\]"):
        parse('kinetic = "x"\n[coordinates]\nx = 1')
