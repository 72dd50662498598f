"""Who has not the token, asks another host or comes from another page is answered with nothing."""

import asyncio
import random

import httpx
import pytest

from zwang.studio.app import MOST_LENT, application
from zwang.studio.folder import Folder
from zwang.studio.gate import AGAIN, HEADERS, LARGEST, Gate, new_token
from zwang.studio.worker import Worker

HOST = "127.0.0.1:8421"
TOKEN = "a-token"
FILE = {"name": "x.bin", "data": b"bytes"}


class Still(Worker):
    """A worker that only says what it was asked."""

    def ask(self, *asked):  # pyright: ignore[reportIncompatibleMethodOverride]
        found = {"problems": [], "asked": list(asked)}
        return found | {"live": {"html": "a page"}, "export": FILE}.get(asked[0], {})


@pytest.fixture
def send(tmp_path):
    (tmp_path / "a.toml").write_text("one")
    app = application(Folder(tmp_path), Still(), TOKEN, (HOST,))
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=True)

    def sent(method="POST", path="/api/list", headers=None, body=b"{}"):
        given = {"host": HOST, "authorization": f"Bearer {TOKEN}"} | (headers or {})
        given = {name: x for name, x in given.items() if x is not None}

        async def one():
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, path, headers=given, content=body)

        return asyncio.run(one())

    return sent


def test_with_the_token_it_answers(send):
    assert send().json()["models"] == ["a.toml"]
    assert send(headers={"origin": f"http://{HOST}", "sec-fetch-site": "same-origin"}).is_success
    page = send("GET", f"/?token={TOKEN}", {"authorization": None}, b"")
    assert page.is_success and "zwang studio" in page.text and TOKEN in page.text


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": None},
        {"authorization": "Bearer wrong"},
        {"authorization": f"Bearer {TOKEN} "},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer "},
        {"host": "evil.example:8421"},
        {"host": "127.0.0.1"},
        {"host": f"{HOST}.evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://{HOST}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/api/list", "/api/save", "/", "/nowhere"])
def test_without_it_nothing_is_said(send, headers, path):
    for method in ("GET", "POST", "PUT", "OPTIONS"):
        answer = send(method, path, headers)
        again = (method, path, headers) == ("GET", "/", {"authorization": None})
        assert answer.status_code == 403 and answer.content == (AGAIN if again else b"")
        assert TOKEN not in str(answer.headers)


def test_an_address_of_many_parts_is_refused_as_any_other(send):
    for query in (
        "&".join("a=1" for _ in range(50)),
        "token=%ff%fe",
        "token=é&token=",
        ";&=&" * 99,
    ):
        answer = send("GET", f"/?{query}", {"authorization": None})
        assert answer.status_code == 403 and answer.content == AGAIN, query


def test_a_page_that_is_loaded_again_gets_a_fixed_page_and_only_from_here(send):
    bare = {"authorization": None}
    for address in ("/", "/?token=wrong", "/?token="):
        answer = send("GET", address, bare, b"")
        assert answer.status_code == 403 and answer.content == AGAIN and TOKEN not in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["x-frame-options"] == "DENY"
    for more in ({"host": "evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        assert send("GET", "/", bare | more, b"").content == b""


def test_the_token_in_an_address_opens_the_page_and_nothing_else(send):
    bare = {"authorization": None}
    assert send("POST", f"/api/list?token={TOKEN}", bare).status_code == 403
    assert send("GET", f"/api/list?token={TOKEN}", bare).status_code == 403
    assert send("GET", "/?token=", bare).status_code == 403
    assert send("GET", "/?token=%ff", bare).status_code == 403


def test_a_live_page_is_lent_under_a_secret_address_and_shut_off(send):
    bare = {"authorization": None}
    address = send(path="/api/live", body=b'{"text": "x"}').json()["address"]
    answer = send("GET", address, bare, b"")
    assert answer.text == "a page" and "sandbox" in answer.headers["content-security-policy"]
    assert send("GET", address[:-1], bare).status_code == 403
    assert send("POST", address, bare).status_code == 403
    assert send("GET", address, bare | {"sec-fetch-site": "cross-site"}).status_code == 403
    assert send("GET", address, bare | {"host": "evil.example"}).status_code == 403
    for _ in range(MOST_LENT):
        send(path="/api/live", body=b'{"text": "x"}')
    assert send("GET", address, bare).status_code == 403  # the oldest are forgotten
    assert send(path="/api/export", body=b'{"text": "x", "kind": "c"}').content == b"bytes"


def test_every_answer_has_the_headers(send):
    for answer in (send(), send(path="/nowhere"), send(headers={"authorization": None})):
        for name, value in HEADERS.items():
            assert answer.headers[name.decode()] == value.decode()


def test_what_is_too_long_or_no_JSON_is_refused(send):
    assert send(body=b"x" * (LARGEST + 1)).status_code == 413
    for body in (b"[]", b"{", b"\xff", b"7", b'"x"', b"[" * 100_000, b'{"text": 7}'):
        answer = send(path="/api/check", body=body)
        assert answer.status_code == 400 and answer.json()["refused"]
    assert send("PUT").status_code == 405 and send(path="/nowhere").status_code == 404


def test_random_requests_are_refused_or_answered_and_nothing_breaks(send, tmp_path):
    rng = random.Random(0)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    pieces = [
        "name",
        "text",
        "known",
        "kind",
        "example",
        "../x.toml",
        "/etc/passwd",
        None,
        7,
        [],
        {},
    ]
    for _ in range(300):
        body = str({rng.choice(pieces[:5]): rng.choice(pieces) for _ in range(3)})
        body = body.replace("'", '"').replace("None", "null").encode()
        path = rng.choice(
            ["list", "read", "check", "run", "live", "save", "export", "../list", "%2e%2e"]
        )
        headers = (
            {"authorization": f"Bearer {TOKEN}"} if rng.random() < 0.8 else {"authorization": ""}
        )
        answer = send("POST", f"/api/{path}", headers, body)
        assert answer.status_code < 500
        if headers["authorization"] == "":
            assert answer.status_code == 403 and answer.content == b""
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_sockets_are_closed_and_tokens_differ():
    said = []

    async def send(message):
        said.append(message)

    asyncio.run(Gate(None, TOKEN, (HOST,))({"type": "websocket"}, None, send))
    assert said == [{"type": "websocket.close", "code": 1008}]
    assert len({new_token() for _ in range(100)}) == 100 and len(new_token()) > 40
