"""The page's engine is that of ``zw.simulate``: the same motions, statuses and refusals."""

import numpy as np
import pytest

from tests.page.systems import CASES, in_node, question


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("modules")
    cases = {name: make() for name, make in CASES.items()}
    asked = [question(folder, name, x, x.times()) for name, x in cases.items()]
    return {name: (x, y) for (name, x), y in zip(cases.items(), in_node(asked), strict=True)}


@pytest.mark.parametrize("name", CASES)
def test_a_motion_in_webassembly_is_that_of_simulate(found, name):
    case, answer = found[name]
    motion = case.simulate(case.times())
    layout, rows = answer["layout"], np.array(answer["rows"], float)
    n = len(case.q0)
    assert answer["told"]["status"] == -1
    for field, first, wanted in (
        ("t", layout["t"], motion.t[:, None]),
        ("q", layout["q"], motion.q),
        ("qd", layout["qd"], motion.qd),
        ("qdd", layout["qdd"], motion.qdd),
    ):
        got = rows[:, first : first + wanted.shape[1]]
        scale = np.abs(wanted).max()
        np.testing.assert_allclose(got, wanted, atol=1e-9 * scale, rtol=0.0, err_msg=field)
    forces = rows[:, layout["forces"] : layout["nonideal"]].reshape(len(rows), -1, n)
    np.testing.assert_allclose(
        forces.sum(axis=1), motion.Qc_ideal, atol=1e-8 * (1.0 + np.abs(motion.Qc_ideal).max())
    )
    assert rows[:, layout["residual"]].max() < 1e-9
    assert answer["told"]["crossings"] == motion.stats["crossings"]
