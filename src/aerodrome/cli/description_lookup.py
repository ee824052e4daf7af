"""What something on the table is, asked for by its name at the keyboard."""

from aerodrome import Game, State
from aerodrome.core.description import Description, imagine_state_unless_over

MOST_DESCRIBED = 4
MOST_NAMED = 12


def list_description_lines_or_near_names(game: Game, state: State, seat: int | None, typed_name: str) -> list[str]:
    """The descriptions of what is called so, or the names that come near."""
    described = describe_everything_in_sight(game, state, seat)
    wanted = typed_name.lower().split()
    if not wanted:
        return ["what: and a name, such as what " + (described[0].name if described else "THING")]
    name = " ".join(wanted)
    found = [one for one in described if one.name.lower() == name or _format_full_name(one).lower() == name]
    found = found or [one for one in described if all(word in _format_full_name(one).lower() for word in wanted)]
    if not found:
        return [f"Nothing in sight is called {typed_name!r}."]
    if len(found) > MOST_DESCRIBED:
        names = list(dict.fromkeys(_format_full_name(one) for one in found))
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return [f"Which one? {', '.join(names[:MOST_NAMED])}{more}"]
    return [line for one in found for line in format_description_lines(one)]


def describe_everything_in_sight(game: Game, state: State, seat: int | None) -> list[Description]:
    """Everything in sight, each once, described on one table as this seat could believe it."""
    table = imagine_state_unless_over(game, state, seat)
    found: list[Description] = []
    for where in game.list_describable(state, seat):
        one = game.presentation.describe(game, table, seat, where)
        if one is not None and one not in found:
            found.append(one)
    return found


def _format_full_name(description: Description) -> str:
    return (
        f"{description.name} {description.kind}"
        if description.kind == "yours" or description.kind.startswith("of ")
        else description.name
    )


def format_description_lines(description: Description) -> list[str]:
    """What it is with its rules, then what it means for the viewer now."""
    rules = f" [{', '.join(description.rules)}]" if description.rules else ""
    return [
        f"{description.name}, {description.kind}. {description.text}{rules}",
        *(f"  {line.figure}: {line.text}" for line in description.lines),
    ]
