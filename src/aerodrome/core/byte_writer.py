"""Where rows of numbers are written: mypyc's run-time library librt where it is installed, else plain Python.

The compiled engine brings librt along and writes each number straight into memory; the plain engine needs msgspec alone
(`docs/decisions/015-librt-for-observations.md`).
"""

from typing import TYPE_CHECKING

__all__ = ["BytesWriter", "write_i32_le"]

if TYPE_CHECKING:
    from librt.strings import BytesWriter, write_i32_le
else:
    try:
        from librt.strings import BytesWriter, write_i32_le
    except ImportError:
        from aerodrome.core.plain_byte_writer import BytesWriter, write_i32_le
