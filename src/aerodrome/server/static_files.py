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

STATIC_FOLDER = Path(__file__).parent / "static"
COMPRESSIBLE_TYPES = ("text/", "application/json", "application/javascript", "image/svg", "application/manifest")

NOT_BUILT_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Aerodrome</title>
<h1>Aerodrome is running, its pages are not built</h1>
<p>The table server answers, but this copy of the program came without its browser client.
Build it with <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, then reload this page.
The API is described at <a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.</p></html>
"""


class StaticFile(NamedTuple):
    """A file in memory, as it is sent."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    etag: str


@cache
def _read_static_file(path: Path, _changed_ns: int) -> StaticFile:
    body = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    gzipped = (
        gzip.compress(body, 6, mtime=0) if media_type.startswith(COMPRESSIBLE_TYPES) and len(body) > 1000 else None
    )
    return StaticFile(body, gzipped, media_type, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def _find_static_file(path: str) -> Path | None:
    """The file of that name inside the client's folder, and nothing outside it."""
    wanted = (STATIC_FOLDER / path.lstrip("/")).resolve()
    if wanted.is_relative_to(STATIC_FOLDER.resolve()) and wanted.is_file():
        return wanted
    return None


@get("/", include_in_schema=False, sync_to_thread=False)
def serve_index(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The first page."""
    return serve_file_or_index(request, "/")


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def serve_client_path(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """Everything that is not the API."""
    return serve_file_or_index(request, path)


def read_index_page() -> str | None:
    """The client's page as text; None when it is not built."""
    found = _find_static_file("index.html")
    return None if found is None else _read_static_file(found, found.stat().st_mtime_ns).body.decode()


def serve_file_or_index(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    """A file of the client, or its page: `/j/…`, `/m/…` and the rest are addresses inside the app."""
    if path.startswith("/api/") or "\x00" in path or len(path) > 500:
        raise NotFoundException("There is nothing here.")
    found = _find_static_file(path)
    if found is None and "." in path.rsplit("/", 1)[-1] and not path.startswith("/p/"):  # people's names may have one
        raise NotFoundException("There is no such file.")
    found = found or _find_static_file("index.html")
    if found is None:
        return Response(NOT_BUILT_PAGE.encode(), media_type=MediaType.HTML, headers={"Cache-Control": "no-store"})
    file = _read_static_file(found, found.stat().st_mtime_ns)
    is_immutable = "/assets/" in found.as_posix()
    headers = {
        "ETag": file.etag,
        "Cache-Control": "public, max-age=31536000, immutable" if is_immutable else "no-cache",
    }
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    if file.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(file.gzipped, media_type=file.media_type, headers=headers)
    return Response(file.body, media_type=file.media_type, headers=headers)


HANDLERS = [serve_index, serve_client_path]
