#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Driving by hand, through a pseudo-terminal: keys move the car, and the terminal comes back."""
import os
import pathlib
import pty
import signal
import subprocess
import sys
import termios
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from drive import GHOSTCAR, SESSION, ControllerTest, wait_until  # noqa: E402


class Terminal:
    """A pseudo-terminal, and what was written to it."""

    def __init__(self, test):
        self.ours, self.theirs = pty.openpty()
        self.text = b""
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        test.addCleanup(os.close, self.theirs)

    def read(self):
        while True:
            try:
                data = os.read(self.ours, 4096)
            except OSError:
                return
            self.text += data

    def type(self, keys):
        os.write(self.ours, keys)

    def settings(self):
        return termios.tcgetattr(self.theirs)


class Keyboard(ControllerTest):
    def start(self, terminal, *words):
        run = subprocess.Popen(
            [GHOSTCAR, "run", SESSION, "--out", "run", "--set", "controller.kind=keyboard",
             *words],
            cwd=self.folder, stdin=terminal.theirs, stdout=subprocess.PIPE, stderr=terminal.theirs,
            text=True, start_new_session=True)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.assertTrue(wait_until(lambda: b"Keys:" in terminal.text), terminal.text)
        return run

    def is_raw(self, terminal):
        return not terminal.settings()[3] & (termios.ICANON | termios.ECHO)

    def test_keys_drive_and_the_terminal_comes_back(self):
        terminal = Terminal(self)
        before = terminal.settings()
        run = self.start(terminal, "--pace", "realtime", "--duration", "3")
        self.assertTrue(self.is_raw(terminal))
        terminal.type(b"\x1b[A" * 6 + b"ww" + b"\x1b[D")  # eight steps of accelerator, one left
        output, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, output)
        self.assertEqual(terminal.settings(), before)
        result = self.result()
        self.assertEqual(result["controller"]["kind"], "keyboard")
        self.assertGreater(result["cars"][0]["speed_kph"], 5.0)
        self.assertGreater(result["cars"][0]["offset_m"], 0.0)  # to the left
        self.assert_replays()

    def test_a_car_with_a_clutch_is_driven_by_hand(self):
        terminal = Terminal(self)
        run = self.start(terminal, "--pace", "realtime", "--duration", "6", "--set",
                         "car.0.automatic=false")
        self.assertIn(b"q clutch down, e a step up", terminal.text)
        terminal.type(b"q1" + b"w" * 4)
        time.sleep(0.5)  # the gear takes a moment
        for _ in range(20):
            terminal.type(b"e")
            time.sleep(0.08)
        output, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 0, output)
        self.assertGreater(self.result()["cars"][0]["speed_kph"], 5.0)
        self.assert_replays()

    def test_without_keys_nothing_moves(self):
        terminal = Terminal(self)
        run = self.start(terminal, "--pace", "fast", "--duration", "3")
        run.communicate(timeout=60)
        self.assertLess(self.result()["cars"][0]["speed_kph"], 12.0)  # creeps in first gear at most
        self.assertEqual(self.result()["cars"][0]["offset_m"], 0.0)

    def interrupted(self, how):
        terminal = Terminal(self)
        before = terminal.settings()
        run = self.start(terminal, "--pace", "realtime")
        self.assertTrue(wait_until(lambda: (self.folder / "run" / "run.mcap").exists()))
        how(run)
        run.communicate(timeout=60)
        self.assertEqual(terminal.settings(), before)
        return run.returncode

    def test_ctrl_c(self):
        self.assertEqual(self.interrupted(lambda run: run.send_signal(signal.SIGINT)), 130)

    def test_termination(self):
        self.assertEqual(self.interrupted(lambda run: run.send_signal(signal.SIGTERM)), 130)

    def test_no_terminal(self):
        done = self.ghostcar("run", SESSION, "--set", "controller.kind=keyboard",
                             stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("needs a terminal", done.stderr)


if __name__ == "__main__":
    unittest.main()
