"""Every failure as a Problem with the right status, and no word more than the caller may know."""

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import SQLAlchemyError

from aerodrome.server.wire import Problem
from aerodrome.table.troubles import Refused, Stale, TableError, Taken

log = logging.getLogger("aerodrome.server")

STATUS = {
    "not_found": 404,
    "not_yours": 403,
    "not_allowed": 403,
    "not_now": 409,
    "stale": 409,
    "refused": 422,
    "malformed": 400,
    "cannot_save": 503,
    "cannot_think": 503,
}
CODE = {
    400: "malformed",
    401: "not_allowed",
    403: "not_allowed",
    404: "not_found",
    405: "not_allowed",
    413: "too_large",
    415: "malformed",
    429: "too_many",
}


def _answer(status: int, problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    if status == 503:
        headers = {"Retry-After": "1", **(headers or {})}
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=headers)


def table_error(_request: Request[Any, Any, Any], error: TableError) -> Response[Problem]:
    problem = Problem(error.code, str(error))
    if isinstance(error, Refused):
        problem.rule = error.refusal.rule
    if isinstance(error, Stale):
        problem.seq = error.seq
    return _answer(STATUS[error.code], problem)


def http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    status = error.status_code
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [f"{e.get('key', '')}: {e.get('message', '')}".strip(": ") for e in error.extra if isinstance(e, dict)]
        detail = "; ".join(parts) or detail
    if status >= 500:
        log.error("request failed", extra={"status": status})
        return _answer(500, Problem("broken", "Something went wrong here."))
    return _answer(status, Problem(CODE.get(status, "not_allowed"), detail), dict(error.headers or {}))


def no_database(_request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.warning("the database does not answer: %s", type(error).__name__)
    return _answer(503, Problem("cannot_save", "The database does not answer. Try again in a moment."))


def anything(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("request failed", exc_info=error, extra={"path": request.scope.get("path_template", "")})
    return _answer(500, Problem("broken", "Something went wrong here."))


def unreadable(_request: Request[Any, Any, Any], _error: Exception) -> Response[Problem]:
    return _answer(400, Problem("malformed", "The body cannot be read."))


HANDLERS: dict[Any, Any] = {
    RecursionError: unreadable,
    UnicodeDecodeError: unreadable,
    TableError: table_error,
    HTTPException: http_error,
    SQLAlchemyError: no_database,
    Taken: no_database,
    OSError: no_database,
    Exception: anything,
}
