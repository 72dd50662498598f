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

OFF = """
[coordinates]
{start}

[system]
mass = [1.0, 1.0]
force = ["0", "-9.81"]

[[constraint]]
name = "rod"
equation = "x^2 + y^2 = 1"
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
    wrong = zwang("modes", model, "--what", "stepp")
    assert wrong.exit_code == 2 and not wrong.stdout and "Did you mean 'step'?" in wrong.stderr


def test_a_start_off_the_constraints_is_told_in_words_of_the_file(zwang, tmp_path):
    file = tmp_path / "off.toml"
    for start in ("x = 0.3\ny = -1.0", "x = [0.0, 0.0]\ny = [-1.0, 1.0]"):
        file.write_text(OFF.format(start=start))
        done = zwang("modes", file, "--here")
        assert done.exit_code == 2 and "zw." not in done.stderr and "`q" not in done.stderr
        assert "assemble = true under [simulate]" in done.stderr and "'rod'" in done.stderr


def test_a_top_precesses_from_the_command_line(zwang, tmp_path):
    file = tmp_path / "top.toml"
    file.write_text(TOP, encoding="utf-8")
    asked = ("--hold", "tilt", "--rate", "spin=20", "--rate", "precession=free", "--json")
    told = json.loads(zwang("rest", file, *asked).stdout)
    assert abs(told["qd"]["precession"] - 0.254254886) < 1e-8
    for command in ("rest", "modes"):
        assert zwang(command, file, "--hold", "tilt").exit_code == 1
    for wrong in (("--rate", "spin"), ("--rate", "spni=1"), ("--hold", "nothing")):
        done = zwang("rest", file, *wrong)
        assert done.exit_code == 2, done.output


def test_modes_of_a_degenerate_rest_tell_nothing_of_its_stability(zwang, tmp_path):
    file = tmp_path / "cubic.toml"
    for sign in ("", "-"):
        file.write_text(
            f'[coordinates]\nx = 0.1\n\n[system]\nmass = [1.0]\nforce = ["{sign}10*x^3"]\n'
        )
        told = json.loads(zwang("modes", file, "--json").stdout)
        assert told["stability"] == told["rest"]["stability"] == "undecided"
        assert "degenerate" in zwang("modes", file).stdout
