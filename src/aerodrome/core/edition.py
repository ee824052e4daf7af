"""Reading component data: TOML in, typed structs out, errors that name line, place, value and what it breaks."""

import hashlib
import math
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from aerodrome.core.edition_differences import EditionDifferenceWording
from aerodrome.core.edition_lines import find_line_of_path_or_parent, map_paths_to_lines

T = TypeVar("T")

MAX_EDITION_BYTES = 128 * 1024
"""No larger file is read: four times the largest house edition."""
MAX_DATA_BYTES = 256 * 1024
"""The same as facts, where every default is written out."""
MAX_DEPTH = 10
MAX_ITEMS = 160
"""The most entries of one list or table."""
MAX_VALUES = 12_000
MAX_TEXT = 600
MAX_NAME = 60
"""The most letters of a name that boards and sentences show."""
MAX_DOTS = 50
"""In one line. The parser takes quadratic time for a key of many parts, and no line that a person wrote has as many."""
MAX_MARKS = 3
"""So many accents on one letter at most: more would cover the lines above and below."""
MAX_NUMBER = 1_000_000

Amount = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=0, le=200)]
HexNumber = Annotated[int, Meta(ge=-100, le=100)]
Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]

_EDITION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_NAMING_KEYS = frozenset({"id", "code", "name", "short", "letter", "label", "title", "state"})
"""Values of these keys are drawn, or name other values: they must be short and not empty."""
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters by their category that show nothing."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that nobody sees, or that turn the text around them."""
_OBJECT_WORDS = frozenset(
    {
        "constructor",
        "prototype",
        "hasownproperty",
        "isprototypeof",
        "propertyisenumerable",
        "tolocalestring",
        "tostring",
        "valueof",
    }
)
"""What every object of a browser has under these names would be taken for the value of a city that is called so."""

EditionSource = Path | bytes | None
"""A TOML file; the facts as `encode_edition` wrote them; or None for the house edition."""


class EditionError(ValueError):
    """A broken edition: where, what was expected, what is there, what it breaks."""

    def __init__(
        self, where: str, expected: str, got: Any = None, file: str = "", line: int = 0, breaks: str = ""
    ) -> None:
        self.where = where
        self.expected = expected
        self.got = got
        self.file = file
        self.line = line
        self.breaks = breaks
        super().__init__(": ".join(part for part in (file, self.sentence) if part))

    @property
    def sentence(self) -> str:
        """Everything but the file's name."""
        place = f"line {self.line}, {self.where}" if self.line else self.where
        found = "" if self.got is None else f", got {_format_shortened(self.got)}"
        breaks = f" ({self.breaks})" if self.breaks else ""
        return f"{place}: expected {self.expected}{found}{breaks}"

    def copy_with_file(self, file: str) -> "EditionError":
        return EditionError(self.where, self.expected, self.got, file, self.line, self.breaks)

    def copy_with_line_and_consequence(self, line: int, consequence: str) -> "EditionError":
        return EditionError(self.where, self.expected, self.got, self.file, line, consequence)


class Oddity(NamedTuple):
    """Something legal in an edition that is rarely meant."""

    where: str
    sentence: str


class EditionRules(NamedTuple, Generic[T]):
    """What a title knows about its editions; `components/edition.py` of each title has it as EDITION_RULES."""

    kind: type[T]
    house_file: Path
    checks: tuple[Callable[[T], None], ...]
    """Each raises EditionError at the first thing that does not hold."""
    list_oddities: Callable[[T], Iterable[Oddity]]
    breaks: dict[str, str]
    """What a wrong value breaks, by the beginning of its path without numbers: "city.fares"."""
    words: EditionDifferenceWording
    full_size_checks: tuple[Callable[[T], None], ...] = ()
    """Those of `checks` that the shipped miniature, which is smaller than any board, is not held to."""


MINIATURE_FILE = "miniature.toml"
"""Beside the house edition: a board of a few cities, for exact work in the lab. Nobody plays it at a table."""


class EditionCheckResult(NamedTuple, Generic[T]):
    """What came of reading an edition: `edition` only when there is no error."""

    edition: T | None
    errors: list[EditionError]
    warnings: list[tuple[int, Oddity]]
    """Each with its line in the file; 0 where there is none."""


def read_edition_toml(path: Path) -> dict[str, Any]:
    """The tables of a file. Raises EditionError with the file's name."""
    try:
        return parse_edition_toml(read_edition_bytes(path))
    except EditionError as error:
        raise (error if error.file else error.copy_with_file(str(path))) from None


def read_edition_bytes(path: Path) -> bytes:
    """The bytes of a file, unless there are too many of them."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_EDITION_BYTES + 1)
    except OSError as error:
        raise EditionError(str(path), f"a readable file ({error.strerror})") from None


def parse_edition_toml(toml_text: bytes) -> dict[str, Any]:
    """The tables of a TOML text, with nothing in it that is too large, too deep or not meant for people to read."""
    if len(toml_text) > MAX_EDITION_BYTES:
        raise EditionError("the file", f"at most {MAX_EDITION_BYTES // 1024} KB")
    for number, row in enumerate(toml_text.split(b"\n"), 1):
        if row.count(b".") > MAX_DOTS:
            raise EditionError("TOML", f"at most {MAX_DOTS} dots in a line", line=number)
    try:
        data = tomllib.loads(toml_text.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = toml_text.count(b"\n", 0, error.start) + 1
        raise EditionError(f"byte {error.start}", "UTF-8 text", line=line) from None
    except RecursionError:
        raise EditionError("the file", f"tables at most {MAX_DEPTH} deep") from None
    except ValueError as error:
        place = re.search(r"at line (\d+)", str(error))
        raise EditionError("TOML", f"valid TOML ({error})", line=int(place[1]) if place else 0) from None
    _require_limits_and_plain_text(data)
    return data


def _require_limits_and_plain_text(data: dict[str, Any]) -> None:
    """Refuse what no board has, before anything else looks at it."""
    todo: list[tuple[str, Any, int]] = [("", data, 0)]
    for seen, (where, value, depth) in enumerate(iter(lambda: todo.pop() if todo else None, None)):
        expect(seen < MAX_VALUES, "the file", f"at most {MAX_VALUES} values")
        if isinstance(value, dict | list):
            expect(depth < MAX_DEPTH, where, f"tables at most {MAX_DEPTH} deep")
            expect(len(value) <= MAX_ITEMS, where or "the file", f"at most {MAX_ITEMS} entries", len(value))
        if isinstance(value, dict):
            for key, inner in value.items():
                _require_plain_text(where or "the file", key)
                place = f"{where}.{key}".lstrip(".")
                if key in _NAMING_KEYS and isinstance(inner, str):
                    _require_name(place, inner)
                todo.append((place, inner, depth + 1))
        elif isinstance(value, list):
            _require_no_lookalike_ids(where, value)
            todo.extend((f"{where}[{number}]", inner, depth + 1) for number, inner in enumerate(value))
        elif isinstance(value, str):
            _require_plain_text(where, value)
        elif isinstance(value, int | float):
            sane = math.isfinite(value) and abs(value) <= MAX_NUMBER if isinstance(value, float) else True
            sane = sane and -MAX_NUMBER <= value <= MAX_NUMBER
            expect(sane, where, f"a number from -{MAX_NUMBER} to {MAX_NUMBER}", _format_number_unless_huge(value))


def _require_plain_text(where: str, text: str) -> None:
    expect(len(text) <= MAX_TEXT, where, f"a text of at most {MAX_TEXT} letters", len(text))
    bad = next((letter for letter in text if _is_hidden_or_markup(letter)), None)
    expect(bad is None, where, "plain text without markup, control or invisible characters", bad)
    marks = "".join("m" if unicodedata.combining(letter) else " " for letter in text)
    expect("m" * (MAX_MARKS + 1) not in marks, where, f"at most {MAX_MARKS} accents on a letter", text)
    word = text.strip().lower()
    is_taken = word in _OBJECT_WORDS or word.startswith("__")
    expect(not is_taken, where, "a word that browsers do not keep for themselves", text)


def _is_hidden_or_markup(letter: str) -> bool:
    return letter in "<>" or letter in _BLANK_LETTERS or unicodedata.category(letter) in _HIDDEN


def _require_name(where: str, text: str) -> None:
    expect(len(text) <= MAX_NAME, where, f"at most {MAX_NAME} letters", len(text))
    expect(text == text.strip() and text != "", where, "a name that begins and ends with a letter or sign", text)


def _require_no_lookalike_ids(where: str, entries: list[Any]) -> None:
    """Ids that only differ in case, or in how a letter is written, look the same; equal ones each title refuses."""
    seen: dict[tuple[str, str], str] = {}
    for number, entry in enumerate(entries):
        for key in ("id", "code"):
            value = entry.get(key) if isinstance(entry, dict) else None
            if isinstance(value, str):
                known = seen.setdefault((key, unicodedata.normalize("NFKC", value).casefold()), value)
                expect(known == value, f"{where}[{number}].{key}", f"one that cannot be taken for {known!r}", value)


def _format_number_unless_huge(value: float) -> str:
    """Also for a number too long to write out."""
    return str(value) if isinstance(value, float) or value.bit_length() < 100 else "a much larger number"


def convert_edition(data: dict[str, Any], edition_type: type[T]) -> T:
    """The typed edition. Raises EditionError with the key path and the value found there."""
    try:
        return msgspec.convert(data, edition_type)
    except msgspec.ValidationError as error:
        raise _build_edition_error_from_msgspec(str(error), data) from None


def check_edition_text(rules: EditionRules[T], toml_text: bytes) -> EditionCheckResult[T]:
    """Everything that can be said about an edition file: the one check for command line, table and workshop."""
    try:
        data = parse_edition_toml(toml_text)
    except EditionError as error:
        return EditionCheckResult(None, _add_lines_and_consequences([error], toml_text, rules), [])
    return check_edition_data(rules, data, toml_text)


def check_edition_data(rules: EditionRules[T], data: dict[str, Any], toml_text: bytes = b"") -> EditionCheckResult[T]:
    """The same for data that are read already; `toml_text` is what the lines are counted in."""
    try:
        edition = convert_edition(data, rules.kind)
    except EditionError as error:
        return EditionCheckResult(None, _add_lines_and_consequences([error], toml_text, rules), [])
    errors = _run_checks(rules, edition)
    if errors:
        return EditionCheckResult(None, _add_lines_and_consequences(errors, toml_text, rules), [])
    oddities = [*_list_oddities_of_unknown_keys(data, msgspec.to_builtins(edition)), *rules.list_oddities(edition)]
    lines = map_paths_to_lines(toml_text) if oddities else {}
    return EditionCheckResult(edition, [], [(find_line_of_path_or_parent(lines, odd.where), odd) for odd in oddities])


def _run_checks(rules: EditionRules[T], edition: T) -> list[EditionError]:
    errors: list[EditionError] = []
    for check in rules.checks:
        try:
            check(edition)
        except EditionError as error:
            errors.append(error)
        except (ValueError, LookupError, TypeError, ArithmeticError) as error:
            # What a check stumbles over is either told already, or data that no check expected.
            if not errors:
                errors.append(EditionError("the file", f"data that fit together ({error})"))
    if not errors:
        try:
            _require_valid_edition_id(edition.edition.id)  # type: ignore[attr-defined]
            refuse_false_house_id(rules, edition.edition.id, hash_edition(edition))  # type: ignore[attr-defined]
        except EditionError as error:
            errors.append(error)
    return errors


def _require_valid_edition_id(edition_id: str) -> None:
    good = _EDITION_ID.fullmatch(edition_id) is not None
    expect(good, "edition.id", "up to 40 letters, digits, dots and dashes", edition_id)


def refuse_false_house_id(rules: EditionRules[Any], edition_id: str, edition_hash: str) -> None:
    """Changed data under the house's id would pass for the house edition wherever only the id is shown."""
    house_id, house_hash = read_house_id_and_hash(rules)
    if edition_id == house_id and edition_hash != house_hash:
        breaks = "the house edition has this id: changed data under it would pass for the house's"
        raise EditionError("edition.id", "an id of its own", house_id, breaks=breaks)


_house_ids: dict[Path, tuple[str, str]] = {}


def read_house_id_and_hash(rules: EditionRules[Any]) -> tuple[str, str]:
    """What the house edition is called, and the hash of its facts."""
    if rules.house_file not in _house_ids:
        house = convert_edition(read_edition_toml(rules.house_file), rules.kind)
        _house_ids[rules.house_file] = house.edition.id, hash_edition(house)
    return _house_ids[rules.house_file]


def _add_lines_and_consequences(
    errors: list[EditionError], toml_text: bytes, rules: EditionRules[Any]
) -> list[EditionError]:
    lines = map_paths_to_lines(toml_text) if len(toml_text) <= MAX_EDITION_BYTES else {}
    return [
        error.copy_with_line_and_consequence(
            error.line or find_line_of_path_or_parent(lines, error.where),
            error.breaks or _find_consequence_of_wrong_value(rules, error.where),
        )
        for error in errors
    ]


def _find_consequence_of_wrong_value(rules: EditionRules[Any], where: str) -> str:
    path = re.sub(r"\[\d+\]|[ ,/].*", "", where).split(".")
    for length in range(len(path), 0, -1):
        found = rules.breaks.get(".".join(path[:length]))
        if found:
            return found
    return ""


def _list_oddities_of_unknown_keys(data: Any, known_data: Any, where: str = "") -> Iterable[Oddity]:
    """Keys that a title without closed tables reads over; `source…` are notes on where numbers come from."""
    if isinstance(data, dict) and isinstance(known_data, dict):
        for key, value in data.items():
            path = f"{where}.{key}".lstrip(".")
            if key in known_data:
                yield from _list_oddities_of_unknown_keys(value, known_data[key], path)
            elif not key.startswith("source"):
                yield Oddity(path, "This key means nothing here and is left out. Is it misspelt?")
    elif isinstance(data, list) and isinstance(known_data, list | tuple):
        for number, (value, own) in enumerate(zip(data, known_data, strict=False)):
            yield from _list_oddities_of_unknown_keys(value, own, f"{where}[{number}]")


def read_checked_edition(source: EditionSource, rules: EditionRules[T]) -> T:
    """The edition in a file or in stored facts, checked; whatever is wrong names the file and the place in it.

    The house's own files and its earlier ones are not asked for an id of their own: `load` does that for strangers.
    """
    if isinstance(source, bytes):
        data, file, text = decode_edition_data(source), "", b""
    else:
        path = source or rules.house_file
        text, file = read_edition_bytes(path), str(path)
        try:
            data = parse_edition_toml(text)
        except EditionError as error:
            raise error.copy_with_file(file) from None
    is_miniature = file != "" and Path(file) == rules.house_file.with_name(MINIATURE_FILE)
    try:
        edition = convert_edition(data, rules.kind)
        for check in rules.checks:
            if not is_miniature or check not in rules.full_size_checks:
                check(edition)
    except EditionError as error:
        raise _add_lines_and_consequences([error], text, rules)[0].copy_with_file(file) from None
    return edition


def decode_edition_data(encoded_edition: bytes) -> dict[str, Any]:
    """The plain data of facts that `encode_edition` wrote, or that claim it."""
    expect(len(encoded_edition) <= MAX_DATA_BYTES, "the edition", f"at most {MAX_DATA_BYTES // 1024} KB")
    try:
        data: dict[str, Any] = msgspec.json.decode(encoded_edition, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise EditionError("the edition", f"facts of an edition ({error})") from None
    _require_limits_and_plain_text(data)
    return data


def encode_edition(edition: Any) -> bytes:
    """The facts of an edition as they are kept: the same facts are the same bytes, and their hash is the edition's."""
    return msgspec.json.encode(edition, order="sorted")


def _build_edition_error_from_msgspec(message: str, data: dict[str, Any]) -> EditionError:
    match = re.match(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?$", message, re.DOTALL)
    what = match["what"] if match else message
    path = (match["path"] or "") if match else ""
    where = path.lstrip(".") or "the file"
    field = re.search(r"(missing required|contains unknown) field `([^`]*)`", what)
    if field:
        wish = "a value for" if field[1] == "missing required" else "no unknown field such as"
        return EditionError(where, f"{wish} `{field[2]}`")
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


def list_oddities_of_close_cities(cities: Sequence[Any], min_degrees_apart: float) -> Iterable[Oddity]:
    """Cities that a map cannot show apart from one before them."""
    for number, city in enumerate(cities):
        for other in cities[:number]:
            east = abs(city.lon - other.lon)
            if abs(city.lat - other.lat) < min_degrees_apart and min(east, 360 - east) < min_degrees_apart:
                yield Oddity(f"city[{number}].lat", f"{city.name} lies on top of {other.name}: the map hides one.")
                break


def expect(ok: bool, where: str, expected: str, got: Any = None) -> None:
    """One check of an edition: reads as a sentence, fails with the place."""
    if not ok:
        raise EditionError(where, expected, got)


def hash_edition(edition: Any) -> str:
    """The hash of an edition's facts; comments and layout of the file do not count."""
    return hash_edition_data(encode_edition(edition))


def hash_edition_data(encoded_edition: bytes) -> str:
    """The same of facts that `encode_edition` wrote."""
    return hashlib.sha256(encoded_edition).hexdigest()


def _format_shortened(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # an integer of thousands of digits
        return "something too long to show"
    return text if len(text) <= 80 else text[:77] + "..."
