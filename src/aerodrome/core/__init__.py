"""The laws of any game: actors, steps, actions, chance, records, views.

Knows msgspec and nothing else. Must not know any title, bot, match or page.
"""
