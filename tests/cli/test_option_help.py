"""Every command and every option of the command line says what it is for."""

from collections.abc import Iterator
from inspect import Parameter as Argument
from inspect import signature
from typing import Annotated, get_args, get_origin, get_type_hints

from cyclopts import App, Parameter

from aerodrome.cli.app import app


def list_commands(here: App, path: str) -> Iterator[tuple[str, App]]:
    if here.default_command is not None:
        yield path, here
    for name in here:
        if not name.startswith("-"):
            yield from list_commands(here[name], f"{path} {name}")


def test_every_command_and_option_has_a_help_text() -> None:
    commands = dict(list_commands(app, "aerodrome"))
    assert {"aerodrome simulate", "aerodrome lab balance", "aerodrome edition check"} <= set(commands)
    silent = []
    for path, command in commands.items():
        function = command.default_command
        assert function is not None
        if not (function.__doc__ or "").strip():
            silent.append(path)
        hints = get_type_hints(function, include_extras=True)
        for name, argument in signature(function).parameters.items():
            assert argument.kind is not Argument.VAR_KEYWORD
            hint = hints[name]
            notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
            if not any(isinstance(note, Parameter) and note.help for note in notes):
                silent.append(f"{path} {name}")
    assert silent == []
