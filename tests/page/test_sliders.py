"""Sliders of mechanisms: numbers that are parameters change motion, start and looks of the page."""

import base64
import gzip
import json
import re

import jax
import numpy as np
import pytest

import zwang as zw
from tests.page.browser import chromium, require_compiler
from tests.page.systems import in_node
from tests.page.test_live import ROWS, live, settled, until
from zwang.page.live.contacts import with_contacts
from zwang.page.live.mould import mould_of
from zwang.page.of_mechanism import scene_of_mechanism

GRAVITY = zw.Gravity([0.0, -9.81, 0.0])


def pendulum():
    """A bar of any length on a spring; its start follows from the length."""
    half = lambda p: 0.5 * p["L"]
    rod = zw.PlanarBody(
        "m", lambda p: p["m"] * p["L"] ** 2 / 12.0, p_WB=lambda p: [half(p), 0.0], name="rod"
    )
    hinge = zw.joints.Revolute(
        zw.GROUND, rod, point_1=[0, 0, 0], point_2=lambda p: [-half(p), 0, 0]
    )
    ends = {"point_1": [0.4, 1.0, 0.0], "point_2": lambda p: [half(p), 0.0, 0.0]}
    spring = zw.Spring(zw.GROUND, rod, stiffness="k", rest=0.5, **ends)
    return zw.Mechanism([rod], [hinge], [GRAVITY, spring])


def four_bar():
    """A closed loop whose coupler has any length; its start is that of one length."""
    turn, slant = np.pi / 3.0, np.array([0.5, np.sqrt(0.75)])
    end = slant
    bodies = [
        zw.PlanarBody("m", 0.02, p_WB=slant / 2.0, angle=turn, name="crank"),
        zw.PlanarBody(1.0, 0.1, p_WB=end + [0.5, 0.0], name="coupler"),
        zw.PlanarBody(1.0, 0.1, p_WB=[1.25, end[1] / 2.0], angle=turn, name="rocker"),
    ]
    crank, coupler, rocker = bodies
    points = lambda a, b: {"point_1": a, "point_2": b}
    half, minus = lambda p: [p["L"] / 2.0, 0, 0], lambda p: [-p["L"] / 2.0, 0, 0]
    revolute = zw.joints.Revolute
    joints = [
        revolute(zw.GROUND, crank, name="A", **points([0, 0, 0], [-0.5, 0, 0])),
        revolute(crank, coupler, name="B", **points([0.5, 0, 0], minus)),
        revolute(coupler, rocker, name="C", **points(half, [0.5, 0, 0])),
        revolute(zw.GROUND, rocker, name="D", **points([1, 0, 0], [-0.5, 0, 0])),
    ]
    return zw.Mechanism(bodies, joints, [zw.Gravity(lambda p: [0.0, -p["g"], 0.0])])


def wheel():
    """A disk of any radius that rolls, in space, with a box on a bar through its middle."""
    disk = zw.RigidBody(
        1.0,
        lambda p: [p["R"] ** 2 / 4.0, p["R"] ** 2 / 4.0, p["R"] ** 2 / 2.0],
        p_WB=lambda p: [0.0, 0.0, p["R"]],
        quat_WB=[np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0],
        v_WB=[0.5, 0.0, 0.0],
        w_WB=lambda p: [0.0, 0.5 / p["R"], 0.0],
        name="disk",
    )
    box = zw.RigidBody(
        "m",
        lambda p: [p["m"] * x for x in (0.02, 0.03, 0.04)],
        p_WB=lambda p: [0.0, -p["a"], p["R"]],
        v_WB=[0.5, 0.0, 0.0],
        name="box",
    )
    rolling = zw.joints.RollingDisk(zw.GROUND, disk, radius="R", axis_2=[0, 0, 1])
    arm = zw.joints.Revolute(
        disk, box, point_1=[0, 0, 0], point_2=lambda p: [0.0, p["a"], 0.0], axis=[0, 1, 0]
    )
    return zw.Mechanism([disk, box], [rolling, arm], [zw.Gravity()])


MACHINES = {
    "pendulum": (pendulum, {"m": 1.0, "L": 1.0, "k": 20.0}, {"m": 2.0, "L": 1.6, "k": 35.0}),
    "four-bar": (four_bar, {"m": 1.0, "L": 1.0, "g": 9.81}, {"m": 0.5, "L": 1.1, "g": 3.0}),
    "wheel": (wheel, {"m": 1.0, "a": 0.3, "R": 0.5}, {"m": 3.0, "a": 0.5, "R": 0.8}),
}


def at(tree, path):
    for step in path:
        tree = tree[step]
    return tree


@pytest.mark.parametrize("name", MACHINES)
def test_what_of_the_picture_follows_from_parameters_is_that_of_a_new_picture(name):
    make, came, other = MACHINES[name]
    mechanism = make()
    mould = mould_of(mechanism, came)
    assert mould is not None
    old, new = (
        json.loads(json.dumps(scene_of_mechanism(mechanism.at(p)).as_json())) for p in (came, other)
    )
    numbers = jax.jit(mould.numbers)(other)
    first = 0
    for path, count in mould.places:
        found, first = np.asarray(numbers[first : first + count]), first + count
        wanted = np.asarray(at(new, path))
        if path[-1] == "size" and at(new, path[:-1])["kind"] == "capsule":
            found, wanted = found[1:], wanted[1:]  # how thick a bar is stays as it was
        np.testing.assert_allclose(found, wanted, atol=1e-12, err_msg=str(path))
        at(old, path)[:] = at(new, path)
    # Nothing else differs but how thick bars are.
    pairs = zip(old["bodies"], new["bodies"], strict=True)
    for body, wanted in pairs:
        for solid, its in zip(body["solids"], wanted["solids"], strict=True):
            same = {"size": None} if solid["kind"] in ("capsule", "plate") else {}
            assert solid | same == its | same
    for field in ("points", "links", "joints", "ground"):
        assert old[field] == new[field]


def test_a_mechanism_of_known_numbers_has_nothing_that_follows():
    rod = zw.PlanarBody(1.0, 0.1, p_WB=[0.5, 0.0], name="rod")
    hinge = zw.joints.Revolute(zw.GROUND, rod, point=[0, 0, 0])
    assert mould_of(zw.Mechanism([rod], [hinge]), None) is None


def test_the_force_of_a_wheel_stands_where_it_touches():
    _, came, other = MACHINES["wheel"]
    mechanism = wheel()
    scene, contacts = with_contacts(scene_of_mechanism(mechanism.at(came)), mechanism)
    assert contacts is not None
    (arrow,) = [x for x in scene.arrows if x.name == mechanism.joints[0].label]
    assert arrow.at == len(scene.points) - 1 and not scene.points[-1].seen
    for p in (came, other):
        q, _ = mechanism.start(p)
        lifted = np.array(q) + np.eye(len(q))[2]
        np.testing.assert_allclose(contacts(q, 0.0, p), [[0.0, 0.0, 0.0]], atol=1e-12)
        np.testing.assert_allclose(contacts(lifted, 0.0, p), [[0.0, 0.0, 1.0]], atol=1e-12)


# -- motions --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    require_compiler()
    folder, found = tmp_path_factory.mktemp("sliders"), {}
    for name in ("pendulum", "four-bar"):
        make, came, _ = MACHINES[name]
        found[name] = folder / f"{name}.html"
        zw.page(make(), found[name], p=came, t=(0, 2), ranges={"m": (0.1, 4.0)})
    return found


def live_of(path):
    """What a page's script knows of its motion."""
    html = path.read_text(encoding="utf-8")
    found = re.search(r'id="live">(.*?)</script>', html)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("name", ["pendulum", "four-bar"])
def test_other_numbers_in_the_page_move_as_in_simulate(pages, name):
    make, came, other = MACHINES[name]
    told, mechanism = live_of(pages[name]), make()
    assert {x["name"]: tuple(x["range"])[0] < x["value"] for x in told["parameters"]} == {
        key: True for key in came
    }
    code = base64.b64encode(gzip.decompress(base64.b64decode(told["code"]))).decode()
    p = [other[x["name"]] for x in told["parameters"]]
    start = {"p": p, "t": 0.0, "q": told["q"], "qd": told["qd"], "origin": True}
    asked = {"code": code, "about": told["about"], "start": start, "span": 2.0}
    (begun,) = in_node([asked | {"assemble": True}])
    assert begun["reached"]
    layout, n = begun["layout"], told["about"]["n"]
    state = [begun["row"][layout[x] : layout[x] + n] for x in ("q", "qd")]
    if name == "pendulum":  # its start follows from the length, and satisfies the hinge
        np.testing.assert_allclose(state, mechanism.start(other), atol=1e-12)
    times = np.linspace(0.0, 2.0, 9)
    on = {"q": state[0], "qd": state[1], "origin": False}
    (moved,) = in_node([asked | {"start": start | on, "times": list(times[1:]), "piece": 4}])
    rows = np.array(moved["rows"])
    motion = mechanism.simulate(times, other, q0=state[0], qd0=state[1])
    for field in ("q", "qd"):
        found = rows[:, layout[field] : layout[field] + n]
        np.testing.assert_allclose(found, getattr(motion, field), atol=1e-9)


def test_a_slider_of_a_mechanism_changes_motion_and_looks(pages):
    make, came, _ = MACHINES["pendulum"]
    with chromium() as browser, live(browser, pages["pendulum"]) as tab:
        length = "zwang.scene.bodies[0].solids[0].size[1]"
        seen = "zwang.picture.figure.group.children[0].children[0].geometry.parameters.height"
        before = tab.evaluate(length)
        assert tab.get_by_role("slider", name="L", exact=True).count() == 1
        tab.get_by_role("spinbutton", name="L", exact=True).fill("1.5")
        tab.keyboard.press("Enter")
        until(tab, f"{length} > 1.4 * {before}")
        settled(tab)
        assert tab.evaluate(seen) == pytest.approx(1.5 * before, rel=1e-9)
        rows, p = np.array(tab.evaluate(ROWS)), came | {"L": 1.5}
        motion = make().simulate(rows[:, 0], p)
        np.testing.assert_allclose(rows[:, 1:4], motion.q, atol=1e-9)
        assert tab.evaluate("location.hash") == "#L=1.5"
