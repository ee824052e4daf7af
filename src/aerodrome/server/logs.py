"""One JSON object a line, on standard error; nothing secret is ever passed in."""

import logging
from datetime import UTC, datetime

import msgspec

_FIELDS = ("method", "route", "status", "ms", "match", "path")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configure(level: str = "WARNING") -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger("aerodrome")
    root.handlers = [handler]
    root.setLevel(level)
    root.propagate = False
