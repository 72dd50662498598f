"""What the studio says of a text: where it is wrong, or what it does."""

import base64
import io
import random
import zipfile

import numpy as np
import pytest

import zwang as zw
from zwang.modelfile import examples
from zwang.studio import judge
from zwang.studio.worker import Worker

TEXT = examples()["pendulum"].read_text(encoding="utf-8").replace("until = 10", "until = 1")


@pytest.fixture(scope="module")
def ran():
    return judge.run(TEXT)


def test_a_model_is_reported_and_moves(ran):
    assert ran["problems"] == [] and ran["report"].startswith("Report")
    assert ran["parameters"] == {"m": 1.0, "L": 1.0, "g": 9.81}
    assert [x["name"] for x in ran["scene"]["arrows"]] == ["rod"]
    packed = ran["recording"]["q"]
    q = np.frombuffer(base64.b64decode(packed["base64"]), "<f4").reshape(packed["shape"])
    np.testing.assert_allclose(np.linalg.norm(q, axis=1), 1.0, atol=1e-6)


@pytest.mark.parametrize(
    "old, new, line, word",
    [
        ("force =", "farce =", 17, "farce"),
        ("L^2", "M^2", 22, "M"),
        ("[system]", "[system", 15, ""),
    ],
)
def test_errors_say_where_they_are(old, new, line, word):
    (found,) = judge.errors(TEXT.replace(old, new))
    assert found["line"] == line and word in found["message"]
    assert judge.errors(TEXT) == []


def test_a_start_off_the_constraints_is_told_in_the_words_of_the_file():
    (found,) = judge.run(TEXT.replace('x = "-L"', "x = 3"))["problems"]
    assert "[simulate]" in found["message"] and "zw." not in found["message"]


def test_mutated_texts_are_models_or_problems():
    rng = random.Random(0)
    for _ in range(300):
        text = list(TEXT)
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 3)] = rng.choice(["", '"', "[", "1e400", "\n", "x", "{"])
        for found in judge.errors("".join(text)):
            assert found["message"]
            assert found["line"] is None or 1 <= found["line"] <= "".join(text).count("\n") + 1


def test_exports_can_be_read(tmp_path):
    found = judge.export(TEXT, "netcdf")
    (tmp_path / "x.nc").write_bytes(found["data"])
    assert zw.load(tmp_path / "x.nc").coordinates == ("x", "y")
    page = judge.export(TEXT, "page")
    assert page["name"] == "model.html" and page["data"].startswith(b"<!doctype html>")
    archive = zipfile.ZipFile(io.BytesIO(judge.export(TEXT, "c")["data"]))
    assert "model/model.c" in archive.namelist()
    assert judge.export("x", "c")["problems"]


@pytest.mark.slow
def test_what_takes_too_long_is_ended_and_the_next_is_answered():
    worker = Worker(patience=40.0)
    try:
        assert worker.ask("run", TEXT)["problems"] == []
        worker.patience = 0.2
        (found,) = worker.ask("run", TEXT.replace("until = 1", "until = 1e7"))["problems"]
        assert "took longer" in found["message"]
        worker.patience = 40.0
        assert worker.ask("run", TEXT)["problems"] == []
    finally:
        worker.end()
