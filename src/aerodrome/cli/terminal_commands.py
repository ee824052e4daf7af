"""What can be typed at a question besides an answer: hint, undo, why, what, look, orders, log, rules, save, quit."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from aerodrome import BadData
from aerodrome.cli.board_tables import list_board_tables
from aerodrome.cli.board_tables.generic import list_tables_of_values
from aerodrome.cli.board_text import build_board_renderable, build_table_renderable
from aerodrome.cli.choice_menu import ChoiceMenu, ChoiceWithOutcome
from aerodrome.cli.description_lookup import list_description_lines_or_near_names
from aerodrome.cli.hint_text import list_hint_lines
from aerodrome.cli.title_and_rule_commands import find_rules
from aerodrome.core import digest_rules

if TYPE_CHECKING:
    from aerodrome.cli.terminal_match import TerminalMatch

LOG_LINES = 20
HELP = """\
a number        choose it; a long list is asked in steps
back            the step before
hint            the better choices, the chance to win with each, and why
undo            take your last choice back, if nothing hidden came out
why             what cannot be done now, and by which rule
why N | JSON    whether an action is allowed
what THING      what a place, card or figure is, and means for you now
what N          all that choice N brings
look            the whole table again; look CITIES shows the tables called so
orders [N]      what is answered for you without asking; N switches an order on or off
log [N]         what happened, the last N lines
rules ID        a rule, or all that begin so
do JSON         an action written out, such as do {"type": "pass"}
seat NAME       somebody else at this keyboard acts, asked or not
save FILE       keep the match; aerodrome play --resume FILE goes on
quit            leave; the match is saved, and can go on later"""


class QuitMatch(Exception):
    """Somebody has had enough."""


class KeyboardRequested(Exception):
    """A seat at this keyboard is asked next: another one, or the same one anew."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


def run_command(match: "TerminalMatch", seat: int, menu: ChoiceMenu, command_word: str, arguments: str) -> None:
    """Do what was typed; BadData says what is wrong with it."""
    match command_word.lower():
        case "":
            match.print_question(seat, menu)
        case "?" | "help":
            match.print_lines(HELP.splitlines())
        case "back":
            _go_back(match, seat, menu)
        case "hint":
            match.print_lines(list_hint_lines(match.game, match.record.state, seat))
        case "undo":
            _undo_last_choice(match, seat)
        case "why":
            _print_refusals_or_whether_allowed(match, seat, menu, arguments)
        case "what":
            _print_description_or_outcome(match, seat, menu, arguments)
        case "look" | "table":
            _print_board_tables(match, seat, arguments)
            match.print_question(seat, menu)
        case "board":
            _print_tables_not_shown_every_turn(match, seat)
        case "orders":
            _print_or_switch_standing_orders(match, seat, arguments)
        case "log":
            match.print_log(seat, int(arguments) if arguments.isdecimal() else LOG_LINES)
        case "rules":
            rules_by_id = digest_rules.read_digest_rules_by_id(match.game.title)
            match.print_lines(f"{rule.id}  {rule.text}" for rule in find_rules(rules_by_id, arguments))
        case "seat":
            _request_keyboard_for_seat_named(match, arguments)
        case "save" if arguments:
            Path(arguments).write_bytes(match.record.to_json())
            match.print_lines([f"Saved in {arguments}."])
        case "quit" | "exit" | "q":
            raise QuitMatch
        case _:
            raise BadData(f"{command_word!r} is not a choice; ? for help")


def _go_back(match: "TerminalMatch", seat: int, menu: ChoiceMenu) -> None:
    if not menu.go_back():
        raise BadData("this is the first step; undo takes a choice back")
    match.print_question(seat, menu)


def _undo_last_choice(match: "TerminalMatch", seat: int) -> None:
    reason = match.undo_stack.undo_last_or_explain(match.record, seat)
    if reason:
        raise BadData(reason)
    match.forget_undone_events()
    match.print_lines(["Taken back."])
    raise KeyboardRequested(seat)


def _print_refusals_or_whether_allowed(match: "TerminalMatch", seat: int, menu: ChoiceMenu, arguments: str) -> None:
    if arguments:
        _print_whether_allowed(match, seat, menu, arguments)
        return
    refused = menu.question.refused
    match.print_lines(f"{one.label}: {one.why} [{one.rule}]" for one in refused)
    if not refused:
        match.print_lines(["Nothing near at hand is refused."])


def _print_whether_allowed(match: "TerminalMatch", seat: int, menu: ChoiceMenu, choice_number_or_json: str) -> None:
    data = (
        _require_single_choice(menu, int(choice_number_or_json)).choice.action
        if choice_number_or_json.isdecimal()
        else json.loads(choice_number_or_json)
    )
    action = match.game.parse(data)
    refusal = match.game.why_not(match.record.state, seat, action)
    allowed = f"Allowed: {match.game.say(match.record.state, seat, action)}"
    match.print_lines([allowed if refusal is None else str(refusal)])


def _require_single_choice(menu: ChoiceMenu, row_number: int) -> ChoiceWithOutcome:
    rows = menu.list_rows()
    if not 1 <= row_number <= len(rows) or len(rows[row_number - 1].members) > 1:
        raise BadData(f"{row_number} is not a single choice")
    return rows[row_number - 1].members[0]


def _print_description_or_outcome(match: "TerminalMatch", seat: int, menu: ChoiceMenu, name_or_row_number: str) -> None:
    if not name_or_row_number.isdecimal():
        match.print_lines(
            list_description_lines_or_near_names(match.game, match.record.state, seat, name_or_row_number)
        )
        return
    choice, outcome = _require_single_choice(menu, int(name_or_row_number))
    lines = outcome.lines if outcome is not None else []
    match.print_lines([f"{choice.label}:", *(f"  {line}" for line in lines or ["nothing that can be told yet"])])


def _print_board_tables(match: "TerminalMatch", seat: int, words_in_title: str) -> None:
    """The whole table, or the tables whose titles have these words."""
    state = match.record.state
    if not words_in_title:
        match.print_block(build_board_renderable(match.game, state, seat, match.plain))
        return
    tables = list_board_tables(match.game, state, seat)
    found = [table for table in tables if words_in_title.lower() in table.title.lower()]
    if not found:
        raise BadData(f"there is no such table; there are {', '.join(table.title for table in tables)}")
    for table in found:
        match.print_block(build_table_renderable(table, match.plain))


def _print_tables_not_shown_every_turn(match: "TerminalMatch", seat: int) -> None:
    """What is printed: for the titles that the tables know it is in these, for others as data."""
    tables = [
        table for table in list_board_tables(match.game, match.record.state, seat) if not table.is_shown_every_turn
    ]
    for table in tables or list_tables_of_values(match.game.board()):
        match.print_block(build_table_renderable(table, match.plain))


def _print_or_switch_standing_orders(match: "TerminalMatch", seat: int, order_number: str) -> None:
    given = match.orders[seat]
    on_offer = match.game.standing_orders(match.record.state, seat)
    labels = given | {order.key: order.label for order in on_offer if order.max_amount is None}
    keys = list(labels)
    if order_number:
        if not order_number.isdecimal() or not 1 <= int(order_number) <= len(keys):
            raise BadData(f"there is no order {order_number}")
        key = keys[int(order_number) - 1]
        if given.pop(key, None) is None:
            given[key] = labels[key]
    lines = [f"  {number:3}  {labels[key]}: {'on' if key in given else 'off'}" for number, key in enumerate(keys, 1)]
    match.print_lines(lines or ["There are no orders to give now."])


def _request_keyboard_for_seat_named(match: "TerminalMatch", seat_name: str) -> None:
    game = match.game
    seat = next((seat for seat in match.people if game.seat_name(seat).lower() == seat_name.lower()), None)
    if seat is None:
        raise BadData(f"nobody at this keyboard is {seat_name or 'without a name'}")
    if not match.build_question(seat).choices:
        raise BadData(f"{game.seat_name(seat)} can do nothing now")
    raise KeyboardRequested(seat)
