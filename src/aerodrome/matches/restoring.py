"""A stored match becomes one in memory, or a sentence that says why it cannot be read."""

import logging

import msgspec

from aerodrome.core.edition import EditionError
from aerodrome.core.options import BadOption
from aerodrome.core.registry import UnknownEdition, UnknownRulesVersion, UnknownTitle
from aerodrome.matches.clocks import Outages
from aerodrome.matches.errors import UnreadableMatch
from aerodrome.matches.events import decode_event
from aerodrome.matches.match import Match
from aerodrome.matches.store import StoredMatch

log = logging.getLogger("aerodrome.matches")


def restore_match(id: str, stored_match: StoredMatch, outages: Outages = ()) -> Match:
    """The match that was stored. Raises UnreadableMatch.

    Snapshots only spare time: a damaged one is left out, and made again from the events.
    """
    match = _restore_without_bad_snapshots(id, stored_match, outages)
    if match.updated_at_ms < stored_match.updated_at_ms:
        raise UnreadableMatch("This table cannot be read: its last events are missing.")
    return match


def _restore_without_bad_snapshots(id: str, stored_match: StoredMatch, outages: Outages) -> Match:
    try:
        return Match.restore(id, stored_match.setup, stored_match.encoded_events, stored_match.snapshots, outages)
    except Exception as error:
        problem = error
    if stored_match.snapshots:
        try:
            match = Match.restore(id, stored_match.setup, stored_match.encoded_events, [], outages)
        except Exception as error:
            problem = error
        else:
            log.warning("a snapshot was damaged: the match was played again", extra={"match": id})
            match.queue_snapshots(0)
            return match
    raise UnreadableMatch(_explain_why_unreadable(stored_match, problem)) from problem


def _explain_why_unreadable(stored_match: StoredMatch, problem: Exception) -> str:
    """What is wrong with a match, in a sentence for the people at its table."""
    setup = stored_match.setup
    match problem:
        case UnknownTitle():
            return f"This table plays {setup.title}, a title that this server does not have."
        case UnknownRulesVersion():
            return (
                f"This table plays rules version {setup.rules_version} of {setup.title}, which this server does not "
                "know. It goes on when the server is brought up to date."
            )
        case UnknownEdition():
            return (
                f"This table plays an edition of {setup.title} ({(setup.get_edition_hash() or '')[:12]}) that this "
                "server does not have. It goes on when the server is brought up to date."
            )
        case EditionError():
            return f"This table plays an edition of its host's own that this server's checks refuse: {problem}"
        case BadOption():
            return "This table cannot be read: its settings are not those of its title."
    return _explain_bad_event(stored_match) or "This table cannot be read: its events do not fit together."


def _explain_bad_event(stored_match: StoredMatch) -> str:
    for version, encoded in enumerate(stored_match.encoded_events, 1):
        try:
            decode_event(encoded)
        except msgspec.ValidationError:
            return f"This table cannot be read: this server does not know what event {version} of it is."
        except (msgspec.DecodeError, UnicodeDecodeError):
            return f"This table cannot be read: event {version} of it is damaged."
    return ""
