"""Arrays that several processes fill and read: one piece of shared memory, gone with the last process that has it."""

import ctypes
import multiprocessing
from math import prod
from multiprocessing.context import get_spawning_popen
from typing import Any

import numpy as np

from aerodrome.adapters.vector_env_base import Arrays, ArrayShapes

ALIGNMENT = 64


class SharedArrays:
    """`arrays`, by name. A process that is started with this object as an argument has the same ones."""

    def __init__(self, shapes: ArrayShapes, memory: Any = None) -> None:
        self.shapes = shapes
        self.arrays: Arrays = {}
        ends = _list_array_end_offsets(shapes)
        # It has no name that could be left behind: the system frees it when nobody has it, after kill -9 too.
        self.memory = (
            multiprocessing.get_context("spawn").RawArray(ctypes.c_byte, ends[-1]) if memory is None else memory
        )
        whole = np.frombuffer(memoryview(self.memory).cast("B"), np.uint8)
        for (name, (kind, shape)), end in zip(shapes.items(), ends, strict=True):
            size = _count_bytes(kind, shape)
            start = end - _round_up_to_alignment(size)
            self.arrays[name] = whole[start : start + size].view(kind).reshape(shape)

    def __reduce__(self) -> tuple[type["SharedArrays"], tuple[ArrayShapes, Any]]:
        if get_spawning_popen() is None:
            raise TypeError("shared arrays cannot be pickled: give them to a process as an argument when it is started")
        return SharedArrays, (self.shapes, self.memory)


def _count_bytes(dtype: Any, shape: tuple[int, ...]) -> int:
    return int(np.dtype(dtype).itemsize * prod(shape))


def _round_up_to_alignment(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def _list_array_end_offsets(shapes: ArrayShapes) -> list[int]:
    """Where each array ends, with the room up to the next."""
    ends: list[int] = []
    for kind, shape in shapes.values():
        ends.append((ends[-1] if ends else 0) + _round_up_to_alignment(_count_bytes(kind, shape)))
    return ends
