"""Words that were retired do not come back as names of modules, classes, functions or parameters."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import aerodrome

PACKAGE = Path(aerodrome.__file__).parent

RETIRED = {
    # one word for several ideas, or figurative
    "add_look", "agenda", "anything", "appraise", "asked_at_once", "asking", "autopilot", "blank", "bring", "broker",
    "by_share", "catalogue", "chair", "climb", "come_back", "consider", "doings", "door", "dressed", "elsewhere",
    "farewell", "filling", "finish_move", "forbids", "freshen", "heard_by", "heat", "held_in", "holds", "house",
    "instinct", "interjects", "journal", "looks", "make_it", "marked", "minds_itself", "names_that_win", "obey",
    "options_used", "own", "disown", "paper", "passed_by", "pilot", "place", "prospects", "racer", "racers", "refusing",
    "ring", "roll_on", "round_of", "same_site", "sense", "settled", "sheds", "sort_of", "stir", "take_back", "tally",
    "tell_words", "telling", "the_house", "thing", "things", "trouble", "troubles", "twin_of", "verdict", "verdicts",
    "whisper", "whispered", "wish", "words", "worry", "worth", "after_secrets", "listed_fault", "accept_deal",
    "add_row_names", "phase",
    # said half of what is done or what comes back
    "award_fleet", "begin_shipment", "find_choice_target", "find_other_reasons", "find_refusal_target", "list_notes",
    "is_pointless_choice", "remember_loading_answer",
    "join_alternatives", "join_words", "kept_results", "list_differences", "order_amounts", "own_value", "pluralize",
    "rate_game", "rulebook", "share_win", "start_again", "use_value",
    "ask_seat", "find_signed_in", "keep_edition", "list_what_waits", "may_go", "move_claims", "propose_end",
    "require_room_for_seat", "set_signed_in", "try_channel",
    "adjust_airship_and_offer_loading", "bits_to_cities", "cities_to_bits", "find_open_debt", "find_order_amount",
    "list_common_actions", "list_load_actions", "play_at_random_and_count", "read_digest_rules", "withdraw_bid",
}  # fmt: skip
RETIRED_CLASSES = {
    "Asking", "AnyThing", "Auto", "Broker", "CannotSave", "CannotThink", "Chart", "Door", "Had", "Hand", "Head",
    "House",
    "Live", "Make", "NotNow", "NotYours", "Obey", "OtherPlan", "Overtime", "Pilot", "Place", "Prospects", "Race",
    "Referee", "Refused", "Sat", "SeatWish", "Sense", "Tables", "Taken", "TakeBack", "Tell", "TheHouse", "Thing",
    "Think", "Told", "Turn", "Verdict", "Walk", "Witness",
    "BitRows", "CheckedEdition", "Contest", "CountedTable", "Item", "KeptResults", "LessonPlace", "Outcome", "Partner",
    "StepNumbers",
    "ActionJudgement", "BadRow", "BotPace", "CoachedChoice", "CompetitionPlace", "ForMe", "KeptInfo",
    "RatedGuest", "RoundTable", "Sharing", "SignedIn",
    "BlockStore", "GivenCube", "LineView", "MatchFigures", "MomentSample", "PersonLoss", "PositionSummary",
    "ReviewedAlternative", "SeatLoss", "SeatStore", "ShippingNetwork", "StoredReview", "ViewerNumbers", "WorkLog",
    "BasketForm", "EditionInfo", "EditionWords", "EraTerms", "FormItem", "NewCeo", "NoMerger", "ObservationTable",
    "OnePageItem", "OtherChoice", "SecretBidStep", "SumRule", "TurnActionTerms",
}  # fmt: skip
RETIRED_PARAMETERS = {
    "agenda", "chair", "house", "journal", "racer", "racers", "sense", "thing", "things", "trouble", "verdict",
    "verdicts", "wish", "u", "off", "look", "airline_lives", "open_book", "outgo", "wants_it",
}  # fmt: skip
BEGINNINGS = ("violation_of_",)
ENDINGS = ("_fault", "_forbidden")
FROZEN = {"migrations"}
"""Stored words live on there, and in pinned tags, which are strings."""


def retired_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Classes, functions and parameters that are called by a retired word, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and is_retired(node.name):
            yield node.name, node.lineno
        if isinstance(node, ast.arg) and node.arg in RETIRED_PARAMETERS:
            yield node.arg, node.lineno


def is_retired(name: str) -> bool:
    plain = name.strip("_")
    is_word = plain in RETIRED or plain in RETIRED_CLASSES
    return is_word or plain.startswith(BEGINNINGS) or plain.endswith(ENDINGS)


FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if not FROZEN & set(file.parts)]


def test_no_module_has_a_retired_name() -> None:
    wrong = [str(file.relative_to(PACKAGE)) for file in FILES if is_retired(file.stem) or is_retired(file.parent.name)]
    assert wrong == []


@pytest.mark.parametrize("package", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()))
def test_nothing_is_called_by_a_retired_word(package: str) -> None:
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line} {name}"
        for file in FILES
        if file.relative_to(PACKAGE).parts[0] == package
        for name, line in retired_names(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert wrong == []
