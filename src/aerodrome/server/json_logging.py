"""Logs as one JSON object a line, on standard error; nothing secret is ever passed in."""

import logging
from datetime import UTC, datetime

import msgspec

_EXTRA_FIELDS = ("method", "route", "status", "ms", "match", "path")


class JsonFormatter(logging.Formatter):
    """A log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger, text, and those of our own fields that are there."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _EXTRA_FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configure_logging(level: str = "WARNING") -> None:
    """Send the logs of this package to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger("aerodrome")
    root.handlers = [handler]
    root.setLevel(level)
    root.propagate = False
