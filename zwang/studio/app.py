"""The requests of the studio. All take and give JSON, but for the page and for exported files."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from zwang.modelfile import examples
from zwang.page.document import document
from zwang.studio import judge
from zwang.studio.folder import Folder, Refused, digest
from zwang.studio.gate import Gate
from zwang.studio.worker import Busy, Worker

LONGEST = 1_000_000  # letters of a text
MOST_LENT = 8  # live pages that are kept
SHUT_OFF = {
    "content-security-policy": "frame-ancestors 'self'; sandbox allow-scripts allow-downloads",
    "x-frame-options": "SAMEORIGIN",
}


class Studio:
    """What the requests share: a folder, a worker, a token."""

    def __init__(self, folder: Folder, worker: Worker, token: str):
        self.folder, self.worker, self.token = folder, worker, token
        self.lent: dict[str, str] = {}  # live pages by their addresses, the newest last

    async def page(self, request: Request) -> Response:
        """The page itself."""
        nonce = secrets.token_urlsafe(16)
        data = {"studio": {"token": self.token, "nonce": nonce, "folder": self.folder.root.name}}
        text = document("zwang studio", data, script="studio.js", style="studio.css", nonce=nonce)
        return HTMLResponse(text)

    async def listed(self, asked: dict[str, Any]) -> Any:
        """The models of the folder, and the examples."""
        titles = {name: path.stem for name, path in examples().items()}
        return {"models": await run_in_threadpool(self.folder.names), "examples": [*titles]}

    async def read(self, asked: dict[str, Any]) -> Any:
        """The text of a model or of an example, and by what it is known."""
        if "example" in asked:
            known = examples()
            if asked["example"] not in [*known]:
                raise Refused("There is no such example.")
            return {"text": known[asked["example"]].read_text(encoding="utf-8"), "known": None}
        text = await run_in_threadpool(self.folder.read, asked.get("name"))
        return {"text": text, "known": digest(text)}

    async def check(self, asked: dict[str, Any]) -> Any:
        """Where a text is wrong."""
        return {"problems": await run_in_threadpool(judge.errors, text_of(asked))}

    async def run(self, asked: dict[str, Any]) -> Any:
        """The report and the motion of a text."""
        return await run_in_threadpool(self.worker.ask, "run", text_of(asked))

    async def live(self, asked: dict[str, Any]) -> Any:
        """The live page of a text, under an address that nobody can guess."""
        found = await run_in_threadpool(self.worker.ask, "live", text_of(asked))
        if found["problems"]:
            return found
        address = f"/live/{secrets.token_urlsafe(32)}"
        self.lent[address] = found["html"]
        while len(self.lent) > MOST_LENT:
            del self.lent[next(iter(self.lent))]
        return {"problems": [], "address": address}

    async def lent_page(self, request: Request) -> Response:
        """A live page, shut off from the page around it."""
        return HTMLResponse(self.lent[request.url.path], headers=SHUT_OFF)

    async def save(self, asked: dict[str, Any]) -> Any:
        """Write a text into the folder."""
        known = asked.get("known")
        if known is not None and not isinstance(known, str):
            raise Refused("`known` is wanted as a digest, or null.")
        text = text_of(asked)
        return {"known": await run_in_threadpool(self.folder.save, asked.get("name"), text, known)}

    async def export(self, asked: dict[str, Any]) -> Any:
        """A text as a page, as NetCDF, or as C."""
        kind = asked.get("kind")
        if kind not in judge.KINDS:
            raise Refused(f"`kind` is wanted as one of {', '.join(judge.KINDS)}.")
        found = await run_in_threadpool(self.worker.ask, "export", text_of(asked), kind)
        if found["problems"]:
            return found
        headers = {"content-disposition": f'attachment; filename="{found["name"]}"'}
        return Response(found["data"], media_type="application/octet-stream", headers=headers)


def text_of(asked: dict[str, Any]) -> str:
    """The text of a request."""
    text = asked.get("text")
    if not isinstance(text, str) or len(text) > LONGEST:
        raise Refused(f"`text` is wanted as a text of at most {LONGEST} letters.")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Refused("`text` holds half of a letter.") from None
    return text


def answering(call: Callable) -> Callable:
    """A request in JSON: what is refused is answered with the reason."""

    async def answered(request: Request) -> Response:
        try:
            asked = json.loads(await request.body() or b"{}")
            if not isinstance(asked, dict):
                raise Refused("A request is wanted as an object.")
            found = await call(asked)
        except (ValueError, RecursionError) as error:  # no JSON, or Refused
            said = str(error) if isinstance(error, Refused) else "The request is no JSON."
            return JSONResponse({"refused": said}, status_code=400)
        except Busy:
            return JSONResponse({"refused": "Others are being computed."}, status_code=503)
        except (ClientDisconnect, asyncio.CancelledError):
            return Response(status_code=400)
        return found if isinstance(found, Response) else JSONResponse(found)

    return answered


def application(folder: Folder, worker: Worker, token: str, hosts: tuple[str, ...]) -> Gate:
    """The application, behind its gate."""
    studio = Studio(folder, worker, token)
    calls = {
        "list": studio.listed,
        "read": studio.read,
        "check": studio.check,
        "run": studio.run,
        "live": studio.live,
        "save": studio.save,
        "export": studio.export,
    }
    routes = [Route("/", studio.page, methods=["GET"])]
    routes += [Route(f"/api/{x}", answering(call), methods=["POST"]) for x, call in calls.items()]
    routes.append(Route("/live/{key}", studio.lent_page, methods=["GET"]))
    return Gate(Starlette(routes=routes), token, hosts, studio.lent)
