"""zwang studio: the server, on this machine alone, and the browser that shows it."""

from __future__ import annotations

import os
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

from zwang.page.show import QUIET
from zwang.studio.app import application
from zwang.studio.folder import Folder
from zwang.studio.gate import new_token
from zwang.studio.worker import Worker

HERE = "127.0.0.1"


def serve(folder: Path, port: int, open_it: bool, tell: Callable[[str], None]) -> None:
    """Answer until interrupted."""
    import uvicorn

    token, worker = new_token(), Worker()
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HERE, port))
        listening.listen(128)
        port = listening.getsockname()[1]
        app = application(Folder(folder), worker, token, (f"{HERE}:{port}", f"localhost:{port}"))
        address = f"http://{HERE}:{port}/?token={token}"
        tell(address)
        worker.start()
        if open_it and os.environ.get(QUIET) != "none":
            webbrowser.open(address)
        settings = uvicorn.Config(
            app, log_level="error", access_log=False, server_header=False, lifespan="off", ws="none"
        )
        try:
            uvicorn.Server(settings).run(sockets=[listening])
        finally:
            worker.end()
