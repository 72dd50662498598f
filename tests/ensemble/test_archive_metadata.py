"""Metadata and labels that zwang never wrote are refused before anything is opened."""

import json
import os
from pathlib import Path

import pytest
import xarray
import zarr

from tests.ensemble.stores import DAMAGE, PLAN, chunks_of, fill
from tests.ensemble.swings import plan
from zwang.ensemble.store import archive
from zwang.ensemble.store.vetted import SEAL, seal
from zwang.files.whole import Damaged


def retold(path: Path, array: str, change, seal_again: bool) -> None:
    """Change what the store says of an array, in both places where it does."""
    whole = json.loads((path / "zarr.json").read_bytes())
    about = whole["consolidated_metadata"]["metadata"][array]
    change(about)
    if seal_again:
        whole["attributes"][SEAL] = seal(whole)
    (path / array / "zarr.json").write_text(json.dumps(about))
    (path / "zarr.json").write_text(json.dumps(whole))


PICKLE = {"name": "numcodecs.pickle", "configuration": {"protocol": 5}}
METADATA = {
    "pickle": ("q", lambda x: x.update(codecs=[PICKLE]), "'q' has the codecs 'numcodecs.pickle'"),
    "pickle of labels": ("time", lambda x: x["codecs"].insert(0, PICKLE), "'time'.*pickle"),
    "unknown codec": ("q", lambda x: x["codecs"].append({"name": "gzip"}), "'q'.*gzip"),
    "sharding": ("q", lambda x: x.update(codecs=[{"name": "sharding_indexed"}]), "'q'.*sharding"),
    "no codecs": ("q", lambda x: x.pop("codecs"), "'q' has the codecs"),
    "objects": ("q", lambda x: x.update(data_type="object"), "'q' has the type 'object'"),
    "a structure": ("q", lambda x: x.update(data_type={"name": "struct"}), "'q' has the type"),
    "members": ("q", lambda x: x["shape"].__setitem__(0, 10**15), "'q' has 1000000000000000"),
    "fewer members": (
        "status",
        lambda x: x["shape"].__setitem__(0, 3),
        "'.*' has .* along 'member'",
    ),
    "shape": ("q", lambda x: x.update(shape=[10**30]), "'q' has the shape"),
    "chunks": (
        "q",
        lambda x: x["chunk_grid"]["configuration"].update(chunk_shape=[1 << 40, 3, 2]),
        "'q'",
    ),
    "type": ("q", lambda x: x.update(data_type="int64"), "'q'"),
}


@pytest.mark.parametrize("case", METADATA)
def test_metadata_that_zwang_never_writes_are_refused_by_name(case, path, monkeypatch):
    """Before Zarr opens any array, and also where the digest was made to fit."""
    array, change, told = METADATA[case]
    fill(PLAN, path, chunks_of(PLAN))
    retold(path, array, change, seal_again=True)
    if case != "type":  # which only the plan knows
        with monkeypatch.context() as patched, pytest.raises(Damaged, match=told):
            patched.setattr(zarr, "open_group", None)
            patched.setattr(xarray, "open_zarr", None)
            archive.read(path)
    with pytest.raises(Damaged, match=told):
        archive.open_or_create(PLAN, path)


def test_metadata_that_were_changed_are_noticed(path):
    fill(PLAN, path, chunks_of(PLAN))
    retold(path, "q", lambda x: x.update(fill_value=0.0), seal_again=False)
    with pytest.raises(Damaged, match="does not fit the digest"):
        archive.read(path)


@pytest.mark.parametrize("array", ["time", "coordinate", "qd0"])
@pytest.mark.parametrize("how", ["a bit flipped", "cut short", "lost", "longer"])
def test_damaged_labels_are_noticed(array, how, path):
    fill(PLAN, path, chunks_of(PLAN))
    DAMAGE[how](path / array / "c" / "0")
    with pytest.raises(Damaged, match=f"{array}/c/0' is (damaged|missing)"):
        archive.read(path)[array].load()


def test_a_store_that_claims_what_it_does_not_have_is_refused(path):
    study = plan(count=1, chunk=1)
    fill(study, path, [0])
    whole = json.loads((path / "zarr.json").read_bytes())
    for array, about in whole["consolidated_metadata"]["metadata"].items():
        if about.get("dimension_names", [None])[:1] in (["member"], ["chunk"]):
            about["shape"][0] = 1 << 40
            (path / array / "zarr.json").write_text(json.dumps(about))
    whole["attributes"][SEAL] = seal(whole)
    (path / "zarr.json").write_text(json.dumps(whole))
    with pytest.raises(Damaged, match="1099511627776.* bytes on the disk"):
        archive.read(path)


def test_a_pipe_among_the_files_keeps_nobody_waiting(path):
    fill(PLAN, path, chunks_of(PLAN))
    (path / "q/c.2.0.0").unlink()
    os.mkfifo(path / "q/c.2.0.0")
    with pytest.raises(Damaged, match="pipe"):
        archive.read(path)["q"].load()
    with archive.open_or_create(PLAN, path) as store:
        assert archive.missing(store) == [2]
