"""Which aerodrome this is."""

from importlib.metadata import version as installed

from aerodrome.core import game


def is_compiled() -> bool:
    """Whether the rules run as extension modules."""
    return not str(game.__file__).endswith(".py")


def format_version() -> str:
    """ "aerodrome 0.1.0 (compiled engine)"."""
    form = "compiled" if is_compiled() else "plain Python"
    return f"aerodrome {installed('aerodrome')} ({form} engine)"
