"""Write the page that shows a derivation, from a model file that comes with zwang.

Run: python docs/write_derivation.py [file]
By default docs/derivation.md; some seconds. A test compares the page with what this writes.
"""

import sys
from pathlib import Path

import zwang as zw
from zwang import modelfile
from zwang.symbolic.writing.derivation import latex_line, steps

MODEL = "knife_edge"
WORDS = (
    "`zwang derive {name}.toml` derives the explicit equations of a model, as a page of HTML and "
    "in LaTeX. This page is that of `{name}.toml`, one of the [examples](model-files.md), written "
    "by `docs/write_derivation.py`. How it is asked for in Python is told in "
    "[Coming from SymPy](sympy.md)."
)
HEAD = f"# A derivation\n\n{WORDS}\n\n## {{title}}\n"


def page(name: str = MODEL) -> str:
    """The page of a model."""
    model = modelfile.read(modelfile.examples()[name])
    lines = [HEAD.format(name=name, title=model.title)]
    for step in steps(zw.explicit(model.system, p=dict(model.p))):
        lines += [f"### {step.title}\n", f"{step.words}\n"]
        lines += [f"$$ {step.law[0]} $$\n"] if step.law[0] else []
        for line in step.lines:
            left, _, right = latex_line(line).partition("&")
            lines.append(f"$$ {left}{right.replace('&&', chr(92) + 'qquad')} $$\n")
    return "\n".join(lines)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "derivation.md"
    target.write_text(page(), encoding="utf-8")
