"""Motions beside each other, motions with their mechanism from a file, pages in notebooks."""

import numpy as np
import pytest

import zwang as zw

ROD = zw.Holonomic(lambda q: q @ q - 1.0, name="<b>rod</b>")
ENERGY = lambda q, qd: qd @ qd / 2 + 9.81 * q[1]
BOB = zw.System(1.0, [0.0, -9.81], [ROD], coordinates=["x", "<i>"], energy=ENERGY)
START = [1.0, 0.0], [0.0, 0.0]


def test_a_comparison_shows_what_differs_and_where():
    one = zw.simulate(BOB, *START, (0.0, 1.0))
    same = one.compare(zw.simulate(BOB, *START, (0.0, 2.0), rtol=1e-11))
    assert same.largest <= 1e-8 and len(same.t) == len(one)
    other = zw.simulate(BOB, [np.cos(0.1), -np.sin(0.1)], [0.0, 0.0], np.linspace(0.0, 1.0, 5))
    found = one.compare(other)
    np.testing.assert_allclose(found.q_other[-1], other.q[-1], atol=1e-12)
    np.testing.assert_allclose(found.difference[0], other.q[0] - one.q[0], atol=1e-14)
    at = np.abs(found.difference[:, 0]).argmax()
    assert f"{found.t[at]:.5g}" in str(found) and "energies differ" in str(found)
    assert found.plot().axes
    assert len(one.compare(other, [0.25, 0.5]).t) == 2
    with pytest.raises(ValueError, match="`times` is .* wanted times that both have"):
        one.compare(other, [3.0])
    with pytest.raises(ValueError, match="`other` has the coordinates"):
        one.compare(zw.simulate(zw.System(1.0, None), [0.0], [1.0], (0.0, 1.0)))
    with pytest.raises(ValueError, match="wanted motions that overlap"):
        one.compare(zw.simulate(BOB, *START, (5.0, 6.0)))


def test_pages_in_notebooks_escape_names():
    motion = zw.simulate(BOB, *START, (0.0, 0.1))
    many = zw.simulate_many(BOB, np.eye(2), START[1], (0.0, 0.1))
    spring = zw.System(1.0, lambda q, p: -p["<k>"] * q)
    t = np.linspace(0.0, 1.0, 5)
    fitted = zw.fit(spring, [1.0], [0.0], t, np.cos(2.0 * t)[:, None], {"<k>": 3.9})
    shown = [motion, zw.check(BOB, *START), many, fitted, motion.balance(), motion.compare(motion)]
    for x in shown:
        html = x._repr_html_()
        assert html.startswith("<div><strong>") and html.endswith("</pre></div>")
        assert not any(tag in html for tag in ("<b>", "<i>", "<k>"))
    for x in shown[:1] + shown[3:]:
        assert "&lt;" in x._repr_html_()


def test_a_motion_is_loaded_with_its_mechanism(tmp_path):
    disk = zw.PlanarBody(1.0, 0.5, w_WB=2.0, name="disk")
    pin = zw.joints.Revolute(zw.GROUND, disk, point=[0.0, 0.0], name="pin")
    mechanism = zw.Mechanism([disk], [pin], [zw.Gravity()])
    motion = mechanism.simulate([0.0, 0.5])
    motion.save(tmp_path / "run.nc")
    loaded = zw.load(tmp_path / "run.nc", system=mechanism)
    assert loaded.system is mechanism.system(definite=True)
    np.testing.assert_allclose(loaded.at([0.25]).q, motion.at([0.25]).q, atol=1e-14)
    assert loaded.pose("disk").p_WB.shape == (2, 3)
    with pytest.raises(TypeError, match="`system` is 3; wanted a zw.System, a zw.Mechanism"):
        zw.load(tmp_path / "run.nc", system=3)  # pyright: ignore[reportArgumentType]
    other = zw.Mechanism([zw.PlanarBody(1.0, 0.5, name="other")])
    with pytest.raises(ValueError, match="The coordinates of `system`"):
        zw.load(tmp_path / "run.nc", system=other)
