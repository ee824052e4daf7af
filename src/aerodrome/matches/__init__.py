"""Matches of people and bots: commands, events, storage, undo, clocks and the bots' processes.

Knows the engine (`core`) through its public interface, the bots' levels, SQL, and what `ratings`, `competitions` and
`reviews` reckon. Knows no title, no HTTP and no JSON of the API: `server` turns requests into calls of `commands` and
matches into answers.
"""
