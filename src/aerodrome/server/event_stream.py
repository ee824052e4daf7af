"""Live updates as server-sent events: every event once, in order, from wherever the connection broke."""

import asyncio
from collections.abc import AsyncGenerator

from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.service import MatchService
from aerodrome.server.serializers import encode_presence, encode_update

HEARTBEAT_S = 15.0
MAX_RESUME_EVENTS = 500
"""Who missed more than this many events gets the room anew instead of all of them."""


async def stream_events(
    service: MatchService, live: LiveMatch, viewer: int | None, after_version: int
) -> AsyncGenerator[bytes, None]:
    """The events after a version, and whatever happens from now on, as `viewer` may know it.

    What the viewer may not know of sends nothing and puts off nothing: not even the comment line comes later.
    """
    await service.catch_up_to(live, viewer, version=after_version)
    numbers, newest = live.match.version_numbers, live.match.get_shown_version(viewer)
    # Who knows of more than there is counts by the numbers of an older server.
    if not 0 <= newest - after_version <= MAX_RESUME_EVENTS:
        yield b"event: reset\ndata: {}\n\n"
        return
    sent_version = numbers.convert_from_shown_number(viewer, after_version, live.match.version)
    sent_presence = -1
    get_seconds = asyncio.get_running_loop().time
    comment_due = get_seconds() + HEARTBEAT_S
    known_presence = live.presence_version
    live.attach_viewer(viewer)
    if live.presence_version != known_presence:
        service.publish_presence(live)
    try:
        yield b"retry: 500\n\n"
        while True:
            changed = live.changed
            while sent_version < live.match.version:
                sent_version += 1
                if numbers.is_entry_hidden(viewer, sent_version):
                    continue
                update = encode_update(live, sent_version, viewer)
                yield b"event: update\nid: %d\ndata: %s\n\n" % (
                    numbers.convert_to_shown_number(viewer, sent_version),
                    update,
                )
                comment_due = get_seconds() + HEARTBEAT_S
            if sent_presence != live.presence_version:
                sent_presence = live.presence_version
                yield b"event: presence\ndata: %s\n\n" % encode_presence(live)
                comment_due = get_seconds() + HEARTBEAT_S
            if service.is_closing:
                yield b"event: bye\ndata: {}\n\n"
                return
            if changed is not live.changed:
                continue
            try:
                await asyncio.wait_for(changed.wait(), max(0.0, comment_due - get_seconds()))
            except TimeoutError:
                yield b": still here\n\n"
                comment_due = get_seconds() + HEARTBEAT_S
    finally:
        known_presence = live.presence_version
        live.detach_viewer(viewer)
        if live.presence_version != known_presence:
            service.publish_presence(live)
