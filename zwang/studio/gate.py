"""Who is answered: whoever has the token, asks this host, and comes from this page.

The server listens on this machine only, but any page in the reader's browser may send requests to
it, and any name may be made to lead here. So each request must bear the token, which only the page
that was opened knows; its ``Host`` must be this one (against names that are made to lead here), and
its ``Origin``, where a browser tells it, this page's.

A page that is loaded again asks without the token, which does not stay in its address. It is
answered with a fixed page, which looks for the token where this tab keeps it for this very server
(a cookie would be sent to all ports of the machine) and asks again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Any
from urllib.parse import parse_qs

LARGEST = 2_500_000  # bytes of a request
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-store",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"content-security-policy": b"frame-ancestors 'none'",
}

BACK = """
const token = sessionStorage.getItem("token");
sessionStorage.removeItem("token");
if (token && !location.search) location.replace("/?token=" + encodeURIComponent(token));
"""
AGAIN = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>403</title>'
    "<p>This needs the whole address, with its token, that was printed where it was started."
    f"<script>{BACK}</script></html>"
).encode()
_HASH = base64.b64encode(hashlib.sha256(BACK.encode()).digest())
ONLY_BACK = b"default-src 'none'; script-src 'sha256-" + _HASH + b"'; frame-ancestors 'none'"


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


class Gate:
    """What stands before an application and lets through who may."""

    def __init__(self, app: Any, token: str, hosts: tuple[str, ...], lent: Collection[str] = ()):
        self.app, self.token, self.hosts, self.lent = app, token, hosts, lent

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, or refuse without a word of what is behind."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        elif not self.admits(scope):
            await _refuse(send, 403, AGAIN if self.loads_again(scope) else b"")
        elif not _small(scope):
            await _refuse(send, 413)
        else:
            await self.app(scope, _limited(receive), _with_headers(send))

    def admits(self, scope: Any) -> bool:
        """Whether a request may pass."""
        given = _given(scope)
        return self._from_here(given) and self._bears_token(scope, given.get(b"authorization", []))

    def loads_again(self, scope: Any) -> bool:
        """Whether the page is asked for from here without a word of a token in a header."""
        given, asked = _given(scope), (scope["method"], scope["path"])
        return asked == ("GET", "/") and self._from_here(given) and b"authorization" not in given

    def _from_here(self, given: dict[bytes, list[bytes]]) -> bool:
        """Whether a request asks this host and comes from this page or from no page."""
        hosts = [host.encode() for host in self.hosts]
        one = given.get(b"host", [])
        if len(one) != 1 or one[0] not in hosts:
            return False
        allowed = {b"http://" + host for host in hosts}
        if any(origin not in allowed for origin in given.get(b"origin", [])):
            return False
        sites = given.get(b"sec-fetch-site", [])
        return all(x in (b"same-origin", b"none") for x in sites)

    def _bears_token(self, scope: Any, authorization: list[bytes]) -> bool:
        """In a header; pages, which have no header, in their address."""
        if scope["method"] == "GET" and not authorization and scope["path"] in self.lent:
            return True
        if len(authorization) == 1:
            found = authorization[0].removeprefix(b"Bearer ")
        elif not authorization and scope["path"] == "/" and scope["method"] == "GET":
            try:
                query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=20)
            except ValueError:  # an address of many parts, which is none of ours
                return False
            found = (query.get("token", [""]) + [""])[0].encode("latin-1", "replace")
        else:
            return False
        return hmac.compare_digest(found, self.token.encode())


def _given(scope: Any) -> dict[bytes, list[bytes]]:
    """The headers of a request."""
    given: dict[bytes, list[bytes]] = {}
    for name, value in scope["headers"]:
        given.setdefault(name.lower(), []).append(value)
    return given


def _small(scope: Any) -> bool:
    sizes = [value for name, value in scope["headers"] if name.lower() == b"content-length"]
    return all(x.isdigit() and int(x[:20]) <= LARGEST for x in sizes)


def _limited(receive: Callable[[], Awaitable[Any]]) -> Callable[[], Awaitable[Any]]:
    """The same, which ends a request that is longer than it said."""
    seen = 0

    async def limited() -> Any:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return {"type": "http.disconnect"} if seen > LARGEST else message

    return limited


def _with_headers(send: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message.get("headers", [])}
            more = [(name, value) for name, value in HEADERS.items() if name not in own]
            message = {**message, "headers": [*message.get("headers", []), *more]}
        await send(message)

    return sending


async def _refuse(send: Callable[[Any], Awaitable[None]], status: int, body: bytes = b"") -> None:
    own = {b"content-length": str(len(body)).encode()}
    if body:
        own |= {b"content-type": b"text/html", b"content-security-policy": ONLY_BACK}
    headers = list((HEADERS | own).items())
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
