"""Reading component data: TOML in, typed structs out, errors that name the place."""

import hashlib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class EditionError(ValueError):
    """A broken edition file: where, what was expected, what is there."""

    def __init__(self, where: str, expected: str, got: Any = None, file: str = "") -> None:
        self.where = where
        self.expected = expected
        self.got = got
        self.file = file
        place = f"{file}: {where}" if file else where
        found = "" if got is None else f", got {_shorten(got)}"
        super().__init__(f"{place}: expected {expected}{found}")

    def with_file(self, file: str) -> "EditionError":
        return EditionError(self.where, self.expected, self.got, file)


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EditionError(str(path), f"a readable file ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise EditionError(f"byte {error.start}", "UTF-8 text", file=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise EditionError("TOML", f"valid TOML ({error})", file=str(path)) from None


def convert_edition(data: dict[str, Any], kind: type[T]) -> T:
    """The typed edition. Raises EditionError with the key path and the value found there."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _build_edition_error(str(error), data) from None


def read_checked_edition(file: Path, kind: type[T], check: Callable[[T], None]) -> T:
    """The edition in a file, converted and checked; whatever is wrong names the file and the place in it."""
    data = read_toml(file)
    try:
        edition = convert_edition(data, kind)
        check(edition)
    except EditionError as error:
        raise error.with_file(str(file)) from None
    return edition


def _build_edition_error(message: str, data: dict[str, Any]) -> EditionError:
    match = re.match(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", message, re.DOTALL)
    what = match["what"] if match else message
    path = (match["path"] or "") if match else ""
    where = path.lstrip(".") or "the file"
    expected = re.sub(r"^Expected ", "", what)
    expected = re.sub(r", got .*$", "", expected)
    return EditionError(where, expected[:1].lower() + expected[1:], _find_value_at(data, path))


def _find_value_at(data: Any, path: str) -> Any:
    for key, index in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path):
        try:
            data = data[key] if key else data[int(index)]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def expect(ok: bool, where: str, expected: str, got: Any = None) -> None:
    """One check of an edition: reads as a sentence, fails with the place."""
    if not ok:
        raise EditionError(where, expected, got)


def hash_edition(edition: Any) -> str:
    """The hash of an edition's facts; comments and layout of the file do not count."""
    return hashlib.sha256(msgspec.json.encode(edition, order="sorted")).hexdigest()


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
