"""Live updates as server-sent events: every thing once, in order, from wherever the line broke."""

import asyncio
from collections.abc import AsyncIterator

from aerodrome.server.present import presence_bytes, update_bytes
from aerodrome.table.service import Live, Tables

HEARTBEAT_S = 15.0


async def events(tables: Tables, live: Live, who: int | None, after: int) -> AsyncIterator[bytes]:
    """What happened after thing `after`, and whatever happens from now on, as `who` may know it."""
    await tables.freshen(live, n=after)
    after = min(after, live.match.n)
    presence = -1
    live.came(who)
    tables.tell_presence(live)
    try:
        yield b"retry: 500\n\n"
        while True:
            changed = live.changed
            while after < live.match.n:
                after += 1
                yield b"event: update\nid: %d\ndata: %s\n\n" % (after, update_bytes(live, after, who))
            if presence != live.presence:
                presence = live.presence
                yield b"event: presence\ndata: %s\n\n" % presence_bytes(live)
            if tables.closing:
                yield b"event: bye\ndata: {}\n\n"
                return
            if changed is not live.changed:
                continue
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT_S)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        live.went(who)
        tables.tell_presence(live)
