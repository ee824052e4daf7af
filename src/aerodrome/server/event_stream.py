"""Live updates as server-sent events: every event once, in order, from wherever the connection broke."""

import asyncio
from collections.abc import AsyncIterator

from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.service import MatchService
from aerodrome.server.serializers import encode_presence, encode_update

HEARTBEAT_S = 15.0
MAX_RESUME_EVENTS = 500
"""Who missed more than this many events gets the room anew instead of all of them."""


async def stream_events(
    service: MatchService, live: LiveMatch, viewer: int | None, after_version: int
) -> AsyncIterator[bytes]:
    """The events after a version, and whatever happens from now on, as `viewer` may know it."""
    await service.catch_up_to(live, version=after_version)
    sent_version = min(after_version, live.match.version)
    if live.match.version - sent_version > MAX_RESUME_EVENTS:
        yield b"event: reset\ndata: {}\n\n"
        return
    sent_presence = -1
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
                yield b"event: update\nid: %d\ndata: %s\n\n" % (sent_version, encode_update(live, sent_version, viewer))
            if sent_presence != live.presence_version:
                sent_presence = live.presence_version
                yield b"event: presence\ndata: %s\n\n" % encode_presence(live)
            if service.is_closing:
                yield b"event: bye\ndata: {}\n\n"
                return
            if changed is not live.changed:
                continue
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT_S)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        known_presence = live.presence_version
        live.detach_viewer(viewer)
        if live.presence_version != known_presence:
            service.publish_presence(live)
