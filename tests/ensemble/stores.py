"""Stores of made-up chunks, what is done to them, and what they should then hold."""

import os
import shutil
from pathlib import Path

import numpy as np
import xarray

import zwang as zw
from tests.ensemble.swings import made_up, pendulum, plan
from zwang.ensemble.store import archive
from zwang.ensemble.store.blank import NOT_RUN

SEEN = {
    "speed / Tempo": lambda qd: qd @ qd,
    "speed _ Tempo": lambda q, qd: [q, qd],
    "c": lambda q: 1.0,
}
RICH = pendulum(observables=SEEN)
EVENTS = [zw.Event(lambda q: q[0], name="low", terminal=False)]
PLAN = plan()


def bits(x) -> tuple:
    x = np.asarray(x)
    return x.dtype.name, x.shape, x.tobytes()


def same(found: xarray.Dataset, plan, chunks, made=made_up) -> bool:
    """Whether the dataset holds, bit for bit, what the chunks left."""
    parts = [made(plan, k) for k in chunks]
    first, last = plan.bounds[chunks[0]][0], plan.bounds[chunks[-1]][1]
    whole = {name: np.concatenate([part[name] for part in parts]) for name in plan.template()}
    return all(bits(found[name][first:last]) == bits(x) for name, x in whole.items())


def chunks_of(plan) -> list[int]:
    return list(range(len(plan.bounds)))


def fill(plan, path, chunks) -> None:
    with archive.open_or_create(plan, path) as store:
        for k in chunks:
            archive.write(store, k, made_up(store.plan, k))


def not_run(found: xarray.Dataset, first: int, last: int) -> bool:
    part = found.isel(member=slice(first, last))
    floats = all(np.isnan(x).all() for x in part.data_vars.values() if x.dtype.kind == "f")
    whole = all((x == NOT_RUN).all() for x in part.data_vars.values() if x.dtype.kind == "i")
    return floats and whole and part.sizes["member"] == last - first


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


DAMAGE = {
    "a bit flipped": flip,
    "cut short": lambda file: os.truncate(file, file.stat().st_size // 2),
    "cut by a number": lambda file: os.truncate(file, file.stat().st_size - 8),
    "empty": lambda file: os.truncate(file, 0),
    "lost": Path.unlink,
    "another chunk's": lambda file: shutil.copy(
        file.with_name(file.name.replace("2", "1", 1)), file
    ),
    "longer": lambda file: file.write_bytes(file.read_bytes() + bytes(8)),
}
