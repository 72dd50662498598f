"""The page of the joints shows every joint, with its picture and its number of rows."""

import re

import pytest

import zwang as zw
from tests.project.source import ROOT
from zwang.bodies.joints import AbstractJoint

PAGE = (ROOT / "docs/joints.md").read_text(encoding="utf-8")
TABLE = {
    name: (anchor, rows)
    for name, anchor, rows in re.findall(r"^\| \[`(\w+)`\]\(#(\w+)\) \| ([^|]*) \|", PAGE, re.M)
}
JOINTS = {
    name: kind
    for name, kind in vars(zw.joints).items()
    if isinstance(kind, type) and issubclass(kind, AbstractJoint) and kind is not AbstractJoint
}


def test_every_joint_is_in_the_table():
    assert set(TABLE) == set(JOINTS)


@pytest.mark.parametrize("name", JOINTS)
def test_every_joint_has_a_section_and_a_picture(name):
    anchor, _ = TABLE[name]
    assert len(re.findall(rf"^## {name}: .* \{{#{anchor}\}}$", PAGE, re.M)) == 1
    assert f"(assets/joints/{anchor}.png)" in PAGE
    assert (ROOT / f"docs/assets/joints/{anchor}.png").exists()
    assert f"zw.joints.{name}(" in PAGE


@pytest.mark.parametrize("name", [x for x in JOINTS if isinstance(JOINTS[x].rows, tuple)])
def test_the_table_counts_the_rows(name):
    counts = [len(x) for x in (JOINTS[name].rows, JOINTS[name].velocity_rows) if x]
    assert [int(x) for x in re.findall(r"\d+", TABLE[name][1])] == counts
