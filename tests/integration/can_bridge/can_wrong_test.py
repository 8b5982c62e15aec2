# SPDX-License-Identifier: Apache-2.0
"""Sessions whose bus is wrong: one clear line, exit code 2, and nothing is left behind or sent."""
import os
import pathlib
import subprocess
import tempfile
import unittest

GHOSTCAR = os.environ["GHOSTCAR"]
TOP = pathlib.Path(os.environ["GHOSTCAR_TOP"])

DBC = """VERSION ""
BU_: Us
BO_ 512 Engine: 8 Us
 SG_ Rpm : 0|16@1+ (0.25,0) [0|16000] "rpm" Us
 SG_ Twice : 8|16@1+ (1,0) [0|0] "" Us
BO_ 513 Other: 8 Us
 SG_ Gear : 0|8@1- (1,0) [0|0] "" Us
"""
SEND = """[[can.bus.send]]
message = "Engine"
cycle_ms = 10
signals = [ { signal = "Rpm", from = "engine_speed_rpm" } ]
"""


class WrongBus(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.demo = (TOP / "model/data/sessions/robot-demo.toml").read_text()

    def run_with(self, send, channel="none", dbc=DBC, words=()):
        bus = f'[[can.bus]]\nname = "car"\nchannel = "{channel}"\nbit_rate_bps = 500000\ndbc = "car.dbc"\n'
        (self.folder / "car.dbc").write_text(dbc)
        (self.folder / "my.toml").write_text(self.demo + "\n" + bus + send)
        return subprocess.run([GHOSTCAR, "run", "my.toml", "--duration", "1", *words], cwd=self.folder,
                              capture_output=True, text=True, timeout=100, check=False)

    def refuses(self, *parts, **options):
        done = self.run_with(**options)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)
        self.assertFalse((self.folder / "runs").exists())

    def test_control_a_right_one_runs(self):
        done = self.run_with(SEND, words=("--pace", "fast"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_bus_that_does_not_exist(self):
        self.refuses("my.toml", '"car"', '"can77"', send=SEND, channel="can77")
        self.refuses("my.toml", "no channel", send=SEND, channel="udp:1:2:3")
        self.refuses("port", send=SEND, channel="desk:239.1.2.3:99999")
        self.refuses("multicast", send=SEND, channel="desk:10.1.2.3")

    def test_iso_tp_of_a_kernel_that_has_no_part_in_the_bus(self):
        table = '[can.diagnostics]\nvin = "WGH0ST0CAR0000001"\niso_tp = "{}"\n'
        self.refuses("my.toml", "iso_tp", "modprobe can-isotp", send=SEND + table.format("kernel"))
        self.refuses("my.toml", "iso_tp", '"kernel", "own"', send=SEND + table.format("linux"))
        self.assertEqual(self.run_with(SEND + table.format("own"), words=("--pace", "fast")).returncode, 0)

    def test_a_signal_that_is_not_in_the_file(self):
        self.refuses("my.toml:", "Engine", '"Rmp"', '"Rpm"', send=SEND.replace('"Rpm"', '"Rmp"'))

    def test_signals_that_overlap(self):
        both = SEND.replace(" } ]", ' }, { signal = "Twice", from = "gear" } ]')
        self.refuses("my.toml:", "Twice overlaps Rpm", send=both)

    def test_two_owners_of_an_id(self):
        other = '[[can.bus.send]]\nmessage = "Other"\ncycle_ms = 10\nid = 512\n'
        self.refuses("my.toml:", "id 512 has two owners", "Engine", "Other", send=SEND + other)

    def test_an_id_out_of_range(self):
        self.refuses("my.toml:", "id: found 2048", "2047", send=SEND.replace('"Engine"', '"Engine"\nid = 2048'))
        self.refuses("car.dbc:3", "29 bits", send=SEND, dbc=DBC.replace("512", "1610612736"))
        self.refuses("my.toml:", "11 bits", send=SEND, dbc=DBC.replace("512", "4096"))

    def test_a_file_that_is_none(self):
        self.refuses("car.dbc:1:", send=SEND, dbc="hello")

    def test_a_bus_has_one_pace(self):
        self.refuses("--pace fast", send=SEND, channel="desk", words=("--pace", "fast"))


if __name__ == "__main__":
    unittest.main()
