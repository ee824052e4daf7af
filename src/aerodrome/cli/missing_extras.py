"""Which extra of the package brings what a command needs."""

from collections.abc import Iterator
from contextlib import contextmanager


class UserError(Exception):
    """Something the user can put right: told in one line."""

    exit_code = 1


class MissingExtraError(UserError):
    """A command needs packages that are not installed."""

    exit_code = 2


@contextmanager
def explaining_missing_extra(extra: str, command: str) -> Iterator[None]:
    """Around a command's imports: says which extra of aerodrome brings a package that is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("aerodrome"):
            raise
        install = f'pip install "aerodrome[{extra}]"'
        raise MissingExtraError(f"{command} needs the package {error.name}: {install}") from None
