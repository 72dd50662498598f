"""One HTML file with its script, its style and its numbers, in which no name can become script.

What comes from models, names, titles, words, stands in one place only: a JSON text in a script
element that browsers do not run, with every character escaped that could end it. The page's script
puts it into the document as text. And a policy (Content-Security-Policy) lets the browser run that
one script, known by its hash, and nothing else; it lets the page reach no network.
"""

from __future__ import annotations

import base64
import hashlib
import json
from importlib import resources
from typing import Any

from zwang.base.escape import for_html

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="zwang">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<noscript>This page draws a motion by a script, and scripts are turned off.</noscript>
{data}
<script>{script}</script>
</body>
</html>
"""
POLICY = (
    "default-src 'none'; script-src {script}{wasm}; style-src {style}; img-src data: blob:; "
    "media-src blob:; worker-src blob:; connect-src {connect}; frame-src {connect}; "
    "base-uri 'none'; form-action 'none'"
)


def asset(name: str) -> str:
    """A text of the package's assets."""
    return (resources.files("zwang.page") / "assets" / name).read_text(encoding="utf-8")


def data_text(tree: Any) -> str:
    """A tree as JSON that can stand inside a script element."""
    # All but ASCII is escaped by json; the rest could end the element, or begin a comment in it.
    text = json.dumps(tree, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for letter in "<>&'":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def document(
    title: str,
    data: dict[str, Any],
    *,
    script: str,
    style: str,
    wasm: bool = False,
    nonce: str | None = None,
) -> str:
    """The whole page."""
    code, look = asset(script), asset(style)
    if "</script" in code.lower() or "<!--" in code or "</style" in look.lower():
        raise ValueError(f"`{script}` or `{style}` would end its element.")
    elements = "\n".join(
        f'<script type="application/json" id="{for_html(name)}">{data_text(tree)}</script>'
        for name, tree in data.items()
    )
    own = "" if nonce is None else f" 'nonce-{nonce}'"
    policy = POLICY.format(
        script=hashed(code),
        wasm=" 'wasm-unsafe-eval'" if wasm else "",
        style=hashed(look) + own,
        connect="'none'" if nonce is None else "'self'",
    )
    return PAGE.format(policy=policy, title=for_html(title), style=look, data=elements, script=code)


def hashed(text: str) -> str:
    """How a policy names a script or a style."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
