"""Names are text in every export: the list of all, with names that would be more than names."""

import ast
import io
import re
import subprocess
import tomllib
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import jax.numpy as jnp
import numpy as np
import pytest
import xarray
from typer.testing import CliRunner

import zwang as zw
import zwang_command
from zwang import modelfile
from zwang.base.escape import for_latex, for_terminal
from zwang.modelfile.tables.writing import text_of

HOSTILE = [
    "<script>alert(1)</script>",
    "\\input{/etc/passwd}_%$",
    "]]>&\"'`",
    "a*/ b??/ c\\",
    "[bold]x[/bold]",
    "=1+1",
    "a/../b",
    "\u202eé φ ẋ",
    "x" * 300,
    "{0} %s ^~#",
    '"""; import os',
]
n = len(HOSTILE)
PLAIN = [f"name{i}" for i in range(n)]


def pulled(names):
    return lambda q, p: jnp.stack([-p[name] * q[i] for i, name in enumerate(names)])


def system(names):
    held = [
        zw.Holonomic(lambda q: q[0] - q[1] ** 2, name=f"{names[0]} held"),
        zw.Nonholonomic(lambda qd: qd[1] - qd[2], name=f"{names[1]} held"),
    ]
    watched = {f"{name} seen": lambda q, i=i: q[i] for i, name in enumerate(names)}
    how = {"coordinates": names, "observables": watched, "energy": lambda q: q @ q}
    return zw.System(1.0, pulled(names), held, **how)


def numbers(names):
    return {name: 1.0 + i for i, name in enumerate(names)}


class Exports:
    """What is exported of a system whose parts have some names."""

    def __init__(self, names):
        self.names, self.p, self.rest = names, numbers(names), np.zeros(len(names))
        self.system = system(names)
        event = zw.Event(lambda t: t - 0.5, name=names[0], terminal=False)
        start = self.system, self.rest, self.rest, [0.0, 0.5, 1.0]
        self.motion = zw.simulate(*start, self.p, events=event)
        many = {name: np.array([x, x + 1.0]) for name, x in self.p.items()}
        self.many = zw.simulate_many(self.system, self.rest, self.rest, (0.0, 1.0), many)
        self.linear = zw.linearize(self.system, self.rest, p=self.p)
        few, own = names[:2], [f"{name} of p" for name in names[:3]]
        self.formulas = zw.explicit(
            zw.System(
                lambda p: p[own[0]],
                lambda q, p: jnp.stack([-p[own[1]] * q[0], -q[1] * p[own[2]]]),
                [zw.Holonomic(lambda q: q[0] - q[1] ** 2, name=names[2])],
                coordinates=few,
            )
        )


@pytest.fixture(scope="module")
def hostile():
    return Exports(HOSTILE)


@pytest.fixture(scope="module")
def plain():
    return Exports(PLAIN)


# -- pages: the same tags as with plain names ----------------------------------------------------


class Tags(HTMLParser):
    """Tags with the names of their attributes, and nothing that the page's data say."""

    def __init__(self, text):
        super().__init__()
        self.seen = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, sorted(name for name, _ in attrs)))


def shown(x, tmp_path):
    points = lambda q: q[None, :3]
    x.motion.show(tmp_path / "a.html", points=points, title=x.names[0])
    return (tmp_path / "a.html").read_text("utf-8")


def paged(x, tmp_path):
    path, how = tmp_path / "b.html", {"q0": x.rest, "qd0": x.rest, "t": (0.0, 1.0), "p": x.p}
    zw.page(x.system, path, points=lambda q: q[None, :3], title=x.names[0], **how)
    return path.read_text("utf-8")


PAGES = {
    "a motion": lambda x, _: x.motion._repr_html_(),
    "an ensemble": lambda x, _: x.many._repr_html_(),
    "a report": lambda x, _: zw.check(x.system, x.rest, x.rest, p=x.p)._repr_html_(),
    "small motions": lambda x, _: x.linear._repr_html_(),
    "a balance": lambda x, _: x.motion.balance()._repr_html_(),
    "derivatives": lambda x, _: zw.sensitivity(
        x.system, x.rest, x.rest, (0.0, 0.1), x.p
    )._repr_html_(),
    "show": shown,
    "page": paged,
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_tags_that_it_has_with_plain_names(name, hostile, plain, tmp_path):
    odd, even = (Tags(PAGES[name](x, tmp_path)).seen for x in (hostile, plain))
    assert odd == even


def tags_of_formulas(formulas):
    return {tag for tag, _ in Tags(formulas.html(HOSTILE[0])).seen}


def test_formulas_in_html_hold_text_and_no_tags(hostile, plain):
    odd, even = tags_of_formulas(hostile.formulas), tags_of_formulas(plain.formulas)
    assert odd <= even  # an index of a plain name is a tag, one of others is not
    text = hostile.formulas.html()
    body = re.search(r"<body>.*</body>", text, re.DOTALL)
    assert body
    ElementTree.fromstring(body[0])
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text and "]]>" not in text


# -- LaTeX: no control sequence of a name's ------------------------------------------------------


def sequences(text):
    return set(re.findall(r"\\(?:[A-Za-z]+|.)", text))


@pytest.mark.parametrize("write", ["latex", "_repr_latex_"])
def test_formulas_in_latex_hold_no_markup_of_names(write, hostile, plain):
    odd, even = (getattr(x.formulas, write)() for x in (hostile, plain))
    own = sequences("".join(map(for_latex, HOSTILE))) | {r"\text"}
    assert sequences(odd) <= sequences(even) | own
    assert r"\textbackslash{}input\{/etc/passwd\}\_\%\$" in odd
    bare = re.sub(r"\\.", "", odd)
    assert bare.count("{") == bare.count("}") and "%" not in bare and "#" not in bare


def test_an_explanation_in_latex_holds_no_markup_of_names(hostile):
    text = hostile.motion.explain(0).latex()
    assert "%" not in re.sub(r"\\.", "", text) and r"\input" not in text


# -- programs: the same code ---------------------------------------------------------------------


def test_formulas_as_programs_are_the_same_programs(hostile, plain, tmp_path):
    odd, even = hostile.formulas.code("numpy"), plain.formulas.code("numpy")
    assert len(ast.parse(odd).body) == len(ast.parse(even).body)
    assert {type(x) for x in ast.walk(ast.parse(odd))} == {
        type(x) for x in ast.walk(ast.parse(even))
    }
    space = {}
    exec(odd, space)
    q, qd = np.array([0.25, 0.5]), np.array([0.1, 0.1])
    of_p = [{f"{name} of p": 1.0 + i for i, name in enumerate(x)} for x in (HOSTILE, PLAIN)]
    found = space["acceleration"](q, qd, 0.0, of_p[0])[0]
    exec(even, space)
    assert found == pytest.approx(space["acceleration"](q, qd, 0.0, of_p[1])[0], rel=1e-12)
    (tmp_path / "c.c").write_text(hostile.formulas.code("c"), "utf-8")
    strict = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-trigraphs"]
    subprocess.run([*strict, "-fsyntax-only", tmp_path / "c.c"], check=True)
    julia = hostile.formulas.code("julia")
    assert not re.search(r"(?<!\\)\$", julia.split("\n", 1)[1])
    assert julia.count("\n") == plain.formulas.code("julia").count("\n")


def test_exported_C_is_the_same_code(hostile, plain, tmp_path):
    found = []
    for x, folder in ((hostile, "odd"), (plain, "even")):
        files = zw.export_c(x.system, tmp_path / folder / "same", p=x.p)
        seen = ["cc", "-E", "-P", "-trigraphs", *files[:1]]
        found.append(subprocess.run(seen, capture_output=True, check=True).stdout)
    assert found[0] == found[1]


# -- data: the names come back -------------------------------------------------------------------


def test_a_file_of_a_motion_gives_the_names_back(hostile, tmp_path):
    hostile.motion.save(tmp_path / "a.nc")
    found = zw.load(tmp_path / "a.nc", hostile.system)
    assert found.coordinates == tuple(HOSTILE) and {*found.p} == {*HOSTILE}
    assert {*found.observables} == {*hostile.motion.observables}
    assert {*found.events} == {*hostile.motion.events}
    hostile.motion.to_xarray().to_netcdf(tmp_path / "b.nc", engine="h5netcdf")
    with xarray.open_dataset(tmp_path / "b.nc", engine="h5netcdf") as data:
        assert {*data.coordinate.values} == {*HOSTILE}


def test_stores_and_files_of_ensembles_give_the_names_back(hostile, tmp_path):
    many = {name: np.array([x, x + 1.0]) for name, x in hostile.p.items()}
    start = hostile.system, hostile.rest, hostile.rest, (0.0, 1.0)
    (tmp_path / "inside").mkdir()
    stored = zw.simulate_many(*start, many, store=tmp_path / "inside" / "s")
    assert {path.name for path in tmp_path.iterdir()} == {"inside"}  # no name leads out of it
    assert {path.name for path in (tmp_path / "inside").iterdir()} == {"s"}
    hostile.many.save(tmp_path / "m.nc")
    for x in (stored, hostile.many):
        assert x.coordinates == tuple(HOSTILE) and {*x.p} == {*HOSTILE}


def test_a_figure_holds_names_as_text(hostile):
    drawn = [hostile.motion.plot(["coordinates", "phase"]), hostile.many.plot()]
    for figure in drawn:
        for kind in ("png", "svg"):
            stream = io.BytesIO()
            figure.savefig(stream, format=kind)
        tree = ElementTree.fromstring(stream.getvalue())
        assert not any(x.tag.endswith("script") for x in tree.iter())


@pytest.mark.parametrize("name", HOSTILE)
def test_a_model_file_and_the_terminal_show_names_as_text(name, tmp_path):
    """Brackets are markup for Rich, which prints the tables."""
    path = modelfile.examples()["pendulum"]
    document = tomllib.loads(path.read_text("utf-8"))
    document["title"] = name
    document["constraint"][0]["name"] = name
    text = text_of(document)
    assert tomllib.loads(text) == document
    if re.search(r"[/\\]", name) or len(name) > 80 or not name.isprintable():
        with pytest.raises(
            modelfile.ModelError, match=r"`constraint\[0\].name` is .*; wanted a name"
        ):
            modelfile.parse(text)
        return
    model = modelfile.parse(text)
    assert modelfile.write(model) == text and model.title == name
    (tmp_path / "m.toml").write_text(text, "utf-8")
    done = CliRunner().invoke(zwang_command.app, ["check", str(tmp_path / "m.toml")])
    assert not done.exit_code
    shown = "".join(done.output.split())
    assert "".join(for_terminal(name).split()) in shown
