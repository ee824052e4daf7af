"""Actions, events and positions as JSON: names outside, small ints inside."""

from typing import Any

import msgspec

from aerodrome.core.actions import NOBODY, Action, BadData, Event
from aerodrome.core.state import S, State, Step, list_attribute_names

Vocabulary = dict[str, tuple[str, ...]]
"""Which names the ids in a field stand for: {"city": ("london", "rome", ...)}."""


class Codec:
    """Writes and reads the actions and events of one title with one edition."""

    def __init__(self, actions: tuple[type[Action], ...], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.ids = {f: {name: i for i, name in enumerate(names)} for f, names in vocabulary.items()}
        self.actions = {str(cls.__struct_config__.tag): cls for cls in actions}
        for cls in actions:
            # msgspec must meet a type for the first time in one thread only, and titles are loaded one at a time.
            msgspec.json.Decoder(cls)

    def dump(self, action_or_event: Action | Event) -> dict[str, Any]:
        data: dict[str, Any] = {"type": action_or_event.__struct_config__.tag}
        for field in action_or_event.__struct_fields__:
            if isinstance(action_or_event, Event) and field in ("visible_only_to", "hidden_from"):
                continue
            data[field] = self._ids_to_names(field, getattr(action_or_event, field))
        return data

    def _ids_to_names(self, field: str, value: Any) -> Any:
        names = self.vocabulary.get(field)
        if isinstance(value, tuple):
            return [self._ids_to_names(field, item) for item in value]
        if names is None or isinstance(value, (bool, str)):
            return value
        return None if value == NOBODY else names[value]

    def parse(self, data: Any) -> Action:
        if not isinstance(data, dict):
            raise BadData(f"an action is an object with a type, got {_format_shortened(data)}")
        kind = data.get("type")
        cls = self.actions.get(kind) if isinstance(kind, str) else None
        if cls is None:
            raise BadData(f"type: expected one of {', '.join(self.actions)}; got {_format_shortened(kind)}")
        raw = {k: self._names_to_ids(k, v) for k, v in data.items() if k != "type"}
        unknown = sorted(set(raw) - set(cls.__struct_fields__))
        if unknown:
            raise BadData(f"{kind}: unknown field {unknown[0]!r}")
        try:
            return msgspec.convert({"type": kind, **raw}, cls, strict=True)
        except msgspec.ValidationError as error:
            raise BadData(f"{kind}: {error}") from None

    def _names_to_ids(self, field: str, value: Any) -> Any:
        ids = self.ids.get(field)
        if isinstance(value, list):
            return [self._names_to_ids(field, item) for item in value]
        if ids is None:
            return value
        if value is None:
            return NOBODY
        if isinstance(value, str) and value in ids:
            return ids[value]
        raise BadData(
            f"{field}: expected one of {_format_some_names(self.vocabulary[field])}; got {_format_shortened(value)}"
        )


def _format_shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _format_some_names(names: tuple[str, ...]) -> str:
    return ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")


def index_steps_by_stored_name(*classes: type[Step[Any, Any]]) -> dict[str, type[Step[Any, Any]]]:
    """A title's steps by the names they have in stored positions."""
    return {_get_stored_step_name(cls): cls for cls in classes}


def _get_stored_step_name(cls: type[Step[Any, Any]]) -> str:
    return cls.__dict__.get("stored_name") or cls.__name__


def dump_state(state: State) -> bytes:
    stored = state.stored_names
    later = state.later_names
    data: dict[str, Any] = {stored.get(name, name): getattr(state, name) for name in list_attribute_names(state)}
    data = {key: value for key, value in data.items() if value or key not in later}
    data["agenda"] = [dump_step(step) for step in state.step_stack]
    return msgspec.json.encode(dict(sorted(data.items())))


def dump_step(step: Step[Any, Any]) -> dict[str, Any]:
    """A step as it stands in stored positions: {"step": "AfterLanding", "city": 3, ...}."""
    stored = step.stored_fields
    fields = {stored.get(name, name): _tuples_to_lists(getattr(step, name)) for name in list_attribute_names(step)}
    return {"step": _get_stored_step_name(type(step)), **dict(sorted(fields.items()))}


def load_state(state_json: bytes, empty_state: S, steps_by_stored_name: dict[str, type[Step[Any, Any]]]) -> S:
    """Fill a blank state from JSON, refusing what does not have its shape."""
    raw = _decode_json_object(state_json)
    stored = empty_state.stored_names
    expected = {stored.get(name, name): name for name in list_attribute_names(empty_state)}
    wrong = sorted((set(raw) ^ set(expected)) - (empty_state.later_names - set(raw)))
    if wrong:
        raise BadData(f"position: {wrong[0]!r} is {'unknown' if wrong[0] in raw else 'missing'}")
    for key, name in expected.items():
        if key not in raw:
            continue
        if name == "step_stack":
            empty_state.step_stack = [_load_step(item, steps_by_stored_name) for item in _require_list(raw[key], key)]
        else:
            setattr(empty_state, name, _require_same_type_as(raw[key], getattr(empty_state, name), key))
    return empty_state


def read_seat_count_of_stored_state(state_json: bytes) -> int:
    seats = _decode_json_object(state_json).get("seats")
    if type(seats) is not int:
        raise BadData(f"position: seats: expected a whole number, got {_format_shortened(seats)}")
    return seats


def _decode_json_object(state_json: bytes) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(state_json)
    except msgspec.DecodeError as error:
        raise BadData(f"position: not JSON: {error}") from None
    if not isinstance(raw, dict):
        raise BadData("position: expected an object")
    return raw


def _require_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadData(f"position: {where}: expected a list, got {_format_shortened(value)}")
    return value


def _require_same_type_as(value: Any, example: Any, where: str) -> Any:
    if type(example) is tuple:
        return tuple(_require_same_type_as(value, [], where))
    if type(example) is not list:
        if type(value) is not type(example):
            raise BadData(f"position: {where}: expected {type(example).__name__}, got {_format_shortened(value)}")
        return value
    return [_require_nested_integers(item, f"{where}[{i}]") for i, item in enumerate(_require_list(value, where))]


def _require_nested_integers(value: Any, where: str) -> Any:
    if isinstance(value, list):
        return [_require_nested_integers(item, f"{where}[{i}]") for i, item in enumerate(value)]
    if type(value) not in (int, bool):
        raise BadData(f"position: {where}: expected a whole number, got {_format_shortened(value)}")
    return value


def _load_step(step_data: Any, steps_by_stored_name: dict[str, type[Step[Any, Any]]]) -> Step[Any, Any]:
    if not isinstance(step_data, dict) or step_data.get("step") not in steps_by_stored_name:
        raise BadData(f"position: agenda: unknown step {_format_shortened(step_data)}")
    cls = steps_by_stored_name[step_data["step"]]
    names = {key: name for name, key in cls.stored_fields.items()}
    fields = {
        names.get(str(key), str(key)): _lists_to_tuples(value) for key, value in step_data.items() if key != "step"
    }
    try:
        return cls(**fields)
    except TypeError as error:
        raise BadData(f"position: agenda: {step_data['step']}: {error}") from None


def _lists_to_tuples(value: Any) -> Any:
    return tuple(_lists_to_tuples(item) for item in value) if isinstance(value, list) else value


def _tuples_to_lists(value: Any) -> Any:
    return [_tuples_to_lists(item) for item in value] if isinstance(value, tuple) else value
