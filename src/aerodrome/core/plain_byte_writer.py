"""What `byte_writer` falls back on where librt is not installed."""


class BytesWriter:
    """Bytes that grow at their end."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def __len__(self) -> int:
        return len(self._bytes)

    def append(self, byte: int) -> None:
        self._bytes.append(byte)

    def write(self, data: bytes) -> None:
        self._bytes += data

    def getvalue(self) -> bytes:
        return bytes(self._bytes)

    def truncate(self, size: int) -> None:
        """Keep so many bytes, counted from the start."""
        del self._bytes[size:]


def write_i32_le(row: BytesWriter, number: int) -> None:
    """Four bytes, the lowest first."""
    row.write(number.to_bytes(4, "little", signed=True))
