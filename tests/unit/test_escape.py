"""Names, whatever they are, end no comment, open no tag, and do nothing to a terminal."""

import io
import subprocess
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import jax.numpy as jnp
import numpy as np
import pytest

import zwang as zw
from zwang.base.escape import for_c, for_figure, for_html, for_terminal
from zwang.reproduce import page

NAMES = [
    "*/ int evil; /*",
    "**//**/ #error",
    "*/",
    "a\\",
    "??/",
    "$x^$",
    "$\\frac{$",
    "100 % $",
    "_hidden",
    "<b onload='x'>&\"",
    "[red]x[/]",
    "[/]",
    "\u202eleft",
    "{0} %s",
]
CONTROL = ["\x1b[31mred\x1b[0m", "two\nlines\r\t\0\x07", "\ud800", "a\u2028b"]
TEXTS = [*NAMES, *CONTROL]  # names of parameters, and texts of others
PLAIN = [f"name{i}" for i in range(len(TEXTS))]


def system(names):
    held = [
        zw.Holonomic(lambda q, i=i: q[i] - q[0], name=f"{name} held")
        for i, name in enumerate(names)
        if i
    ]
    return zw.System(1.0, jnp.ones(len(names)), held, coordinates=names)


@pytest.fixture(scope="module")
def motion():
    rest = np.zeros(len(NAMES))
    event = zw.Event(lambda t: t - 0.5, name=NAMES[0], terminal=False)
    return zw.simulate(system(NAMES), rest, rest, [0.0, 0.5, 1.0], events=event)


def code(header):
    """What a compiler sees of a header, its comments gone."""
    seen = subprocess.run(["cc", "-E", "-P", header], capture_output=True, text=True, check=True)
    return seen.stdout


def test_a_comment_of_C_holds_names_and_no_code(tmp_path):
    p = {"numbers": {name: 1.0 for name in TEXTS}}
    found = [
        zw.export_c(system(names), tmp_path / folder / "same", p=p)
        for names, folder in ((NAMES, "odd"), (PLAIN[: len(NAMES)], "plain"))
    ]
    assert code(found[0][0]) == code(found[1][0])
    strict = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
    subprocess.run([*strict, *found[0][1:]], check=True)


def test_a_function_may_stand_in_a_file_of_any_name(tmp_path):
    for i, name in enumerate(TEXTS):
        text = f"lambda q: (q[0] + {i}.0) * (q[0] + {i}.5) * q[0]"
        pull = eval(compile(text, name.replace("\0", ""), "eval"))
        _, source, _ = zw.export_c(
            zw.System(1.0, lambda q, pull=pull: pull(q)[None]), tmp_path / "c", q=[0.0]
        )
        subprocess.run(["cc", "-Wall", "-Werror", "-fsyntax-only", source], check=True)


@pytest.mark.parametrize("name", ["main", "Main", "math", "string", "int", "printf", "zw_max"])
def test_a_folder_may_have_any_name(name, tmp_path):
    header, source, example = zw.export_c(system(["x"]), tmp_path / name)
    assert len({path.name.lower() for path in (header, source, example)}) == 3
    built = ["cc", "-std=c99", "-Wall", "-Werror", f"-I{tmp_path / name}", "-o"]
    subprocess.run([*built, tmp_path / "run", source, example, "-lm"], check=True)


def test_a_figure_shows_names_as_they_are(motion):
    figure = motion.plot(["coordinates", "multipliers", "phase"])
    for kind in ("png", "svg"):
        stream = io.BytesIO()
        figure.savefig(stream, format=kind)
    ElementTree.fromstring(stream.getvalue())
    legend = figure.axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == list(map(for_figure, NAMES))
    one = motion.plot(["phase", "multipliers"], coordinates="$x^$", constraints="$x^$ held")
    one.savefig(io.BytesIO(), format="png")
    assert one.axes[0].get_xlabel() == r"\$x^\$"


def test_what_is_printed_does_nothing_to_a_terminal(motion):
    rest = np.zeros(len(NAMES))
    many = zw.simulate_many(motion.system, np.zeros((2, len(NAMES))), rest, (0.0, 1.0))
    report = zw.check(motion.system, rest, rest + np.arange(len(NAMES)))
    error = zw.NumericalError(zw.Status.INCONSISTENT, " ".join(TEXTS))
    for text in map(str, (motion, many, report, error)):
        assert all(line.isprintable() for line in text.split("\n"))
    assert len(str(many).split("\n")) < 12  # no name made a line of its own


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, [name for name, _ in attrs]))


def tags(names):
    how = page.HOWS[0]
    rows = tuple(page.Row(name, name, 1.0, 1.0, printed=name, shown=name) for name in names)
    sections = tuple(page.Section(name, how, (name,), rows, b"png", name) for name in names)
    parser = Tags()
    parser.feed(page.html([page.Paper(name, name, name, (name,), sections) for name in names]))
    return parser.seen


def test_a_page_has_the_same_tags_whatever_the_names():
    words = [name.replace("_", "").replace("^", "") for name in TEXTS]  # these are set, as meant
    assert tags(words) == tags(PLAIN)


@pytest.mark.parametrize("escaped", [for_c, for_figure, for_html, for_terminal])
def test_what_is_in_no_danger_comes_out_as_it_is(escaped):
    assert escaped("crank φ₁ (left), ẋ/2 = 3*k") == "crank φ₁ (left), ẋ/2 = 3*k"


MADE = {
    "coordinates": lambda name: zw.System(1.0, None, coordinates=["x", name]),
    "constraint": lambda name: zw.Holonomic(lambda q: q[0], name=name),
    "row": lambda name: zw.Pfaffian([1.0], 0.0, name=["a", name]),
    "force": lambda name: zw.System(1.0, {name: [0.0]}),
    "observables": lambda name: zw.System(1.0, None, observables={name: lambda q: q}),
    "event": lambda name: zw.Event(lambda q: q[0], name=name),
    "body": lambda name: zw.RigidBody(1.0, [1.0, 1.0, 1.0], name=name),
    "planar body": lambda name: zw.PlanarBody(1.0, 1.0, name=name),
    "particle": lambda name: zw.Particle(1.0, [0.0, 0.0, 0.0], name=name),
    "joint": lambda name: zw.joints.Fixed(zw.GROUND, BODY, name=name),
    "load": lambda name: zw.Load(BODY, [0.0, 0.0, 1.0], name=name),
}
BODY = zw.RigidBody(1.0, [1.0, 1.0, 1.0], name="body")


@pytest.mark.parametrize("kind", MADE)
def test_names_hold_no_control_characters(kind):
    for name in CONTROL:
        with pytest.raises(ValueError, match="with the control character .*; wanted a") as caught:
            MADE[kind](name)
        assert str(caught.value).startswith("`") and str(caught.value).isprintable()
    for name in NAMES:
        MADE[kind](name)
