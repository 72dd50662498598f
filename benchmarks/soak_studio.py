"""Random requests and texts: ``python benchmarks/soak_studio.py [requests] [texts] [seed]``.

A studio runs on a folder, in which there are models, links that lead out of it and a pipe, beside
files that are none of its business. Requests have random methods, addresses, headers and bodies,
with the token and without. Looked for are: an answer to who has no token, a code of 500 or more, a
letter of a file outside of the folder in any answer, a file outside that changed, a file in it with
a name that is no model's, and a server that no longer answers. Then mutated model texts are checked
and some of them run: each has problems or a motion. By default 100,000 requests and 1,000 texts.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from zwang.modelfile import examples

SECRET = "a-line-that-nobody-may-read"
PATHS = "list read check run save export ../list . .. %2e%2e%2f x.toml etc/passwd".split()
NAMES = [
    "a.toml", "b.toml", "new.toml", "out.toml", "in.toml", "pipe.toml", "../outside.toml", "..",
    "/etc/passwd", "a.toml/../../outside.toml", "%2e%2e/outside.toml", "a\x00.toml", ".toml", "",
    "~",
]  # fmt: skip
EVERY = 5  # of the texts that are models, one in so many is run


def folder_of(root: Path) -> dict[str, bytes]:
    """A folder to serve, with traps around it; the files outside by name."""
    inside = root / "inside"
    inside.mkdir()
    (root / "outside.toml").write_text(f'title = "{SECRET}"')
    (root / "outside.txt").write_text(SECRET)
    for name in ("a.toml", "b.toml"):
        (inside / name).write_text(examples()["pendulum"].read_text(encoding="utf-8"))
    os.symlink(root / "outside.toml", inside / "out.toml")
    os.symlink(inside / "a.toml", inside / "in.toml")
    os.mkfifo(inside / "pipe.toml")
    return outside(root)


def outside(root: Path) -> dict[str, bytes]:
    """What stands beside the folder."""
    return {path.name: path.read_bytes() for path in root.iterdir() if path.is_file()}


def body(rng: random.Random) -> bytes:
    """A request, right or wrong."""
    if rng.random() < 0.2:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
    values = [*NAMES, None, True, 7, -1e400, [], {}, "x = 1", "c", "page", "netcdf"]
    keys = ["name", "text", "known", "kind", "example", "token", "__proto__"]
    tree: Any = {rng.choice(keys): rng.choice(values) for _ in range(rng.randint(0, 4))}
    return json.dumps(tree).encode()


def query(rng: random.Random) -> str:
    """What may stand behind the page's address: few parts or many, and no right token."""
    parts = ["token=x", "token=", "token=%ff", "a=1", "=", "", "%", "token", "é=%00", "a;b"]
    return "&".join(rng.choice(parts) for _ in range(rng.choice([1, 3, 60])))


def headers(rng: random.Random, host: str, token: str) -> tuple[dict[str, str], bool]:
    """Headers, and whether they may be answered."""
    given = {"host": host, "authorization": f"Bearer {token}"}
    match rng.randrange(8):
        case 0:
            given.pop("authorization")
        case 1:
            given["authorization"] = f"Bearer {token[:-1]}{rng.choice('xyz-_')}_"
        case 2:
            given["host"] = rng.choice(["evil.example", f"{host}0", "localhost", "127.0.0.1"])
        case 3:
            given["origin"] = rng.choice(["http://evil.example", "null", f"https://{host}", ""])
        case 4:
            given["sec-fetch-site"] = rng.choice(["cross-site", "same-site", "x"])
        case _:
            return given | ({"origin": f"http://{host}"} if rng.random() < 0.5 else {}), True
    return given, False


def requests(count: int, rng: random.Random, address: str, root: Path) -> Counter:
    """Send random requests; how often each code came."""
    found = re.search(r"(http://([^/]+))/\?token=(.+)", address)
    assert found is not None
    base, host, token = found.groups()
    seen: Counter = Counter()
    with httpx.Client(base_url=base, timeout=120.0) as client:
        fixed = client.get("/").content
        assert token.encode() not in fixed
        for i in range(count):
            given, fine = headers(rng, host, token)
            what = rng.choice(PATHS)
            # Exports and runs compute: a few of them will do.
            what = "check" if what in ("run", "export") and rng.random() < 0.95 else what
            method = rng.choice(["POST"] * 6 + ["GET", "PUT", "DELETE", "HEAD"])
            path = f"/api/{what}" if rng.random() < 0.9 else f"/?{query(rng)}"
            answer = client.request(method, path, headers=given, content=body(rng))
            seen[answer.status_code] += 1
            if not fine:
                # The page itself has one fixed answer, which says what is missing.
                said = (b"", fixed) if answer.request.url.path == "/" else (b"",)
                assert answer.status_code == 403 and answer.content in said, (given, answer)
            assert answer.status_code < 500, (what, answer.text)
            assert SECRET.encode() not in answer.content, what
            if i % 1000 == 0:
                look(root)
                print(f"{i} requests", end="\r", flush=True)
        answer = client.post(
            "/api/list", headers={"authorization": f"Bearer {token}"}, content=b"{}"
        )
        assert answer.status_code == 200, "it no longer answers"
    return seen


def look(root: Path) -> None:
    """Raise if a file is where none may be."""
    for path in (root / "inside").iterdir():
        assert re.fullmatch(r"\w[\w .+-]*\.toml|\.[0-9a-f]{32}\.tmp", path.name), path
    assert os.readlink(root / "inside" / "out.toml") == str(root / "outside.toml")


def mutated(rng: random.Random) -> str:
    """A text of an example, changed."""
    text = list(rng.choice([*examples().values()]).read_text(encoding="utf-8"))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text))
        new = rng.choice(["", '"', "[", "]", "=", "1e400", "-", "\n", "x", "{", "^", "0", "\u2028"])
        text[at : at + rng.randint(0, 4)] = new
    return "".join(text)


def texts(count: int, rng: random.Random, address: str) -> Counter:
    """Check mutated texts, and run some; how many had problems."""
    base, token = address.split("/?token=")
    seen: Counter = Counter()
    given = {"authorization": f"Bearer {token}"}
    with httpx.Client(base_url=base, headers=given, timeout=180.0) as client:
        for _ in range(count):
            text = mutated(rng)
            answer = client.post("/api/check", json={"text": text})
            assert answer.status_code == 200, answer.text
            problems = answer.json()["problems"]
            seen["problems" if problems else "models"] += 1
            if not problems and seen["models"] % EVERY == 0:
                ran = client.post("/api/run", json={"text": text})
                assert ran.status_code == 200, ran.text
                found = ran.json()
                assert found["problems"] or "recording" in found
                seen["ran" if not found["problems"] else "did not run"] += 1
    return seen


def main(count: int = 100_000, mutations: int = 1_000, seed: int = 1) -> None:
    """Run both parts."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        before = folder_of(root)
        words = [sys.executable, "-m", "zwang_command", "studio", str(root / "inside"), "--no-open"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = server.stdout.readline().split()[-1]
                began = time.perf_counter()
                print(dict(requests(count, rng, address, root)))
                print(f"{count} requests in {time.perf_counter() - began:.0f} s")
                print(dict(texts(mutations, rng, address)))
                assert outside(root) == before
            finally:
                server.terminate()
        print("nothing read or written outside of the folder; no one answered without the token")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
