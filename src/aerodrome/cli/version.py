"""Which aerodrome this is."""

from importlib.metadata import version as installed

from aerodrome.core import game


def compiled() -> bool:
    """Whether the rules run as extension modules."""
    return not str(game.__file__).endswith(".py")


def version() -> str:
    form = "compiled" if compiled() else "plain Python"
    return f"aerodrome {installed('aerodrome')} ({form} engine)"
