"""Calls of every route in the OpenAPI document, with values that fit, or nearly. Used by `fuzz_requests.py`."""

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

NOT_CALLED = re.compile("/events$|/import$|/local-network")
"""A stream does not end, records are made elsewhere, and no fuzz run opens this machine to its network."""
TITLES = ("airline", "airkwire", "airsteam", "tingoose")
PASSWORD = "a password for everybody"  # noqa: S105
SMALL_NUMBERS = ("seat", "target", "entrant", "round", "rounds", "table_size", "seats")
MAX_KNOWN = 60

JsonSchema = dict[str, Any]


class RouteOperation(NamedTuple):
    """A method at a path, with the schemas of its parameters and its body."""

    method: str
    path: str
    parameters: list[dict[str, Any]]
    body: JsonSchema | None


class RouteCall(NamedTuple):
    """What to send."""

    method: str
    path: str
    body: Any


class RouteCaller:
    """Makes calls from the document and from the ids and links that answers named."""

    def __init__(self, document: dict[str, Any], make_odd_value: Callable[[random.Random], Any]) -> None:
        self._schemas: dict[str, JsonSchema] = document["components"]["schemas"]
        self._make_odd_value = make_odd_value
        self._operations = list(_list_operations(document))
        self._ids = ["none"]
        self._tokens = ["no-such-token-anywhere"]

    def learn(self, body: bytes) -> None:
        """Remember what an answer names."""
        for pattern, known in ((rb'"id":"([\w-]{8,32})"', self._ids), (rb'"/j/([\w~-]{16,64})"', self._tokens)):
            known += [found.decode() for found in re.findall(pattern, body)[:5]]
            del known[:-MAX_KNOWN]

    def make_call(self, rng: random.Random, match_ids: list[str]) -> RouteCall:
        """Any route, about one of these matches or of what was learned."""
        operation = rng.choice(self._operations)
        path, query = operation.path, {}
        for parameter in operation.parameters:
            name = parameter["name"]
            if parameter["in"] == "path":
                is_match = name == "id" and "/matches/" in path
                value = rng.choice(match_ids) if is_match and rng.random() < 0.9 else self._make_value(parameter, rng)
                path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
            elif parameter["in"] == "query" and rng.random() < 0.6:
                query[name] = self._make_value(parameter, rng)
        if query:
            path += f"?{urlencode({name: str(value) for name, value in query.items()})}"
        body = None
        if operation.method == "POST":
            body = {} if operation.body is None else self._sample(operation.body, "", rng)
        return RouteCall(operation.method, path, body)

    def _make_value(self, parameter: dict[str, Any], rng: random.Random) -> Any:
        return self._sample(parameter.get("schema", {}), parameter["name"], rng)

    def _sample(self, schema: JsonSchema, name: str, rng: random.Random) -> Any:
        """A value that fits the schema, now and then an odd one."""
        while "$ref" in schema:
            schema = self._schemas[schema["$ref"].rsplit("/", 1)[-1]]
        if rng.random() < 0.02:
            return self._make_odd_value(rng)
        for of_several in ("oneOf", "anyOf"):
            if of_several in schema:
                return self._sample(rng.choice(schema[of_several]), name, rng)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        kinds = schema.get("type", "null")
        kind = rng.choice(kinds) if isinstance(kinds, list) else kinds
        if kind == "object":
            needed = schema.get("required", [])
            fields = schema.get("properties", {}).items()
            return {
                field: self._sample(of, field, rng) for field, of in fields if field in needed or rng.random() < 0.5
            }
        if kind == "array":
            count = max(schema.get("minItems", 0), rng.randint(0, 4))
            return [self._sample(schema.get("items", {}), name, rng) for _ in range(count)]
        if kind == "integer":
            least = int(schema.get("minimum", 0))
            most = least + (5 if name in SMALL_NUMBERS else 200)
            return rng.randint(least, min(int(schema.get("maximum", most)), most))
        if kind == "string":
            return self._sample_text(schema, name, rng)
        return {"boolean": rng.random() < 0.5, "number": rng.random() * 100}.get(kind)

    def _sample_text(self, schema: JsonSchema, name: str, rng: random.Random) -> str:
        known: dict[str, tuple[str, ...] | list[str]] = {
            "title": TITLES,
            "name": ("Anna", "Bert", "Cleo", "Dora", "\u00c6gir"),
            "password": (PASSWORD,),
            "new_password": (PASSWORD,),
            "level": ("random", "greedy"),
            "token": self._tokens,
            "time_zone": ("Europe/Rome", "UTC", "Mars/Base"),
        }
        if name in ("id", "match", "invitation", "edition"):
            return rng.choice(self._ids)
        if name in known:
            return str(rng.choice(known[name]))
        length = rng.randint(0, min(int(schema.get("maxLength", 60)), 60))
        return "x" * max(int(schema.get("minLength", 0)), length)


def _list_operations(document: dict[str, Any]) -> list[RouteOperation]:
    found = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in ("get", "post") and not NOT_CALLED.search(path.rstrip("/")):
                bodies = list(operation.get("requestBody", {}).get("content", {}).values())
                body = bodies[0]["schema"] if bodies else None
                found.append(RouteOperation(method.upper(), path, operation.get("parameters") or [], body))
    return found
