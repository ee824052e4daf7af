"""TypeScript types out of the server's structs: `python web/scripts/wire_types.py` writes them, `--check` compares."""

import importlib
import inspect
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from aerodrome.core.view import View

API = Path(__file__).parent.parent / "src" / "api"
TITLES = ("airkwire", "airline", "airsteam", "tingoose")
HEAD = "// Made by web/scripts/wire_types.py from the Python structs. Do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript(schema: dict[str, Any]) -> str:
    """A JSON Schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typescript(part) for part in schema["anyOf"]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(typescript(item) for item in schema['prefixItems'])}]"
        case "array":
            return f"({typescript(schema.get('items', {}))})[]".replace("(unknown)", "unknown")
        case "object":
            inner = schema.get("additionalProperties", {})
            return f"Record<string, {typescript(inner if isinstance(inner, dict) else {})}>"
        case str() as name:
            return PLAIN[name]
    return "unknown"


def lines_of(struct: type[msgspec.Struct], schema: dict[str, Any]) -> list[str]:
    config = struct.__struct_config__
    may_miss = config.omit_defaults or config.forbid_unknown_fields
    required = set(schema.get("required", ()))
    out = [f"export interface {struct.__name__} {{"]
    for name, field in schema["properties"].items():
        optional = "?" if name not in required and may_miss else ""
        out.append(f"  {name}{optional}: {tidy(typescript(field))};")
    return [*out, "}", ""]


def tidy(text: str) -> str:
    for simple in (*PLAIN.values(),):
        text = text.replace(f"({simple})[]", f"{simple}[]")
    return text


def structs_in(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The module's own structs and those it brings in, in order of appearance."""
    found = [value for value in vars(module).values() if inspect.isclass(value)]
    return [cls for cls in found if issubclass(cls, msgspec.Struct) and cls is not msgspec.Struct]


def everything(roots: list[type[msgspec.Struct]]) -> dict[str, type[msgspec.Struct]]:
    """The structs and all structs their fields mention, by name."""
    named: dict[str, type[msgspec.Struct]] = {}
    queue: list[Any] = list(roots)
    while queue:
        info = msgspec.inspect.type_info(queue.pop(0)) if isinstance(queue[0], type) else queue.pop(0)
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls.__name__ in named:
                continue
            named[info.cls.__name__] = info.cls
            queue.extend(field.type for field in info.fields)
        for part in ("item_type", "value_type", "type"):
            if hasattr(info, part):
                queue.append(getattr(info, part))
        for part in ("types", "item_types"):
            queue.extend(getattr(info, part, ()))
    return named


def write(roots: list[type[msgspec.Struct]]) -> str:
    named = everything(roots)
    _, components = msgspec.json.schema_components(list(named.values()))
    out = [HEAD]
    for name in sorted(named):
        schema = components[name]
        out += lines_of(named[name], schema) if "properties" in schema else [f"export type {name} = never;", ""]
    return "\n".join(out)


def main() -> int:
    from aerodrome.core import one_page_rules, question
    from aerodrome.server import schemas

    modules = (question, one_page_rules, schemas)
    files = {API / "types.ts": write([View, *(struct for module in modules for struct in structs_in(module))])}
    for title in TITLES:
        try:
            module = importlib.import_module(f"aerodrome.games.{title}.view")
        except ModuleNotFoundError:
            continue
        views = [cls for cls in structs_in(module) if issubclass(cls, View) and cls is not View]
        files[API / "views" / f"{title}.ts"] = write(list(views))
    if "--check" in sys.argv:
        old = [path for path, text in files.items() if not path.exists() or path.read_text() != text]
        for path in old:
            print(f"{path.relative_to(API.parent.parent)} is out of date: run python web/scripts/wire_types.py")
        return 1 if old else 0
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
