"""Reference mechanisms, built from bodies and joints; one per file.

Every function returns a ``Machine``: the mechanism with its start, its mobility, and what is known
of its motion. ``MECHANISMS`` has them all by name.

machine         what a reference mechanism is
turning         bodies that turn and roll
loops           linkages in the plane and in space, chains, platforms
"""

from collections.abc import Callable

from zwang.zoo.mechanisms.loops.andrews import andrews
from zwang.zoo.mechanisms.loops.bricard import bricard
from zwang.zoo.mechanisms.loops.chain import chain
from zwang.zoo.mechanisms.loops.four_bar import four_bar
from zwang.zoo.mechanisms.loops.ladder import ladder
from zwang.zoo.mechanisms.loops.net import net
from zwang.zoo.mechanisms.loops.scissor_lift import scissor_lift
from zwang.zoo.mechanisms.loops.slider_crank import slider_crank
from zwang.zoo.mechanisms.loops.stewart import stewart
from zwang.zoo.mechanisms.loops.truss import truss
from zwang.zoo.mechanisms.machine import Machine
from zwang.zoo.mechanisms.turning.free_body import free_body
from zwang.zoo.mechanisms.turning.governor import governor
from zwang.zoo.mechanisms.turning.heavy_top import heavy_top
from zwang.zoo.mechanisms.turning.rolling_coin import rolling_coin
from zwang.zoo.mechanisms.turning.turntable import turntable
from zwang.zoo.mechanisms.turning.wing_nut import wing_nut

MECHANISMS: dict[str, Callable[[], Machine]] = {
    "free_body": free_body,
    "wing_nut": wing_nut,
    "heavy_top": heavy_top,
    "slider_crank": slider_crank,
    "four_bar": four_bar,
    "andrews": andrews,
    "bricard": bricard,
    "governor": governor,
    "rolling_coin": rolling_coin,
    "turntable": turntable,
    "chain": chain,
    "stewart": stewart,
    "scissor_lift": scissor_lift,
    "ladder": ladder,
    "truss": truss,
    "net": net,
}

__all__ = [
    "MECHANISMS",
    "Machine",
    "andrews",
    "bricard",
    "chain",
    "four_bar",
    "free_body",
    "governor",
    "heavy_top",
    "ladder",
    "net",
    "rolling_coin",
    "scissor_lift",
    "slider_crank",
    "stewart",
    "truss",
    "turntable",
    "wing_nut",
]
