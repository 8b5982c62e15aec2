# SPDX-License-Identifier: Apache-2.0
"""Logs and datagrams against tools nobody here wrote: python-can reads and writes them, tshark reads them."""
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import can
from can.interfaces.udp_multicast.utils import pack_message, unpack_message

TOOL = os.environ["LOG_TOOL"]
LENGTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]


def random_messages(count, seed, remote_fd=True):
    """python-can messages of every kind, at times that binary and decimal fractions both hold."""
    rng = random.Random(seed)
    messages = []
    for index in range(count):
        is_extended = rng.random() < 0.5
        is_fd = rng.random() < 0.5
        is_remote = not is_fd and rng.random() < 0.2
        # python-can's ASC reader takes an FD frame without data for a remote frame.
        length = rng.choice(LENGTHS[0 if remote_fd else 1:] if is_fd else LENGTHS[:9])
        messages.append(can.Message(
            timestamp=index / 64, arbitration_id=rng.randrange(1 << (29 if is_extended else 11)),
            is_extended_id=is_extended, is_remote_frame=is_remote, is_fd=is_fd,
            bitrate_switch=is_fd and rng.random() < 0.5, error_state_indicator=is_fd and rng.random() < 0.5,
            dlc=length, data=None if is_remote else rng.randbytes(length), channel=0, check=True))
    return messages


def candump_line(message):
    digits = f"{message.arbitration_id:0{8 if message.is_extended_id else 3}X}"
    if message.is_fd:
        flags = int(message.bitrate_switch) + 2 * int(message.error_state_indicator)
        body = f"##{flags}{message.data.hex().upper()}"
    elif message.is_remote_frame:
        body = "#R" + (str(message.dlc) if message.dlc else "")
    else:
        body = "#" + message.data.hex().upper()
    return f"({message.timestamp:.6f}) can0 {digits}{body}"


def tool(*words, lines=()):
    done = subprocess.run([TOOL, *map(str, words)], input="".join(line + "\n" for line in lines),
                          capture_output=True, text=True, timeout=100, check=True)
    return done.stdout.splitlines()


class Logs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def read_by_python_can(self, reader_type, path):
        """Its lines, with times counted from the first message."""
        messages = list(reader_type(str(path)))
        first = messages[0].timestamp
        for message in messages:
            message.timestamp -= first
        return [candump_line(message) for message in messages]

    def test_python_can_reads_our_logs(self):
        for name, reader_type in [("blf", can.BLFReader), ("asc", can.ASCReader),
                                  ("candump", can.CanutilsLogReader)]:
            lines = [candump_line(message) for message in random_messages(3000, 5, name != "asc")]
            path = self.folder / f"drive.{name}"
            tool("write", name, path, lines=lines)
            found = self.read_by_python_can(reader_type, path)
            self.assertEqual(len(lines), len(found), name)
            for one, other in zip(lines, found):
                self.assertEqual(one, other, name)

    def test_we_read_the_logs_of_python_can(self):
        for name, writer_type in [("blf", can.BLFWriter), ("asc", can.ASCWriter)]:
            messages = random_messages(3000, 6)
            path = self.folder / f"drive.{name}"
            with writer_type(str(path), channel=1) as writer:
                for message in messages:
                    writer.on_message_received(message)
            lines = [candump_line(message) for message in messages]
            found = tool("read", name, path)
            self.assertEqual(len(lines), len(found), name)
            for one, other in zip(lines, found):
                self.assertEqual(one, other, name)

    def test_datagrams(self):
        messages = random_messages(500, 7)
        lines = [candump_line(message) for message in messages]
        unpacked = [unpack_message(bytes.fromhex(line), check=True) for line in tool("pack", lines=lines)]
        self.assertEqual(lines, [candump_line(message) for message in unpacked])
        self.assertEqual(lines, tool("unpack", lines=[pack_message(message).hex() for message in messages]))

    def test_tshark_reads_our_logs(self):
        messages = [message for message in random_messages(300, 8) if not message.is_remote_frame]
        lines = [candump_line(message) for message in messages]
        for name in ["blf", "pcapng", "candump"]:
            path = self.folder / f"drive.{name}"
            tool("write", name, path, lines=lines)
            done = subprocess.run(["tshark", "-r", path, "-T", "fields", "-e", "can.id", "-e", "can.flags.xtd",
                                   "-e", "can.len", "-e", "data.data"], capture_output=True, text=True,
                                  timeout=100, check=True)
            rows = done.stdout.splitlines()
            self.assertEqual(len(rows), len(messages), name)
            for row, message in zip(rows, messages):
                frame_id, extended, length, data = (row + "\t\t\t").split("\t")[:4]
                self.assertEqual((int(frame_id), int(extended), int(length)),
                                 (message.arbitration_id, int(message.is_extended_id), message.dlc), name)
                if data:
                    self.assertEqual(data, message.data.hex(), name)

    def test_tshark_understands_our_diagnostics(self):
        lines = tool("diagnose", lines=["7DF#02010C", "7DF#02010D", "7DF#020105", "7DF#020902", "7E0#300000",
                                        "7E0#0322F190", "7E0#300000", "7E0#021003", "7E0#0227FF"])
        path = self.folder / "talk.log"
        path.write_text("".join(line + "\n" for line in lines))

        def dissected(protocol):
            return subprocess.run(["tshark", "-r", path, "-V", "-d", "can.subdissector,iso15765", "-d",
                                   f"iso15765.subdissector,{protocol}"], capture_output=True, text=True,
                                  timeout=100, check=True).stdout
        obd = dissected("obd-ii")
        self.assertIn("1726", obd)
        self.assertIn("WGH0ST0CAR0000001", obd)
        self.assertNotIn("Malformed", obd)
        uds = dissected("uds")
        self.assertIn("Diagnostic Session Control", uds)
        self.assertNotIn("Malformed", uds)


if __name__ == "__main__":
    unittest.main()
