"""zwang rest and zwang modes."""

import json

import numpy as np

TOP = """
[coordinates]
tilt = 0.5
precession = 0.0
spin = 0.0

[system]
kinetic = "tilt'^2/2 + (precession'*sin(tilt))^2/2 + 0.2*(spin' + precession'*cos(tilt))^2"
potential = "2*cos(tilt)"
"""


def test_a_pendulum_rests_below_its_pivot(zwang, model):
    done = zwang("rest", model)
    assert done.exit_code == 0, done.output
    assert "state of rest" in done.output and "stable" in done.output
    told = json.loads(zwang("rest", model, "--json").stdout)
    assert told["status"] == "OK" and told["stability"] in ("stable", "asymptotically stable")
    assert told["unbalanced"]["of_all_forces"] < 1e-9
    assert all(force["unique"] for force in told["forces"].values())


def test_modes_are_told_and_drawn(zwang, model, tmp_path):
    done = zwang("modes", model, "--out", "modes.png")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "modes.png").read_bytes().startswith(b"\x89PNG")
    told = json.loads(zwang("modes", model, "--json").stdout)
    assert np.shape(told["A"]) == (len(told["states"]),) * 2
    assert len(told["modes"]) == len(told["states"])
    assert zwang("modes", model, "--out", "modes.txt").exit_code == 2


def test_a_top_precesses_from_the_command_line(zwang, tmp_path):
    file = tmp_path / "top.toml"
    file.write_text(TOP, encoding="utf-8")
    asked = ("--hold", "tilt", "--rate", "spin=20", "--rate", "precession=free", "--json")
    told = json.loads(zwang("rest", file, *asked).stdout)
    assert abs(told["qd"]["precession"] - 0.254254886) < 1e-8
    assert zwang("rest", file, "--hold", "tilt").exit_code == 1
    for wrong in (("--rate", "spin"), ("--rate", "spni=1"), ("--hold", "nothing")):
        done = zwang("rest", file, *wrong)
        assert done.exit_code == 2, done.output
