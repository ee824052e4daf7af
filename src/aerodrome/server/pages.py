"""The client: files built into the package, and one page for every address of the app."""

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(__file__).parent / "static"
COMPRESSIBLE = ("text/", "application/json", "application/javascript", "image/svg", "application/manifest")

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Aerodrome</title>
<h1>Aerodrome is running, its pages are not built</h1>
<p>The table server answers, but this copy of the program came without its browser client.
Build it with <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, then reload this page.
The API is described at <a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.</p></html>
"""


class File(NamedTuple):
    body: bytes
    packed: bytes | None
    kind: str
    tag: str


@cache
def _read(path: Path, _changed: int) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 6, mtime=0) if kind.startswith(COMPRESSIBLE) and len(body) > 1000 else None
    return File(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def _find(path: str) -> Path | None:
    """The file of that name inside the client's folder, and nothing outside it."""
    wanted = (STATIC / path.lstrip("/")).resolve()
    if wanted.is_relative_to(STATIC.resolve()) and wanted.is_file():
        return wanted
    return None


@get("/", include_in_schema=False, sync_to_thread=False)
def front(request: Request[Any, Any, Any]) -> Response[bytes]:
    return answer(request, "/")


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    return answer(request, path)


def answer(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    """A file of the client, or its page: `/j/…`, `/m/…` and the rest are addresses inside the app."""
    if path.startswith("/api/") or "\x00" in path or len(path) > 500:
        raise NotFoundException("There is nothing here.")
    found = _find(path)
    if found is None and "." in path.rsplit("/", 1)[-1]:
        raise NotFoundException("There is no such file.")
    found = found or _find("index.html")
    if found is None:
        return Response(NOT_BUILT.encode(), media_type=MediaType.HTML, headers={"Cache-Control": "no-store"})
    file = _read(found, found.stat().st_mtime_ns)
    forever = "/assets/" in found.as_posix()
    headers = {"ETag": file.tag, "Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, media_type=file.kind, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(file.packed, media_type=file.kind, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)
