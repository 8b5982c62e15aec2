#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing inside the tick allocates, locks, blocks or writes: the program under the interposer.

Usage: interposer_test.py --library LIB (--victim PROGRAM | --ghostcar PROGRAM)
"""

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

ARGUMENTS = argparse.Namespace()

# What each deed of the victim is called by the interposer.
DEEDS = {
    "malloc": "malloc",
    "new": "malloc",
    "free": "free",
    "mutex": "pthread_mutex_lock",
    "condition-wait": "pthread_cond_timedwait",
    "condition-signal": "pthread_cond_signal",
    "semaphore": "sem_wait",
    "write": "write",
    "read": "read",
    "send": "send",
    "nanosleep": "nanosleep",
    "relative-sleep": "clock_nanosleep",
    "printf": "printf|puts|fwrite",  # compilers replace printf where they can
    "stream": "fwrite|fputc|putc|write|writev|pthread_mutex_lock",
    "mmap": "mmap",
    "syscall": "syscall",
    "futex-wait": "syscall",
}


def run(command, preload=True, folder=None):
    environment = dict(os.environ)
    if preload:
        environment["LD_PRELOAD"] = ARGUMENTS.library
    return subprocess.run(command, env=environment, cwd=folder, timeout=100, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")


def ticks_watched(result):
    # A controller's processes have no ticks, and say so.
    found = re.findall(r"^interposer: (\d+) ticks watched$", result.stderr, re.MULTILINE)
    return sum(map(int, found)) if found else None


class Controls(unittest.TestCase):
    """The interposer finds what is put in on purpose, and nothing else."""

    def test_clean_drive_passes_and_every_tick_is_watched(self):
        result = run([ARGUMENTS.victim, "nothing"])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertGreaterEqual(ticks_watched(result), 200)

    def test_waking_somebody_is_no_waiting(self):
        result = run([ARGUMENTS.victim, "futex-wake"])
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_each_deed_is_caught_by_name(self):
        for deed, function in DEEDS.items():
            with self.subTest(deed=deed):
                result = run([ARGUMENTS.victim, deed])
                self.assertEqual(result.returncode, -signal.SIGABRT, result.stderr)
                self.assertRegex(result.stderr,
                                 rf"interposer: ({function}) called inside the tick\n")

    def test_deeds_are_harmless_without_the_interposer(self):
        # But for the condition: it would wait with a mutex that another thread holds.
        for deed in DEEDS.keys() - {"condition-wait"}:
            with self.subTest(deed=deed):
                result = run([ARGUMENTS.victim, deed], preload=False)
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_run_without_a_paced_loop_watches_nothing(self):
        result = run([ARGUMENTS.victim, "malloc", "fast"])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(ticks_watched(result), 0)


class Program(unittest.TestCase):
    """The demo itself, for three seconds in real time; and a drive cycle, eight times as fast."""

    def check(self, *options, session="robot-demo", pace="realtime", duration="3"):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "run")
            result = run([ARGUMENTS.ghostcar, "run", session, "--pace", pace,
                          "--duration", duration, "--out", out, *options], folder=folder)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertGreater(ticks_watched(result), 2900)
            return set(os.listdir(out))

    def test_demo(self):
        self.check("--record", "off")

    def test_controllers(self):
        for setting in ("builtin=line-keeper", f"library={ARGUMENTS.controller}"):
            with self.subTest(controller=setting):
                self.check("--set", f"controller.{setting}", session=ARGUMENTS.session)

    def test_several_controllers(self):
        files = self.check("--record", "on", "--set", f"car.2.controller.library={ARGUMENTS.controller}",
                           session=ARGUMENTS.race)
        self.assertIn("run.mcap", files)

    def test_drive_cycle(self):
        files = self.check("--record", "on", session="cycle-ece15", pace="8", duration="30")
        self.assertIn("trace.csv", files)

    def test_demo_with_stream_and_recording(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
            peer.bind(("127.0.0.1", 0))
            peer.setblocking(False)
            address = f"127.0.0.1:{peer.getsockname()[1]}"
            files = self.check("--record", "on", "--set", "stream.rate_hz=1000",
                               "--set", f'stream.peer=[{{address="{address}"}}]')
            self.assertIn("run.mcap", files)
            self.assertGreater(len(peer.recv(65536)), 0)  # it did stream


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", required=True)
    parser.add_argument("--victim")
    parser.add_argument("--ghostcar")
    parser.add_argument("--controller", help="a shared library that drives")
    parser.add_argument("--session", help="and where it drives")
    parser.add_argument("--race", help="and where it drives the third car")
    parser.parse_args(namespace=ARGUMENTS)
    suite = unittest.TestSuite()
    for case, wanted in ((Controls, ARGUMENTS.victim), (Program, ARGUMENTS.ghostcar)):
        if wanted:
            suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    # A test that ran nothing has shown nothing.
    sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)


if __name__ == "__main__":
    main()
