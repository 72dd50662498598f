"""The pages about the command line tell what it does."""

import re
import shlex

import pytest
import typer.main

import zwang_command
from tests.project.source import ROOT

REFERENCE = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
COMMANDS = typer.main.get_command(zwang_command.app).commands  # pyright: ignore


@pytest.mark.parametrize("name", COMMANDS)
def test_reference_has_every_command_and_option(name):
    assert f"zwang {name}" in REFERENCE
    options = [x for x in COMMANDS[name].params if x.param_type_name == "option"]
    written = [flag for option in options for flag in option.opts if flag.startswith("--")]
    assert [flag for flag in written if not re.search(rf"`{flag}\b", REFERENCE)] == []


def test_reference_has_no_option_that_does_not_exist():
    flags = {flag for command in COMMANDS.values() for x in command.params for flag in x.opts}
    flags |= {flag for command in COMMANDS.values() for x in command.params
              for flag in x.secondary_opts}  # fmt: skip
    shown = set(re.findall(r"`[^`\n]*?(--[a-z-]+)", REFERENCE))
    assert shown <= flags | {"--version", "--help"}


def test_reference_has_every_exit_code():
    codes = re.findall(r"^\| (\d+) \|", REFERENCE, re.M)
    names = ("FINE", "FAILED", "WRONG", "BROKEN", "INTERRUPTED")
    assert sorted(map(int, codes)) == sorted(getattr(zwang_command, name) for name in names)


def test_tutorial_can_be_followed_step_by_step(zwang, tmp_path):
    blocks = re.findall(r"^```(sh|toml|text)\n(.*?)^```", TUTORIAL, re.M | re.S)
    last, shown = None, 0
    for kind, text in blocks:
        if kind == "toml":
            with open(tmp_path / "swing.toml", "a") as file:
                file.write(text)
        elif kind == "sh":
            for line in text.splitlines():
                last = zwang(*shlex.split(line)[1:])
                assert last.exit_code == 0, (line, last.stderr)
        elif last is not None and text.startswith("swing\n"):
            shown += 1
            first = lambda lines: [line[:18].strip() for line in lines.strip().splitlines()]
            assert first(last.stdout) == first(text)
            for name in ("force of rod .* largest 22.32", "event lowest point .*"):
                (told,), (found,) = (re.findall(name, x) for x in (text, last.stdout))
                assert told.split() == found.split()
    assert shown == 1
    for path in ("swing/path.png", "swing/phase-of-the-swing.png", "wide/motion.nc", "forces.pdf"):
        assert (tmp_path / path).is_file()


def test_tutorial_shows_the_error_as_it_is_told(zwang, model):
    (shown,) = re.findall(r"^```text\n(zwang: .*?)^```", TUTORIAL, re.M | re.S)
    model.write_text(model.read_text().replace("x^2 + y^2 = L^2", "x^2 + yy^2 = L^2"))
    assert zwang("check", "swing.toml").stderr == shown
