"""What a deal would bring both sides, what was offered before, and who is asked for offers."""

import random

import aerodrome
from aerodrome.core.actions import CHANCE
from aerodrome.core.chance import pick_outcome_index
from aerodrome.core.game import Game
from aerodrome.core.question import DealForm, DealPreview
from aerodrome.games.airline.model.actions import AcceptOffer, CollectClaim, CounterOffer, MakeNoOffer, Offer
from aerodrome.games.airline.model.state import AirlineState
from games.airline.table import GREEN, RED, YELLOW, Table

FIGURES = ["Cash", "Fares in force", "Cities", "Connected"]


def deal_table() -> Table:
    table = Table("moscow", "new_york", "sydney")
    table.own(YELLOW, "london", "rome")
    table.cash(RED, 45)
    table.no_offers()
    return table


def figures_of(deal: DealPreview, name: str) -> dict[int, tuple[float, float]]:
    return {one.seat: (one.before, one.after) for one in deal.figures if one.name == name}


def test_a_proposal_tells_how_both_sides_would_stand() -> None:
    table = deal_table()
    offer = Offer(YELLOW, give_cash=40, want_cities=table.cities("london"))
    deal = table.game.build_deal_preview(table.state, RED, offer)
    assert deal is not None
    assert list(dict.fromkeys(one.name for one in deal.figures)) == FIGURES
    cash = table.state.cash[YELLOW]
    assert figures_of(deal, "Cash") == {RED: (45, 5), YELLOW: (cash, cash + 40)}
    assert figures_of(deal, "Cities") == {RED: (1, 2), YELLOW: (3, 2)}
    assert figures_of(deal, "Connected")[RED] == (1, 2)
    assert deal.warning.startswith("$5M left: MAINTENANCE costs ")


def test_who_has_enough_left_or_gains_cash_is_not_warned() -> None:
    table = deal_table()
    table.cash(RED, 400)
    buying = table.game.build_deal_preview(
        table.state, RED, Offer(YELLOW, give_cash=40, want_cities=table.cities("london"))
    )
    assert buying is not None
    assert buying.warning == ""


def test_the_answer_to_a_deal_shows_the_same_from_the_other_side() -> None:
    table = deal_table()
    offer = Offer(YELLOW, give_cash=40, want_cities=table.cities("london"))
    proposed = table.game.build_deal_preview(table.state, RED, offer)
    table.do(RED, offer)
    outcomes = table.game.list_choice_outcomes(table.state, YELLOW)
    accepted = outcomes[table.game.legal(table.state, YELLOW).index(AcceptOffer())].deal
    assert proposed is not None
    assert accepted is not None
    assert accepted.partner == RED
    for name in FIGURES:
        assert figures_of(accepted, name) == figures_of(proposed, name)


def test_earlier_offers_of_the_two_are_told_newest_first_with_their_round() -> None:
    table = deal_table()
    table.do(RED, Offer(YELLOW, give_cash=20, want_cities=table.cities("london")))
    table.do(YELLOW, table.game.accept_reject[1])
    table.do(RED, Offer(YELLOW, give_cash=40, want_cities=table.cities("london")))
    table.do(YELLOW, AcceptOffer())
    form = table.game.forms(table.state, RED)[0]
    assert isinstance(form, DealForm)
    earlier = {one.seat: one.earlier for one in form.partners}
    assert earlier[GREEN] == []
    assert earlier[YELLOW][0] == "Round 1: you gave Yellow $40M for London"
    table.do(RED, Offer(YELLOW, give_cities=table.cities("london"), want_cash=60))
    sold = table.game.list_choice_outcomes(table.state, YELLOW)[0].deal
    assert sold is not None
    assert sold.earlier[0] == "Round 1: you gave Red London for $40M"


def test_a_refused_offer_reads_from_both_sides() -> None:
    table = deal_table()
    table.do(RED, Offer(YELLOW, give_cash=20, want_cities=table.cities("london")))
    table.do(YELLOW, table.game.accept_reject[1])
    again = Offer(YELLOW, give_cash=30, want_cities=table.cities("london"))
    mine = table.game.build_deal_preview(table.state, RED, again)
    assert mine is not None
    assert mine.earlier == ["Round 1: Yellow refused $20M for London"]
    table.do(RED, again)
    theirs = table.game.build_deal_preview(table.state, YELLOW, AcceptOffer())
    assert theirs is not None
    assert theirs.earlier == ["Round 1: you refused $20M of Red for London"]


def test_what_a_deal_is_said_to_bring_happens_in_random_games() -> None:
    game: Game = aerodrome.load("airline")
    rng = random.Random(5)
    seen = 0
    for _game in range(3):
        state = game.new(4)
        for _move in range(700):
            actors = game.actors(state)
            if not actors:
                break
            who = actors[0]
            legal = game.legal(state, who)
            if who == CHANCE:
                game.apply(state, who, legal[pick_outcome_index(game.odds(state), rng.random())])
                continue
            deals = [action for action in legal if isinstance(action, (Offer, CounterOffer))]
            if deals:
                seen += 1
                _check_happens(game, state, who, rng.choice(deals))
            game.apply(state, who, rng.choice(legal))
    assert seen > 100


def _check_happens(game: Game, state: AirlineState, who: int, proposal: Offer | CounterOffer) -> None:
    deal = game.build_deal_preview(state, who, proposal)
    assert deal is not None
    after = state.clone()
    game.apply(after, who, proposal)
    game.apply(after, proposal.to, AcceptOffer())
    figures = {figure.name: figure.values for figure in game.statistics(after, who)}
    assert len(deal.figures) == 2 * len(FIGURES)
    for one in deal.figures:
        assert one.seat in (who, proposal.to)
        assert figures[one.name][one.seat] == one.after


def test_who_could_collect_a_claim_is_asked_all_the_same() -> None:
    table = Table("tokyo", "lima", "new_york", collect="claim")
    table.own(YELLOW, "rome")
    table.no_offers()
    table.stand(RED, "rome")
    state = table.state
    while not (state.step_stack and table.top == "MakeOfferStep"):
        who = table.game.actors(state)[0]
        legal = table.game.legal(state, who)
        table.do(who, legal[0])
    seat = table.game.actors(state)[0]
    assert table.game.standing_order_action(state, seat, frozenset()) == MakeNoOffer()
    state.claims.append([seat, RED, 7, 0, table.city("rome")])
    assert any(isinstance(action, CollectClaim) for action in table.game.legal(state, seat))
    assert table.game.standing_order_action(state, seat, frozenset()) is None
