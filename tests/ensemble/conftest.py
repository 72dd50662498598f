"""What the tests of stores share."""

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "study.zarr"
