# SPDX-License-Identifier: Apache-2.0
"""Faults and stimulus files in the program: `can-faults` passes, the same file with a wrong expectation does
not, everything replays, logs are what python-can reads, and mistakes cost nothing."""
import pathlib
import socket
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree

import can

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "program"))
from program import GHOSTCAR, TOP, ProgramTest  # noqa: E402

DATA = TOP / "model/data"


class Faults(ProgramTest):
    def copy(self, csv_change=lambda text: text, toml_change=lambda text: text):
        """The shipped session beside its file, both changed."""
        csv = (DATA / "stimuli/can-faults.csv").read_text()
        session = (DATA / "sessions/can-faults.toml").read_text()
        (self.folder / "t.csv").write_text(csv_change(csv))
        (self.folder / "t.toml").write_text(toml_change(session.replace("../stimuli/can-faults.csv", "t.csv")))
        return "t.toml"

    def test_the_shipped_session(self):
        result = self.run_session("--pace", "fast", session="can-faults")
        self.assertEqual(result["verdict"], "passed", result["message"])
        expectations = result["expectations"]
        self.assertEqual([e["channel"] for e in expectations], ["accelerator", "Pedals", "engine", "speed_kph"])
        self.assertTrue(all(e["passed"] and e["ticks"] > 0 for e in expectations), expectations)
        hits = {fault["name"]: fault["hits"] for fault in result["bus_faults"]}
        # 500 ms and 300 ms of a message every 10 ms; nobody asked for a flood.
        self.assertEqual((hits["pedals-lost"], hits["pedals-wrong"], hits["flood"]), (50, 30, 0), hits)
        self.assertEqual(hits["Pedals.AcceleratorPosition"], 50)
        self.assertGreater(hits["off"], 0)
        self.assertGreater(hits["slow-lever"], 10)

        suite = ElementTree.parse(self.folder / "run/junit.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("5", "0"))
        names = [case.get("name") for case in suite.iter("testcase")]
        self.assertEqual(names[1:], [e["column"] for e in expectations])

        code, replay = self.replay()
        self.assertEqual(code, 0, replay)
        again = self.run_session("--pace", "fast", out="again", session="can-faults")
        for key in ("state_hash", "inputs_hash", "bus_faults"):
            self.assertEqual(again[key], result[key])
        other = self.run_session("--pace", "fast", "--seed", 2, out="other", session="can-faults")
        self.assertNotEqual(other["bus_faults"], result["bus_faults"])  # of slow-lever

        frames = result["bus_log"]["frames"]
        self.assertEqual(result["bus_log"]["dropped"], 0)
        self.assertEqual(sum(1 for _ in can.CanutilsLogReader(self.folder / "run/can.log")), frames)
        logged = list(can.BLFReader(self.folder / "run/can.blf"))
        self.assertEqual(len(logged), frames)
        # Pedals while they are lost: none in the log, which stands behind the faults.
        start = logged[0].timestamp
        pedals = [m.timestamp - start for m in logged if m.arbitration_id == 0x100 and not m.is_error_frame]
        self.assertFalse([t for t in pedals if 10.01 < t < 10.48])
        self.assertTrue([t for t in pedals if 9.5 < t < 10.0])

    def test_a_wrong_expectation_fails(self):
        session = self.copy(csv_change=lambda text: text.replace(",0.05,", ",0.06,"))
        done = self.ghostcar("run", session, "--pace", "fast", "--out", "run")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        result = self.result()
        self.assertEqual(result["verdict"], "failed")
        self.assertRegex(result["message"], r"1 of 4 expectations not met: accelerator was 0.05 at 11\.56 s, "
                                            r"expected 0.06")
        suite = ElementTree.parse(self.folder / "run/junit.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("5", "2"))

    def test_a_run_that_is_too_short_fails(self):
        done = self.ghostcar("run", "can-faults", "--pace", "fast", "--duration", "9", "--out", "run")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("the run ended before", self.result()["message"])

    def test_mistakes_are_told_before_anything_is_written(self):
        def first_column(name):
            return lambda text: text.replace("Pedals.AcceleratorPosition,", name + ",", 1)

        rows = [
            (dict(csv_change=first_column("Pedals.Horn")), r"t\.csv:1:11: there is no channel \"Pedals.Horn\""),
            (dict(csv_change=lambda text: text.replace("\n1500,", "\n-5,")), r"t\.csv:3:1: .*timestamp"),
            (dict(csv_change=lambda text: text.replace("#EXP(0;0;60)#engine", "#EXP(0;0)#engine")),
             r"t\.csv:1:\d+: .*tolerance"),
            (dict(toml_change=lambda text: text.replace("t.csv", "none.csv")), r"none\.csv: no such file"),
            (dict(toml_change=lambda text: text.replace("speed > 10", "speeed > 10")),
             r"t\.toml:\d+: can\.fault.*when: character 1: .*did you mean speed"),
            (dict(toml_change=lambda text: text.replace('"drop"', '"dropp"')), r"t\.toml:\d+: .*not a kind of fault"),
            (dict(toml_change=lambda text: text.replace("WGH0ST0CAR0000001", "WGHOST")), r"t\.toml:\d+: .*vin"),
            (dict(toml_change=lambda text: text.replace('"blf"]', '"mdf"]')), r"t\.toml:\d+: .*formats"),
        ]
        for change, pattern in rows:
            session = self.copy(**change)
            done = self.ghostcar("run", session, "--pace", "fast", "--out", "wrong")
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertRegex(done.stderr, pattern)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertFalse((self.folder / "wrong").exists())

    def test_a_fault_by_command(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        session = self.copy(toml_change=lambda text: text + f'\n[commands]\nlisten = "127.0.0.1:{port}"\n')
        run = subprocess.Popen([GHOSTCAR, "run", session, "--pace", "4", "--out", "run"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(run.kill)

        def send(kind, fault):
            # Command { kind = 1, fault = 4 } in CommandPacket { command = 4 }
            command = bytes([0x08, kind, 0x22, len(fault)]) + fault.encode()
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
                link.sendto(bytes([0x22, len(command)]) + command, ("127.0.0.1", port))

        while not (self.folder / "run/run.mcap").exists():
            time.sleep(0.05)
        time.sleep(0.5)
        send(6, "flood")
        send(6, "no-such-fault")
        time.sleep(0.5)
        send(7, "flood")
        output = run.communicate(timeout=100)[0]
        self.assertIn(run.returncode, (0, 1), output)
        result = self.result()
        flood = [fault for fault in result["bus_faults"] if fault["name"] == "flood"][0]
        self.assertGreater(flood["hits"], 100)
        # It was cleared: the whole run would have had more than 50 000.
        self.assertLess(flood["hits"], 30000)
        self.assertEqual(result["link"]["commands"], {"accepted": 2, "unknown_parameter": 1})
        code, replay = self.replay()
        self.assertEqual(code, 0, replay)


if __name__ == "__main__":
    unittest.main()
