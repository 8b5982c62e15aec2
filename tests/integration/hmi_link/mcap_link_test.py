#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A recording satisfies the reference reader of its format, whole, cut off, or after kill -9."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

TOOL = os.environ["LINK_TOOL"]
READER = pathlib.Path(__file__).with_name("mcap_read.js")
TICKS = 3000
MASK = 2**64 - 1


def read(path, mode):
    """What the reference reader sees."""
    done = subprocess.run(["node", READER, path, mode], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def state_hash(tick):
    return tick * 0x9E3779B97F4A7C15 & MASK


class RecordingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "run.mcap")
        subprocess.run([TOOL, "record", cls.path, str(TICKS)], check=True,
                       stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check_ticks(self, messages):
        for tick, message in enumerate(messages, start=1):
            self.assertEqual(message["tick"], str(tick))
            self.assertEqual(message["time_ns"], str(tick * 1_000_000))
            self.assertEqual(message["sequence"], tick - 1)
            self.assertEqual(message["state_hash"], str(state_hash(tick)))
            controls = message["inputs"]["controls"]
            self.assertEqual(controls["accelerator"], tick / 1000)
            self.assertEqual(controls["clutch"], 5e-324)
            self.assertEqual(controls["gear"], str(tick % 7 - 1))
            self.assertEqual(controls["key"], "KEY_ON")
            faults = 0x8000000000000001 if tick == 100 else 0
            self.assertEqual(message["inputs"]["fault_bits"], str(faults))

    def check_states(self, messages):
        for index, message in enumerate(messages, start=1):
            tick = index * 10
            self.assertEqual(message["tick"], str(tick))
            self.assertEqual(message["sim_time_s"], tick / 1000)
            self.assertEqual(message["session"]["phase"], "PHASE_RUNNING")
            self.assertEqual(message["car"]["speed_mps"], tick / 8)
            self.assertEqual(message["car"]["engine_mode"], "ENGINE_MODE_RUNNING")

    def test_by_its_index(self):
        seen = read(self.path, "indexed")
        self.check_ticks(seen["messages"]["/inputs"])
        self.check_states(seen["messages"]["/state"])
        self.assertEqual(len(seen["messages"]["/inputs"]), TICKS)
        self.assertEqual(len(seen["messages"]["/state"]), TICKS // 10)
        self.assertEqual(seen["statistics_messages"], str(TICKS + TICKS // 10))
        self.assertGreaterEqual(seen["chunks"], 1)
        self.assertEqual(seen["metadata"]["ghostcar"]["session_name"], "link-test")
        self.assertEqual(seen["metadata"]["ghostcar"]["session_toml"], "[session]\n")
        self.assertEqual(seen["metadata"]["ghostcar"]["seed"], "7")
        self.assertEqual(seen["metadata"]["ghostcar.end"]["ticks"], str(TICKS))
        self.assertEqual(seen["metadata"]["ghostcar.end"]["dropped_ticks"], "0")

    def test_front_to_back(self):
        seen = read(self.path, "stream")
        self.assertEqual(seen["stopped"], "")
        self.assertEqual(len(seen["messages"]["/inputs"]), TICKS)
        self.check_ticks(seen["messages"]["/inputs"])

    def test_a_damaged_one_is_noticed(self):
        """Negative control: the reference reader does check what it reads."""
        damaged = os.path.join(self.folder.name, "damaged.mcap")
        shutil.copy(self.path, damaged)
        with open(damaged, "r+b") as file:
            file.seek(os.path.getsize(damaged) // 2)
            byte = file.read(1)
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte[0] ^ 1]))
        self.assertNotEqual(read(damaged, "stream")["stopped"], "")

    def test_killed_in_mid_run(self):
        killed = os.path.join(self.folder.name, "killed.mcap")
        with subprocess.Popen([TOOL, "live", killed], stdout=subprocess.PIPE, text=True) as tool:
            last = 0
            while last < 2600:
                last = int(tool.stdout.readline())
            tool.send_signal(signal.SIGKILL)
            for line in tool.stdout:
                last = int(line)
        seen = read(killed, "stream")
        ticks = seen["messages"]["/inputs"]
        self.check_ticks(ticks)
        self.assertNotEqual(seen["stopped"], "")
        # At most a second is missing. Ticks are counted, not time: a slow machine ticks slower.
        self.assertGreaterEqual(len(ticks), last - 1000)
        self.assertLess(len(ticks), last + 1)


if __name__ == "__main__":
    if not os.path.isdir(os.path.join(os.environ["NODE_PLACE"], "node_modules", "@mcap")):
        print("the npm readers are not installed: toolchain/install test")
        sys.exit(77)
    unittest.main()
