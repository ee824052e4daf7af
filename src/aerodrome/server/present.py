"""The one door: everything a caller gets to see of a match is made here, from `who`'s view and nothing else."""

from typing import Any

import msgspec

from aerodrome.server import wire
from aerodrome.table import doings, journal, moves, words
from aerodrome.table.journal import Played, Started, Undone
from aerodrome.table.match import Match
from aerodrome.table.numbers import history
from aerodrome.table.service import Live

_encoder = msgspec.json.Encoder()


def room(live: Live, held: list[int], who: int | None, host: bool) -> wire.Room:
    """The whole room for somebody who holds these seats and looks from `who`'s (None: a spectator's) chair."""
    match, setup = live.match, live.match.setup
    return wire.Room(
        id=match.id,
        title=setup.title,
        edition=match.game.edition_id,
        rules_version=setup.rules,
        options=setup.options,
        mode=setup.mode,
        status=match.status,
        hints=setup.hints,
        n=match.n,
        seq=match.seq,
        position=match.position,
        me=wire.Me(held, who, host),
        seats=seats(live),
        board=match.game.board(),
        view=match.game.view(match.record.state, who),
        question=question(match, who),
        log=log(match, who),
        chat=[_said(match, n, thing) for n, thing in match.things() if isinstance(thing, journal.Said)],
        orders=orders(match, who),
        undo=undo(match, who),
        votes=votes(match),
        clocks=clocks(match),
        commitment=match.record.commitment,
        result=result(match),
        links=_links(match, bool(held), host),
        trouble=live.trouble,
        rematch=match.rematch,
    )


def update(live: Live, n: int, who: int | None) -> wire.Update:
    """Thing `n` as `who` may know it; the newest comes with the table as it is now."""
    match = live.match
    thing = match.thing(n)
    fresh = n == match.n
    told = wire.Update(
        n=n,
        seq=match.seqs[n],
        position=match.positions[n],
        status=match.status,
        fresh=fresh,
        log=[_line(line) for line in words.lines(match, n, thing, who)],
        events=words.heard(thing.moves, who) if isinstance(thing, (Started, Played)) else [],
        undone_to=thing.to if isinstance(thing, Undone) else None,
        chat=[_said(match, n, thing)] if isinstance(thing, journal.Said) else [],
    )
    if fresh:
        told.seats = seats(live)
        told.view = match.game.view(match.record.state, who)
        told.question = question(match, who)
        told.orders = orders(match, who)
        told.undo = undo(match, who)
        told.votes = votes(match)
        told.clocks = clocks(match)
        told.result = result(match)
        told.rematch = match.rematch
    return told


def update_bytes(live: Live, n: int, who: int | None) -> bytes:
    """The newest update is made once for all who look from the same chair."""
    if n != live.match.n:
        return _encoder.encode(update(live, n, who))
    kept = live.newest.get(who)
    if kept is None or kept[0] != n:
        kept = live.newest[who] = n, _encoder.encode(update(live, n, who))
    return kept[1]


def presence_bytes(live: Live) -> bytes:
    return _encoder.encode(wire.Presence(seats(live), live.trouble))


def seats(live: Live) -> list[wire.SeatInfo]:
    match = live.match
    return [
        wire.SeatInfo(
            seat=seat,
            colour=match.game.seat_name(seat),
            kind=now.kind,
            name=now.name,
            level=now.level,
            doing=_doing(live, seat),
            replaced=now.replaced,
        )
        for seat, now in enumerate(match.seats)
    ]


def _doing(live: Live, seat: int) -> Any:
    now = live.match.seats[seat]
    if now.kind == "open":
        return "open"
    here = now.kind == "bot" or live.is_here(seat) or live.match.setup.mode == "hotseat"
    if now.asked_at is not None:
        return "thinking" if here else "asleep"
    return "" if here else "away"


def question(match: Match, who: int | None) -> wire.Asked | None:
    if who is None or match.seats[who].asked_at is None:
        return None
    asked = match.game.question(match.record.state, who)
    return wire.Asked(
        seq=match.seats[who].asked_at or 0,
        ask=asked.ask,
        choices=asked.choices,
        forms=asked.forms,
        refused=asked.refused,
    )


def log(match: Match, who: int | None) -> list[wire.LogLine]:
    found: list[wire.LogLine] = []
    for n, thing in match.things():
        if isinstance(thing, Undone):
            found = [line for line in found if line.position <= thing.to]
        found.extend(_line(line) for line in words.lines(match, n, thing, who))
    return found


def _line(line: words.LogLine) -> wire.LogLine:
    return wire.LogLine(line.id, line.text, line.rule, line.position, line.seat)


def _said(match: Match, n: int, thing: journal.Said) -> wire.Said:
    return wire.Said(n, thing.seat, match.seats[thing.seat].name, thing.text, thing.at)


def orders(match: Match, who: int | None) -> list[wire.OrderInfo]:
    """Standing orders of one's own: those given, then those that could be."""
    if who is None:
        return []
    given = match.seats[who].orders
    found = [wire.OrderInfo(key, label, True) for key, label in given.items()]
    if match.status == "playing":
        offered = match.game.orders(match.record.state, who)
        found += [wire.OrderInfo(o.key, o.label, False) for o in offered if o.key not in given]
    return found


def undo(match: Match, who: int | None) -> wire.Undo:
    if who is None:
        return wire.Undo(None, None, "You are watching.")
    back, turn, why = moves.back(match, who)
    return wire.Undo(back, turn, why)


def votes(match: Match) -> list[wire.Vote]:
    return [
        wire.Vote(
            id=vote.id,
            what=vote.what,
            by=vote.by,
            text=words.remark(match, match.thing(vote.id)),
            to=vote.to,
            seat=vote.target,
            agreed=vote.agreed,
            waiting=doings.waiting(match, vote.by, vote),
        )
        for vote in match.votes.values()
    ]


def clocks(match: Match) -> wire.Clocks | None:
    rules = match.setup.clock
    if rules is None:
        return None
    now = journal.now()
    faces = []
    for seat in range(len(match.seats)):
        move, game = match.clocks.left(seat, now)
        faces.append(wire.SeatClock(match.clocks.since[seat] is not None, move, game))
    return wire.Clocks(now, rules.per_move, rules.per_game, rules.then, faces)


def result(match: Match) -> wire.Result | None:
    if not match.over:
        return None
    state, game = match.record.state, match.game
    return wire.Result(
        scores=game.scores(state),
        winners=list(game.winners(state)),
        reason=game.end_reason(state),
        tally=game.tally(state),
        seed=match.setup.seed,
    )


def _links(match: Match, seated: bool, host: bool) -> wire.Links:
    setup = match.setup
    open_seats = [
        f"/j/{chair.token}" if host and match.seats[seat].kind == "open" else None
        for seat, chair in enumerate(setup.seats)
    ]
    return wire.Links(open_seats, f"/j/{setup.watch}" if setup.watch and (seated or host) else None)


def created(match: Match) -> wire.Created:
    """For the host alone, right after the match was made."""
    setup = match.setup
    links = [f"/j/{chair.token}" if chair.token else None for chair in setup.seats]
    return wire.Created(match.id, links, f"/j/{setup.watch}" if setup.watch else None)


def moment(match: Match, position: int, who: int | None) -> wire.Moment:
    state = match.record.at(position)
    acted = match.record.played[position - 1][0] if position else -1
    return wire.Moment(
        position=position,
        of=match.position,
        view=match.game.view(state, who),
        actors=list(match.game.actors(state)),
        round=match.game.round_of(state),
        acted=acted if acted >= 0 else None,
    )


def numbers(match: Match, who: int | None) -> wire.Numbers:
    past = history(match, who)
    series = [wire.NumberSeries(name, values) for name, values in past.series.items()]
    return wire.Numbers(past.positions, past.rounds, series)
