"""The command line: reads what was typed, calls the package that does it, prints what came of it.

Knows: every package, each imported only by the command that needs it, and which extra brings what is missing.
Must not know: rules, storage or statistics of its own.
"""
