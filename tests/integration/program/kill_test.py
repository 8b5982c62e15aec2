# SPDX-License-Identifier: Apache-2.0
"""A killed program leaves a recording that replays; an interrupted one leaves everything."""
import os
import re
import signal
import subprocess
import time
import unittest

from program import GHOSTCAR, ProgramTest


class Kill(ProgramTest):
    def start(self, *words, pace="realtime"):
        command = [GHOSTCAR, "run", "robot-demo", "--pace", pace, "--out", "run", *words]
        process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.addCleanup(process.communicate)
        recording = self.folder / "run" / "run.mcap"
        while not recording.exists() and process.poll() is None:
            time.sleep(0.01)
        return process

    def test_kill_loses_at_most_the_last_second(self):
        process = self.start()
        time.sleep(6.0)
        # Ticks never run ahead of the wall clock, so this is an upper bound of what was driven.
        process.send_signal(signal.SIGSTOP)
        cpu_ticks = self.executed_ticks(process.pid)
        process.kill()
        process.wait()
        code, replay = self.replay()
        self.assertEqual(code, 0, replay)
        self.assertTrue(replay["identical"])
        self.assertFalse(replay["complete"])
        self.assertNotEqual(replay["message"], "")
        self.assertGreater(replay["ticks"], cpu_ticks - 1000, "more than a second is lost")
        self.assertFalse((self.folder / "run" / "result.json").exists())
        self.assertEqual(self.ghostcar("report", "run").returncode, 0)
        page = (self.folder / "run" / "report.html").read_text()
        self.assertIn("the run was killed", page)
        self.assertIn("<svg", page)

    @staticmethod
    def executed_ticks(pid):
        """How often the cyclic thread went to sleep: once per tick in real time (proc(5))."""
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/comm", encoding="ascii") as name:
                if name.read().strip() != "ghostcar-tick":
                    continue
            with open(f"/proc/{pid}/task/{task}/status", encoding="ascii") as status:
                for line in status:
                    if line.startswith("voluntary_ctxt_switches"):
                        return int(line.split()[1])
        raise AssertionError("there is no cyclic thread")

    def test_interrupt_closes_all_files(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number.name):
                process = self.start()
                time.sleep(2.0)
                process.send_signal(number)
                output, errors = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 130, output + errors)
                result = self.result()
                self.assertEqual((result["outcome"], result["verdict"]), ("aborted", "none"))
                code, replay = self.replay()
                self.assertEqual(code, 0)
                self.assertTrue(replay["complete"] and replay["identical"])
                for name in ["junit.xml", "timing.json", "report.html"]:
                    self.assertTrue((self.folder / "run" / name).exists(), name)
                (self.folder / "run").rename(self.folder / number.name)

    def send(self, process, number):
        """Sends a signal, and waits until the program has taken it: a second one would not add to it."""
        process.send_signal(number)
        while process.poll() is None:
            with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                pending = int(re.search(r"^ShdPnd:\s*(\w+)", status.read(), re.MULTILINE)[1], 16)
            if pending & 1 << (number - 1) == 0:
                return
            time.sleep(0.01)

    def test_a_second_interrupt_does_not_wait(self):
        process = self.start(pace="1/64")  # so slow that an orderly end takes six seconds
        time.sleep(1.5)
        self.send(process, signal.SIGINT)
        self.send(process, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGINT, output + errors)
        self.assertEqual(self.replay()[0], 0)

    def test_a_second_hangup_changes_nothing(self):
        # A terminal that is closed hangs up on the shell and on whoever runs in it, and the shell passes it on.
        process = self.start(pace="1/8")
        time.sleep(1.0)
        self.send(process, signal.SIGHUP)
        self.send(process, signal.SIGHUP)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, output + errors)
        self.assertTrue((self.folder / "run" / "report.html").exists())


if __name__ == "__main__":
    unittest.main()
