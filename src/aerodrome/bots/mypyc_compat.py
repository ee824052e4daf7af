"""A word for mypyc that means nothing to plain Python. Stays plain itself: here the two differ."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_settings: bool) -> Any:
        return lambda cls: cls
