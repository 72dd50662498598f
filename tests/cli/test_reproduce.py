"""The papers' examples come out as printed, on a page that needs nothing else."""

import ast
import functools
import importlib
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import zwang as zw
from zwang import zoo
from zwang.cli.reproduce import PAPERS
from zwang.equation.matrices import evaluate
from zwang.papers import us10, us10_rotation
from zwang.papers._inverses import pinv, square_root
from zwang.reproduce import ku93, ku93_figures, ku93_sections, us10_body, us10_sections
from zwang.reproduce.page import (
    CONTROLLED,
    HOWS,
    PROJECTED,
    STATES,
    UNPROJECTED,
    Paper,
    Row,
    Section,
    html,
    png,
    verdict,
    within,
)
from zwang.zoo.turning.euler_free_body import body_rates

FIGURES = {"KU93": 5, "UK95": 0, "U05": 2, "U06": 0, "UP06": 0, "US10": 2}  # KU93: 1 to 5


def module(key):
    return importlib.import_module(f"zwang.reproduce.{PAPERS[key]}")


@functools.cache
def computed(key):
    """The paper, and its figures."""
    figures = []
    with pytest.MonkeyPatch.context() as patch:
        if hasattr(module(key), "png"):
            patch.setattr(module(key), "png", lambda figure: figures.append(figure) or png(figure))
        return module(key).paper(), figures


@pytest.mark.equation("U05 (7), (24)", "KU93 (31), (35c)")
@pytest.mark.parametrize("key", PAPERS)
def test_every_number_agrees_with_the_paper(key):
    paper, _ = computed(key)
    assert len(paper.rows) > 6
    assert [(row.what, row.reached) for row in paper.rows if not row.agrees] == []
    assert {row.how for row in paper.rows} <= set(HOWS)
    pictures = [section.picture for section in paper.sections if section.picture]
    assert len(pictures) == FIGURES[key]
    assert all(picture.startswith(b"\x89PNG") and len(picture) > 20_000 for picture in pictures)
    assert_self_contained(html([paper]))


# -- the curves of the figures --------------------------------------------------------------------


def moved(problem, times, system=None):
    start = system or problem.system, problem.q0, problem.qd0, times, problem.p
    return zw.simulate(*start, rtol=1e-10, atol=1e-10)


def components(x, y):
    return [(x, each) for each in np.asarray(y).T]


def phase_plot(motion, i):
    q, qd = motion.q[:, i], motion.qd[:, i]
    return [(q, qd), (q[:1], qd[:1])]


def curves_of_ku93():
    even, fine = zoo.ku93_pendulum(), np.linspace(0.0, 10.0, 2001)
    uneven = {a: zoo.ku93_pendulum(mu=-0.1, a=a) for a in (0.5, 1.0, 2.0, 4.0)}
    motions = {a: moved(problem, fine) for a, problem in uneven.items()}
    for problem, motion, end in (
        (even, moved(even, np.linspace(0.0, 20.0, 501)), 20.0),
        (uneven[4.0], motions[4.0], 10.0),
    ):
        kept, drifted = (ku93_figures.move(problem, end, drift=x) for x in (zw.Projection(), None))
        panels = [[x] for y in (motion.q, motion.qd) for x in components(motion.t, y)]
        errors = [(x.t, np.abs(x.residual_raw[:, 0])) for x in (drifted, kept)]
        yield [*panels, phase_plot(motion, 0), phase_plot(motion, 1), errors]
    yield [phase_plot(motion, i) for motion in motions.values() for i in (0, 1)]
    columns, last = [], []
    for alpha in (4.0, 0.4):
        problem, t = zoo.ku93_oscillator(alpha), np.linspace(0.0, 5.0, 501)
        motion = moved(problem, t)  # the path as a constraint; its force is the control
        panels = [components(t, y) for y in (motion.q, motion.qd, motion.Qc)]
        columns.append([*panels, [(t, np.exp(-alpha * t) * np.sin(2.0 * np.pi * t))]])
        steered = ku93_figures.steer(problem)
        last.append([(steered.t, np.abs(steered.tracking_error("path")[:, 0]))])
    yield [panel for row in zip(*columns) for panel in row]
    yield last


def curves_of_u05():
    t, few = np.linspace(0.0, 3.0, 501), slice(None, None, 25)
    V0 = np.linalg.norm(zoo.rosenberg().qd0)
    speeds = [np.full_like(t, V0), V0 / (1.0 + 0.4 * V0 * t)]
    braked = moved(zoo.rosenberg(0.4), t)
    parts = zip(components(t, braked.Qc_ideal), components(t, braked.Qc_nonideal))
    above = [x for y in speeds for x in ((t, y), (t[few], y[few]))]
    yield [above, [x for pair in parts for x in pair]]
    problem, t = zoo.ku93_oscillator(0.4), np.linspace(0.0, 5.0, 501)
    motion, e = moved(problem, t), []
    for q, qd, now in zip(motion.q, motion.qd, t):
        seen = evaluate(problem.system, q, qd, now, problem.p)
        e.append(seen.form.b[0] - (seen.form.A @ (seen.Q / np.diag(seen.M)))[0])
    yield [[(t, np.array(e))], components(t, motion.Qc)]


def curves_of_us10():
    for problem, J, mgl, end in (
        (zoo.euler_free_body(), np.array([1.0, 2.0, 3.0]), 0.0, 12.0),
        (zoo.heavy_top(), np.array([0.02, 0.02, 0.03]), 0.5, 1.0),
    ):
        t, few = np.linspace(0.0, end, 601), slice(None, None, 20)
        motion = us10_body.turn(problem, J, mgl, end).at(t)
        angles, angle_rates = problem.state(t)
        w = np.asarray(body_rates(angles, angle_rates))
        exact = angles[:, 1:2] if mgl else w
        torque = -2.0 * np.einsum("ti,i,ti->t", w, J, w)[:, None] * motion.q
        with_dots = lambda y: [
            x for _, each in components(t, y) for x in ((t, each), (t[few], each[few]))
        ]
        energy = np.abs(motion.energy / motion.energy[0] - 1.0)
        lost = (
            np.abs(motion.residual_raw[:, 0]),
            energy,
            us10_body.turns_apart(motion.q, us10_body.quaternions(angles)),
        )
        last = [(t, np.maximum(y, 1e-17)) for y in lost]
        yield [components(t, motion.q), with_dots(exact), with_dots(torque), last]


def drawn(figure):
    """What each panel shows, (x, y) by curve; a level line is none."""
    lines = [[line.get_data() for line in axes.lines] for axes in figure.axes]
    return [[(x, y) for x, y in panel if len(x) != 2] for panel in lines]


def same(one, other):
    shapes = [[[np.shape(x) for x in curve] for curve in panel] for panel in one]
    if shapes != [[[np.shape(x) for x in curve] for curve in panel] for panel in other]:
        return False
    pairs = ((x, y) for a, b in zip(one, other) for c, d in zip(a, b) for x, y in zip(c, d))
    return all(np.abs(np.nan_to_num(x) - y).max() <= 1e-6 * np.abs(y).max() for x, y in pairs)


@pytest.mark.parametrize("key", ["KU93", "U05", "US10"])
def test_figures_show_the_motions_and_no_curve_is_swapped_or_scaled(key):
    wanted = {"KU93": curves_of_ku93, "U05": curves_of_u05, "US10": curves_of_us10}[key]
    for figure, expected in zip(computed(key)[1], wanted(), strict=True):
        found = drawn(figure)
        assert same(found, expected)
        for panel in found:
            for i, (x, y) in enumerate(list(panel)):
                if np.any(np.nan_to_num(y)):
                    panel[i] = x, 1.01 * y
                    assert not same(found, expected)
                panel[i] = panel[i - 1] if len(panel) > 1 else (y, x)
                assert not same(found, expected)
                panel[i] = x, y


@pytest.mark.parametrize("key", PAPERS)
def test_a_row_fails_if_one_of_its_values_is_wrong_or_no_number_or_if_there_is_none(key):
    for row in computed(key)[0].rows:
        far = row.high + 1.0 if np.isfinite(row.high) else row.low - 1.0
        for i in {0, len(row.values) // 2, len(row.values) - 1}:
            for wrong in (np.nan, np.inf, -np.inf, far):
                values = row.values.copy()
                values[i] = wrong
                assert not replace(row, values=values).agrees, (row.what, wrong)
        assert not replace(row, values=()).agrees, row.what


def test_what_was_computed_is_collected_in_one_place_only():
    """``max(0.0, nan)`` is 0.0: no module of a paper may take the largest of numbers that way."""
    forbidden = {"nanmax", "nanmin", "fmax", "fmin", "nan_to_num", "initial"}
    for path in sorted(Path(zw.__file__).parent.glob("reproduce/*.py")):
        calls = [x for x in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(x, ast.Call)]
        drawn = {  # sizes of what is drawn are whole numbers
            id(x)
            for call in calls
            if getattr(call.func, "attr", "") == "integers"
            for x in ast.walk(call)
        }
        for call in calls:
            if isinstance(call.func, ast.Name):
                assert call.func.id not in ("max", "min") or id(call) in drawn, path
            names = {getattr(call.func, "attr", ""), *(word.arg for word in call.keywords)}
            assert not names & forbidden, f"{path.name}:{call.lineno}"


# -- what is spoiled, and which rows must see it --------------------------------------------------

LOOSE = 1e-3
# What compares two answers in each state of a motion does not depend on the steps; neither does the
# speed of turning at the top, nor ẏ − z ẋ, which is quadratic and which this motion keeps.
ANY_STEP = re.compile(
    r"less (the one by )?\(|condition \(|two parts|vᵀQc|power of|angle|− z ẋ|as printed"
)
BY_PROJECTION = re.compile("² −|uᵀu")


def fails_when_loose(row):
    """Whether the number comes from the integrator's steps, so that loose ones must spoil it."""
    projected = row.how == PROJECTED and BY_PROJECTION.search(row.what)
    return row.how != STATES and not projected and not ANY_STEP.search(row.what)


def wrong_kernel(*args, **kwargs):
    found = zw.solve(*args, **kwargs)
    parts = {name: getattr(found, name) + 1.0 for name in ("qdd", "Qc", "Qc_ideal", "Qc_nonideal")}
    if found.freedom is not None:
        parts["freedom"] = replace(found.freedom, qdd=found.freedom.qdd + 1.0)
    return replace(found, **parts)


def kernel_without_numbers(*args, **kwargs):
    """Not a number, in some systems only."""
    found = zw.solve(*args, **kwargs)
    if not np.sum(args[1]) + np.sum(args[3]) > 0.0:
        return found
    names = ("qdd", "Qc", "Qc_ideal", "Qc_nonideal")
    parts = {name: np.nan * getattr(found, name) for name in names}
    if found.freedom is not None:
        parts["freedom"] = replace(found.freedom, qdd=np.nan * found.freedom.qdd)
    return replace(found, **parts)


def wrong_inverse(matrix, size=0.0):
    return 1.01 * pinv(matrix, size)


def wrong_E(u):
    u0, u1, u2, u3 = u
    return np.array([[u1, u0, u3, -u2], [-u2, -u3, u0, u1], [-u3, u2, -u1, u0]])


def still(seed):
    """A generator whose normal numbers are next to nothing."""
    rng = np.random.default_rng(seed)
    hardly = lambda size=None: 1e-9 * rng.standard_normal(size)
    return SimpleNamespace(standard_normal=hardly, integers=rng.integers, uniform=rng.uniform)


def hardly_nonideal(*args, **kwargs):
    system = zw.random_system(*args, **kwargs)
    assert system.C is not None
    return replace(system, C=1e-9 * system.C)


def wrong_particles():
    """Two particles, and rows that lack a term."""
    found = importlib.import_module("zwang.reproduce.uk95")
    phi = lambda q, qd, t, p: found._phi(q, 1.01 * qd, t, p)
    return found.PARTICLES.with_constraints([zw.Nonholonomic(phi, name="phi")])


def heavier(u, ud, J, Gamma_u, unconstrained=us10_rotation.unconstrained):
    M, Q = unconstrained(u, ud, J, Gamma_u)
    return M + 0.01 * np.eye(4), Q


PARTS = us10.auxiliary_Qc_parts


def slipping():
    """A particle that keeps ẏ = z ẋ + 0.01 t."""
    wrong = zw.Nonholonomic(lambda q, qd, t: qd[1] - q[2] * qd[0] - 0.01 * t, name="wrong")
    problem = zoo.ku93_particle()
    return replace(problem, system=problem.system.with_constraints([wrong]))


def patches(key):
    """By name: what is replaced, where, and by what."""
    forms = f"zwang.papers.{key.lower()}"
    inverse = {f"{forms}.pinv": wrong_inverse}
    kernel = {f"zwang.reproduce.{key.lower()}.solve": wrong_kernel}
    forward = {"zwang.equation.views.forms.FirstOrder.__call__": lambda self, t, y: 1.01 * y}
    return {
        "KU93": {
            "kernel": {"zwang.reproduce.ku93_sections.solve": wrong_kernel},
            "inverse": {f"{forms}.pinv": wrong_inverse, "zwang.reproduce.ku93.pinv": wrong_inverse},
            "root": {
                f"{forms}.square_root": lambda M: 1.01 * square_root(M),
                "zwang.reproduce.ku93_sections.square_root": lambda M: square_root(M) + 0.1,
            },
            "draws": {"zwang.reproduce.ku93_sections.generator": still},
            "system": {"zwang.reproduce.ku93.ku93_particle": slipping},
            "first order": forward,
            "status": {"zwang.reproduce.ku93_sections.Status": SimpleNamespace(INCONSISTENT=0)},
            "particles": {f"{forms}.gauss_constraint_of_particles": lambda m, F, x: np.sum(m * x)},
        },
        "UK95": {
            "kernel": kernel,
            "inverse": inverse,
            "other inverse": {"zwang.reproduce.uk95.pinv": wrong_inverse},
            "draws": {"zwang.reproduce.uk95.generator": still},
            "rows": {"zwang.reproduce.uk95.PARTICLES": wrong_particles()},
        },
        "U06": {
            "kernel": kernel,
            "inverse": {"zwang.papers.u05.pinv": wrong_inverse},
            "draws": {
                "zwang.reproduce.u06.generator": still,
                "zwang.reproduce.draws.random_system": hardly_nonideal,
            },
        },
        "UP06": {
            "kernel": kernel,
            "inverse": inverse,
            "rank": {f"{forms}.is_unique": lambda M, A: True},
        },
        "US10": {
            "kernel": {
                "zwang.reproduce.us10_sections.solve": wrong_kernel,
                "zwang.reproduce.us10_body.solve": wrong_kernel,
            },
            "auxiliary": {f"{forms}.auxiliary_mass": lambda M, A, alpha=1.0: M + np.eye(len(M))},
            "E": {"zwang.papers.us10_rotation.E": wrong_E},
            "mass": {"zwang.papers.us10_rotation.unconstrained": heavier},
            "inverse": {f"{forms}.pinv": wrong_inverse},
            "own inverse": {
                "zwang.reproduce.us10_sections.pinv": wrong_inverse,
                "zwang.reproduce.us10_body.pinv": wrong_inverse,
            },
            "H": {
                f"{forms}.H_matrix": lambda M, A, alpha=1.0: (
                    A @ np.linalg.solve(us10.auxiliary_mass(M, A, alpha) + np.eye(len(M)), A.T)
                )
            },
            "others": {
                "zwang.reproduce.us10_body.gain": lambda M, A: 1.01 * zw.gain(M, A),
                "zwang.reproduce.us10_body.error_signal": lambda *x: 1.01 * zw.error_signal(*x),
                "zwang.papers.us10_rotation.constraint": lambda u, ud: (u[None], ud[:1]),
                "zwang.papers.up06.is_unique": lambda M, A: True,
                f"{forms}.auxiliary_Qc_parts": lambda M, Q, A, b, C=None, *, alpha=1.0, z=None: (
                    PARTS(M, Q, A, b, C, alpha=alpha, z=alpha**2 * b)
                ),
                **{
                    f"{forms}.{name}": lambda *args, slope=getattr(us10, name): 1.01 * slope(*args)
                    for name in ("slope_of_mass_inverse", "slope_of_H", "slope_of_H_pinv")
                },
            },
        },
    }[key]


STATE_SECTIONS = {
    "KU93": lambda: (*ku93_sections.sections(), ku93._particle(LOOSE)),
    "US10": lambda: (*us10_sections.sections(), *us10_body.states()),
    **{key: (lambda key=key: module(key).paper().sections) for key in ("UK95", "U06", "UP06")},
}


@pytest.mark.parametrize("key", STATE_SECTIONS)
def test_every_row_at_states_fails_for_some_wrong_computation(key, monkeypatch):
    monkeypatch.setattr("zwang.reproduce.draws.COUNT", 12)
    monkeypatch.setattr("zwang.reproduce.up06.COUNT", 12)
    fine = [row for section in STATE_SECTIONS[key]() for row in section.rows]
    wrong = patches(key)
    spoiled = {name: failing(key, monkeypatch, changes) for name, changes in wrong.items()}
    every = {(row.what, row.where, row.how) for row in fine}
    assert every - set().union(*spoiled.values()) == set()
    # What sees a wrong number of the kernel sees that there is none.
    numberless = dict.fromkeys(wrong["kernel"], kernel_without_numbers)
    counted = {row for row in every if row[0].startswith("systems")}  # these count, and compare not
    assert spoiled["kernel"] - counted - failing(key, monkeypatch, numberless) == set()


def failing(key, monkeypatch, changes):
    """Rows at states that do not agree after some functions were replaced."""
    with monkeypatch.context() as patch:
        for target, wrong in changes.items():
            patch.setattr(target, wrong)
        rows = [row for section in STATE_SECTIONS[key]() for row in section.rows]
    return {(row.what, row.where, row.how) for row in rows if not row.agrees}


@pytest.mark.parametrize("key", ["KU93", "U05", "US10"])
def test_every_row_of_a_motion_fails_at_a_loose_tolerance(key, monkeypatch):
    monkeypatch.setattr(module(key), "png", lambda figure: b"")  # numbers only
    monkeypatch.setattr("zwang.integrate.problem.SHARE", 1.0)  # steps as long as loose ones may be
    for name in {"sections", "states"} & set(vars(module(key))):
        monkeypatch.setattr(module(key), name, tuple)
    if key == "KU93":
        monkeypatch.setattr(ku93, "figures", lambda found: dict.fromkeys(range(1, 6)))
    rows = module(key).paper(LOOSE).rows
    wanted = [row for row in rows if fails_when_loose(row)]
    assert [(row.what, row.reached) for row in wanted if row.agrees] == []
    assert len(wanted) >= 7
    assert {row.how for row in wanted} & {CONTROLLED, UNPROJECTED}


def skewed_inverse(matrix, size=0.0):
    return 1.01 * pinv(matrix, size) + 0.01


def drifting(problem, end, tolerance=LOOSE, drift=None):
    """A motion of another constraint and another drag, loose and without projection."""
    from zwang.reproduce.ku93_figures import move

    if problem.name.startswith("rosenberg"):
        wrong = zw.Nonholonomic(lambda q, qd, t: qd[1] - q[2] * qd[0] - 0.01 * t, name="wrong")
        p = {**problem.p, "drag": 2.0 * problem.p.get("drag", 0.0)}
        problem = replace(problem, system=problem.system.with_constraints([wrong]), p=p)
    return move(problem, end, LOOSE, None)


def wrong_start(alpha=4.0):
    problem = zoo.ku93_oscillator(alpha)
    return replace(problem, qd0=np.asarray(problem.qd0) + [0.1, 0.0])


def loosely_turned(problem, J, mgl, end, tolerance=LOOSE, drift=None):
    return us10_body.turn(problem, J, mgl, end, LOOSE, None)


ALONG = {
    "KU93": {
        "zwang.papers.ku93.pinv": wrong_inverse,
        "zwang.reproduce.ku93.pinv": wrong_inverse,
        "zwang.reproduce.ku93_figures.ku93_pendulum": lambda mu=0.0, a=20.0: zoo.ku93_pendulum(
            mu, 1.1 * a
        ),
        "zwang.reproduce.ku93.ku93_oscillator": wrong_start,
        "zwang.reproduce.ku93.ku93_particle": slipping,
        "zwang.reproduce.ku93.sections": tuple,  # spoiled above
        "zwang.reproduce.ku93.move": drifting,
    },
    "U05": {
        "zwang.papers.u05.pinv": skewed_inverse,
        "zwang.reproduce.u05.move": drifting,
    },
    "US10": {
        "zwang.papers.us10_rotation.E": wrong_E,
        "zwang.reproduce.us10.turn": loosely_turned,
        "zwang.reproduce.us10.sections": tuple,
        "zwang.reproduce.us10.states": tuple,
    },
}


@pytest.mark.parametrize("key", ALONG)
def test_every_row_of_a_wrong_computation_fails(key, monkeypatch):
    monkeypatch.setattr(module(key), "png", lambda figure: b"")
    monkeypatch.setattr("zwang.integrate.problem.SHARE", 1.0)
    if key == "KU93":
        monkeypatch.setattr(ku93, "figures", lambda found: dict.fromkeys(range(1, 6)))
        figures = importlib.import_module("zwang.reproduce.ku93_figures")
        moved = figures.move
        loose = lambda problem, end, tolerance=LOOSE, drift=None: moved(problem, end, LOOSE, None)
        monkeypatch.setattr(figures, "move", loose)
    for target, wrong in ALONG[key].items():
        monkeypatch.setattr(target, wrong)
    rows = module(key).paper(LOOSE).rows
    assert [(row.what, row.where, row.reached) for row in rows if row.agrees] == []


def assert_self_contained(page):
    assert not re.search(r"https?:|<script|<link|<iframe|@import|url\(", page)
    assert all(x.startswith("data:image/png;base64,") for x in re.findall(r'src="([^"]*)', page))
    assert all(x.startswith("#") for x in re.findall(r'href="([^"]*)', page))


def test_what_does_not_agree_is_marked_and_counted():
    rows = (
        within("good", "(1)", 1e-12, 1e-10),
        within("bad", "(2)", 1e-8, 1e-10),
        within("lost", "(3)", float("nan"), 1e-10),
        within("nothing", "(4)", [], 1e-10),
    )
    assert [row.agrees for row in rows] == [True, False, False, False]
    assert [row.reached for row in rows] == ["1.0e-12", "1.0e-08", "nan", "nothing"]
    assert verdict(rows).startswith("1 of 4 comparisons agree: 1 of 4 with its equations")
    more = (
        Row("angle", "(5)", 79.0, 82.5, 77.5, "about 80°", shown="79°"),
        within("q", "fig. 1", -1.0, 1e-3, "curves"),
    )
    told = verdict([*more[::-1], *rows])
    assert told.startswith("2 of 6 comparisons agree")
    assert told.index("1 of 1 with numbers") < told.index("0 of 1 with other answers")
    page = html([Paper("K", "title", "citation", (), (Section("section", STATES, rows=rows),))])
    assert page.count('class="sign bad"') == 3 and page.count('class="sign good"') == 1


def test_words_cannot_become_markup():
    words = '<script>alert(1)</script> & "quotes" Γ_u x^(1/2)'
    section = Section(
        words,
        STATES,
        (words,),
        (Row(words, words, 1.0, 1.0, printed=words, shown=words),),
        b"image",
        words,
    )
    page = html([Paper("K", words, words, (words,), (section,))])
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "Γ<sub>u</sub>" in page and "x<sup>1/2</sup>" in page


def test_command_ends_with_1_where_a_number_does_not_agree(zwang, monkeypatch, tmp_path):
    from zwang.reproduce import u05

    def paper(bound):
        section = Section("section", STATES, rows=(within("residual", "(1)", 1e-3, bound),))
        return lambda: Paper("U05", "title", "citation", (), (section,))

    monkeypatch.setattr(u05, "paper", paper(1e-2))
    done = zwang("reproduce", "u05", "--out", "there")
    assert done.exit_code == 0 and "1 of 1" in done.stdout
    monkeypatch.setattr(u05, "paper", paper(1e-4))
    done = zwang("reproduce", "U05", "--out", "there")
    assert done.exit_code == 1 and "residual" in done.stderr
    page = tmp_path / "there/U05.html"
    assert_self_contained(page.read_text(encoding="utf-8"))
    page.write_text("mine")
    assert zwang("reproduce", "U05", "--out", "there").exit_code == 2
    assert page.read_text() == "mine"
