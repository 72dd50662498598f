"""The page that an Ensemble prints."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from zwang.base.escape import for_terminal
from zwang.base.names import some_of
from zwang.base.status import Status
from zwang.ensemble.ensemble import Ensemble
from zwang.ensemble.plan import PARAMETER
from zwang.motion.store import TIME

TOLD = 5  # members that are named


def text(ensemble: Ensemble) -> str:
    """The page as one text."""
    return "\n".join(map(for_terminal, page(ensemble)))


def page(ensemble: Ensemble) -> Iterator[str]:
    """The lines of the page: how many members, what became of them, what was kept."""
    N, t = len(ensemble), ensemble.t
    if not N:
        yield "Ensemble: no members"
        return
    rows = f"at t = {t[0]:.6g}" if len(t) == 1 else f"{len(t)} rows from {t[0]:.6g} to {t[-1]:.6g}"
    yield f"Ensemble: {N} member{'s' * (N > 1)}, {rows}"
    for status, count in ensemble.counts().items():
        named = status.name if isinstance(status, Status) else f"status {status}"
        if status == Status.OK:
            yield f"  {'OK':<15} {count}"
            continue
        which = np.flatnonzero(ensemble.status == int(status))
        some = ", ".join(map(str, which[:TOLD])) + (", ..." if len(which) > TOLD else "")
        cause = status.cause if isinstance(status, Status) else "Not run yet."
        yield f"  {named:<15} {count}: {cause} (member{'s' * (count > 1)} {some})"
    yield f"  {'coordinates':<15} {some_of(ensemble.coordinates)}"
    batched = [name for name in ensemble.data if name.startswith(PARAMETER)]
    own = [name.removeprefix(PARAMETER) for name in batched]
    own = [*(x for x in ("q0", "qd0") if x in ensemble.data), *own]
    yield f"  {'of each member':<15} {', '.join(own) or 'nothing'}"
    kept = [name for name in ensemble.data if TIME in ensemble.dims[name]]
    yield f"  {'kept':<15} {', '.join(kept) or 'nothing of each member'}"
    if ensemble.reduced:
        yield f"  {'reduced':<15} {', '.join(ensemble.reduced)}"
    steps = np.asarray(ensemble.accepted)
    if ensemble.ok.any():
        low, high = steps[ensemble.ok].min(), steps[ensemble.ok].max()
        yield f"  {'steps':<15} {low}" + (f" to {high}" if high > low else "")
    early = ensemble.ok & (np.asarray(ensemble.t_end) < t[-1])
    if early.any():
        yield f"  {'ended early':<15} {early.sum()}, by an event: see t_end"
    yield f"  {'engine':<15} {ensemble.engine}"
