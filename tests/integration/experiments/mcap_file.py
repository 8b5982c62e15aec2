# SPDX-License-Identifier: Apache-2.0
"""Reads a recording without any code of Ghostcar: the container by the MCAP specification
(https://mcap.dev/spec), the messages by classes that protoc makes from the .proto."""
import importlib
import struct
import subprocess
import sys
import tempfile

MAGIC = b"\x89MCAP0\r\n"
CHANNEL, MESSAGE, CHUNK, METADATA = 0x04, 0x05, 0x06, 0x0C


def message_classes(top):
    """The module of ghostcar.proto, generated afresh."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["protoc", f"--proto_path={top}", f"--python_out={folder}",
                        "hmi_link/proto/ghostcar.proto"], check=True, cwd=top)
        sys.path.insert(0, folder)
        module = importlib.import_module("hmi_link.proto.ghostcar_pb2")
        sys.path.remove(folder)
    return module


def text_at(data, at):
    length = struct.unpack_from("<I", data, at)[0]
    return data[at + 4:at + 4 + length].decode(), at + 4 + length


def records(data, at, end):
    """(opcode, offset, length) of each record; the unfinished last one of a killed run is left out."""
    while at + 9 <= end:
        opcode, length = struct.unpack_from("<BQ", data, at)
        if at + 9 + length > end:
            return
        yield opcode, at + 9, length
        at += 9 + length


class McapFile:
    """topic -> list of message bytes, and the metadata records by name."""

    def __init__(self, path):
        self.topics = {}
        self.metadata = {}
        self._channels = {}
        with open(path, "rb") as file:
            data = file.read()
        if not data.startswith(MAGIC):
            raise ValueError(f"{path}: is no MCAP file")
        self._read(data, len(MAGIC), len(data))

    def _read(self, data, begin, end):
        for opcode, at, length in records(data, begin, end):
            if opcode == CHANNEL:
                number = struct.unpack_from("<H", data, at)[0]
                self._channels[number] = text_at(data, at + 4)[0]
            elif opcode == MESSAGE:
                number = struct.unpack_from("<H", data, at)[0]
                self.topics.setdefault(self._channels[number], []).append(data[at + 22:at + length])
            elif opcode == CHUNK:
                compression, after = text_at(data, at + 28)
                if compression:
                    raise ValueError("a compressed chunk")
                size = struct.unpack_from("<Q", data, after)[0]
                self._read(data, after + 8, after + 8 + size)
            elif opcode == METADATA:
                name, after = text_at(data, at)
                pairs, after = {}, after + 4
                while after < at + length:
                    key, after = text_at(data, after)
                    pairs[key], after = text_at(data, after)
                self.metadata[name] = pairs
