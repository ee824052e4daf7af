"""The titles, one folder each, all with the same rooms.

A title knows `core`. It must not know another title, bots, matches or the server.
"""
