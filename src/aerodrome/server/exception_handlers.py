"""Every failure as a Problem with the right status, and no word more than the caller may know."""

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import SQLAlchemyError

from aerodrome.matches.errors import MatchError, RuleViolation, StaleQuestion, VersionConflict
from aerodrome.server.schemas import Problem

log = logging.getLogger("aerodrome.server")

STATUS_OF_CODE = {
    "not_found": 404,
    "not_yours": 403,
    "not_allowed": 403,
    "not_now": 409,
    "link_spent": 410,
    "stale": 409,
    "unreadable": 409,
    "refused": 422,
    "malformed": 400,
    "cannot_save": 503,
    "cannot_think": 503,
}
CODE_OF_STATUS = {
    400: "malformed",
    401: "not_allowed",
    403: "not_allowed",
    404: "not_found",
    405: "not_allowed",
    408: "too_slow",
    413: "too_large",
    415: "malformed",
    429: "too_many",
    503: "busy",
}

DATA_ERROR_CLASS = "22"
"""Of the SQLSTATE: what was sent is no value of its type."""

AnyRequest = Request[Any, Any, Any]


def _build_problem_response(status: int, problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    if status == 503:
        headers = {"Retry-After": "1", **(headers or {})}
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=headers)


def handle_match_error(_request: AnyRequest, error: MatchError) -> Response[Problem]:
    """What the matches refuse, with the rule or the number of the question."""
    problem = Problem(error.code, str(error))
    if isinstance(error, RuleViolation):
        problem.rule = error.refusal.rule
    if isinstance(error, StaleQuestion):
        problem.seq = error.log_length
    return _build_problem_response(STATUS_OF_CODE[error.code], problem)


def build_status_problem_and_headers(error: HTTPException) -> tuple[int, Problem, dict[str, str]]:
    """Status, body and headers for a refusal of Litestar's or of our limits."""
    status = error.status_code
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [f"{e.get('key', '')}: {e.get('message', '')}".strip(": ") for e in error.extra if isinstance(e, dict)]
        detail = "; ".join(parts) or detail
    return status, Problem(CODE_OF_STATUS.get(status, "not_allowed"), detail), dict(error.headers or {})


def handle_http_exception(_request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """What Litestar refuses: unknown paths, wrong methods, bodies that do not fit their schema. And our limits."""
    if error.status_code >= 500 and error.status_code != 503:
        log.error("request failed", extra={"status": error.status_code})
        return _build_problem_response(500, Problem("broken", "Something went wrong here."))
    return _build_problem_response(*build_status_problem_and_headers(error))


def handle_database_error(_request: AnyRequest, error: Exception) -> Response[Problem]:
    """The database is away for the moment, or was asked for what no text in it can hold (PostgreSQL: a zero)."""
    if str(getattr(getattr(error, "orig", None), "sqlstate", None)).startswith(DATA_ERROR_CLASS):
        return handle_unreadable_body(_request, error)
    log.warning("the database does not answer: %s", type(error).__name__)
    return _build_problem_response(503, Problem("cannot_save", "The database does not answer. Try again in a moment."))


def handle_unexpected_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    """A fault of ours: all of it in the log, nothing of it in the answer."""
    log.error("request failed", exc_info=error, extra={"path": request.scope.get("path_template", "")})
    return _build_problem_response(500, Problem("broken", "Something went wrong here."))


def handle_unreadable_body(_request: AnyRequest, _error: Exception) -> Response[Problem]:
    """Not text, or nested without end."""
    return _build_problem_response(400, Problem("malformed", "The body or the address cannot be read."))


EXCEPTION_HANDLERS: dict[Any, Any] = {
    RecursionError: handle_unreadable_body,
    UnicodeDecodeError: handle_unreadable_body,
    MatchError: handle_match_error,
    HTTPException: handle_http_exception,
    SQLAlchemyError: handle_database_error,
    VersionConflict: handle_database_error,
    OSError: handle_database_error,
    Exception: handle_unexpected_error,
}
