"""Figures 1 to 5 of Kalaba and Udwadia (1993), drawn again, as files.

``zwang reproduce KU93`` puts them on a page beside the numbers; how they are computed and drawn
is in ``zwang/reproduce/ku93_figures.py``.

Run: python examples/ku93_figures.py [folder]
"""

import sys
from pathlib import Path

import numpy as np

from zwang.reproduce.ku93_figures import figures, motions


def main(folder="ku93_figures"):
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    found = motions()
    for number, figure in figures(found).items():
        figure.savefig(place / f"figure{number}.png")
    errors = (motion.tracking_error("path") for motion in found.tracked.values())
    worst = max(np.abs(error).max() for error in errors)
    print(f"Tracking error of example 3: at most {worst:.0e}; the paper has 1e-9.")
    print(f"Figures 1 to 5 are in {place.resolve()}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
