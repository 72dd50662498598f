"""zwang studio: a local page in which models are written and seen."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from zwang.cli.support.errors import Mistake, as_mistakes


def main(folder: Path, port: int, open_it: bool) -> int:
    """Carry out the command; the exit code."""
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise Mistake(f"The studio needs {' and '.join(missing)}: pip install 'zwang[studio]'.")
    if not folder.is_dir():
        raise Mistake(f"FOLDER is '{folder}', and there is no such folder.")
    if not 0 <= port < 65536:
        raise Mistake(f"--port is {port}; wanted a number from 0 to 65535.")
    from zwang.studio.serve import serve

    with as_mistakes(OSError), suppress(KeyboardInterrupt):  # which is how it ends
        serve(folder, port, open_it, _tell)
    return 0


def _tell(address: str) -> None:
    print(f"The studio is at {address}\nCtrl-C ends it.", flush=True)
