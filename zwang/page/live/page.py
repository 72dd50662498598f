"""zw.page: a page in one file in which a motion is computed while one looks, and can be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from zwang.base import arguments
from zwang.bodies.mechanism import Mechanism
from zwang.system.system import System

if TYPE_CHECKING:
    from zwang.modelfile.model import Model
    from zwang.page.show import Shown


def page(
    what: Model | Mechanism | System,
    path: Any = None,
    *,
    q0: Any = None,
    qd0: Any = None,
    t: Any = None,
    p: Any = None,
    points: Callable | None = None,
    links: Sequence[tuple[Any, Any]] | None = None,
    trails: Sequence[int] | None = None,
    ranges: Mapping[str, Any] | None = None,
    speed: float | None = None,
    title: str | None = None,
    rtol: Any = None,
    atol: Any = None,
    events: Any = None,
) -> Shown:
    """A live page: the motion is computed in the reader's browser, by ``zw.simulate``'s engine.

    It is one file that needs no network and no Python. Parameters have sliders, points can be
    dragged to another start, which is assembled onto the constraints; forces are arrows with names.
    Writing it needs a compiler for WebAssembly: ``pip install 'zwang[page]'`` brings one.

    Parameters
    ----------
    what : a model of a file, a ``Mechanism``, or a ``System``, be it a closed loop
    path : the .html file to write; without it a notebook shows the page, and it can be saved
    q0, qd0 : (n,)      the start; by default that of the model or the mechanism
    t : a pair (start, end), by default (0, 10); the motion goes on after it, but the picture and
        the curves are laid out for it
    p : parameters
    points : function of (q, t, p) that returns the points (k, 2) or (k, 3) of the picture; by
        default those of the model's [page], the bodies of a mechanism, or particles by their names
    links : pairs of points joined by a rod, by index; -1 or "ground" is the origin
    trails : points of ``points`` that leave a trail, by index; by default all that move
    ranges : ends of the sliders, a pair for each parameter by its name, None for no slider; by
        default they are guessed
    speed : time of the motion in a second
    title : of the page
    rtol, atol : tolerated error, as for ``zw.simulate``
    events : one ``zw.Event`` or several; one that is terminal ends the motion

    Returns
    -------
    Shown, the page

    Examples
    --------
    >>> import zwang as zw
    >>> rod = zw.Holonomic(lambda q, p: q @ q - p["L"] ** 2, name="rod")
    >>> bob = zw.System(1.0, [0.0, -9.81], [rod], coordinates=["x", "y"])
    >>> made = zw.page(bob, q0=[1.0, 0.0], qd0=[0.0, 0.0], t=(0, 10), p={"L": 1.0})
    >>> len(made.html) < 1.5e6
    True
    """
    # Models, pictures and pages are not for everyone who imports zwang.
    from zwang.page.live.build import page_of
    from zwang.page.live.subject import subject_of
    from zwang.page.show import Shown, target_of

    target = None if path is None else target_of(path)
    if title is not None:
        arguments.text("title", title)
    if speed is not None:
        arguments.number("speed", speed, least=0.0, above=True)
    subject = subject_of(what, q0, qd0, t, p, {"rtol": rtol, "atol": atol, "events": events})
    made = Shown(page_of(subject, points, links, trails, ranges, speed, title), target)
    if target is not None:
        made.save(target)
    return made
