#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile controllers: each gets its words, the car its safe state, and nothing is left behind.

The words are those of the table in docs/controllers.md, which this test reads.
"""
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import time
import unittest
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from circumstances import ALL, HERE  # noqa: E402
from drive import GHOSTCAR, SESSION, ControllerTest, library, processes_with, wait_until  # noqa: E402

# Drives well for 10 periods of 20 ticks; the answer to the eleventh is due at tick 205.
DUE = 205


class Ended(ControllerTest):
    """Ways to end: the run is aborted at the very tick the answer was due."""

    def check(self, deed, words, *options):
        result = self.hostile(deed, *options, code=1)
        self.assertEqual(result["outcome"], "aborted")
        self.assertEqual(result["verdict"], "none")
        self.assertRegex(result["message"], rf"^{words}; missed 1 period$")
        self.assertEqual(result["controller"]["periods"], 11)
        # The safe state: braked to a standstill, then a second at rest. No tick is lost.
        self.assertGreater(result["ticks"], DUE + 1000)
        self.assertEqual(result["cars"][0]["speed_kph"], 0.0)
        self.assertTrue(result["replayable"])
        self.assert_replays()
        return result

    def test_segmentation_fault(self):
        self.check("segfault", r"controller crashed: SIGSEGV in \S*libhostile\.so\+0x[0-9a-f]+")

    def test_stack_overflow(self):
        self.check("stack", r"controller crashed: SIGSEGV in \S*libhostile\.so\+0x[0-9a-f]+")

    def test_abort(self):
        self.check("abort", "controller crashed: SIGABRT")

    def test_exit(self):
        self.check("exit", "controller exited with code 3")

    def test_quick_exit(self):
        self.check("quick-exit", "controller exited with code 0")

    def test_exception(self):
        self.check("throw", "controller threw an exception: no idea")

    def check_memory(self, deed, megabytes=200):
        self.check(deed, rf"controller ran out of memory \(the limit is {megabytes} MB\)",
                   "--set", f"controller.memory_mb={megabytes}")

    def test_memory_without_end(self):
        self.check_memory("allocate")

    def test_memory_without_end_never_touched(self):
        self.check_memory("allocate-untouched")

    def test_memory_without_end_by_mmap(self):
        self.check_memory("allocate-mmap")

    def test_memory_without_end_by_mmap_never_touched(self):
        self.check_memory("allocate-mmap-untouched")

    def test_memory_without_end_by_new(self):
        self.check_memory("allocate-new")

    def test_memory_without_end_in_a_thread(self):
        self.check_memory("allocate-thread")

    def test_more_memory_than_there_is_at_once(self):
        self.check_memory("allocate-at-once")

    def test_memory_without_end_given_up(self):
        self.check_memory("allocate-give-up")

    def test_memory_without_end_up_to_the_default_limit(self):
        self.check_memory("allocate", 1024)

    def test_daemon_left_behind_and_crash(self):
        self.check("daemon-crash", "controller crashed: SIGABRT")

    def test_host_asked_to_end(self):
        self.check("terminate-host", "controller was killed together with its host")


class Silent(ControllerTest):
    def test_endless_loop(self):
        result = self.hostile("spin", code=1)
        self.assertEqual(result["outcome"], "aborted")
        self.assertEqual(result["message"], "controller stopped answering; missed 1 period")
        self.assert_replays()

    def test_endless_loop_in_real_time(self):
        """Time goes on meanwhile: two seconds of it, in ticks, with the last command."""
        result = self.hostile("spin", pace="realtime", code=1)
        self.assertEqual(result["outcome"], "aborted")
        self.assertRegex(result["message"], r"^controller stopped answering; missed \d+ periods$")
        self.assertGreaterEqual(result["controller"]["missed"], 100)
        self.assert_replays()

    def test_memory_without_end_in_real_time(self):
        result = self.hostile("allocate-untouched", "--set", "controller.memory_mb=200", pace="realtime",
                              code=1)
        self.assertEqual(result["outcome"], "aborted")
        self.assertRegex(result["message"],
                         r"^controller ran out of memory \(the limit is 200 MB\); missed \d+ periods$")
        self.assert_replays()

    def test_late_answers(self):
        """Every answer from the eleventh on takes longer than its period, for longer than a controller
        may be silent: it is late, and goes on."""
        result = self.hostile("late", pace="realtime", duration=4)
        missed = result["controller"]["missed"]
        self.assertEqual(result["outcome"], "finished")
        self.assertGreaterEqual(missed, 120)
        self.assertTrue(result["message"].endswith(f"missed {missed} periods"))
        self.assertGreaterEqual(result["controller"]["spend_us"]["p50"], 30_000)
        self.assert_replays()

    def test_late_answers_are_waited_for_in_fast_pace(self):
        result = self.hostile("late", duration=2)
        self.assertEqual(result["controller"]["missed"], 0)
        self.assertGreater(result["controller"]["spend_us"]["p99"], 4000)


class Wrong(ControllerTest):
    def check(self, deed, words):
        result = self.hostile(deed, code=1)
        self.assertEqual(result["outcome"], "violation")
        self.assertEqual(result["message"], words)
        self.assertEqual(result["cars"][0]["speed_kph"], 0.0)
        self.assert_replays()

    def test_not_a_number(self):
        self.check("nan", "controller sent NaN for steer")

    def test_infinity(self):
        self.check("infinity", "controller sent infinity for brake")

    def test_minus_infinity(self):
        self.check("minus-infinity", "controller sent infinity for accelerator")

    def test_out_of_range_is_clamped_and_counted(self):
        result = self.hostile("range")
        self.assertEqual(result["outcome"], "finished")
        # Every answer but the first ten; the last one before the end is at 4985.
        self.assertEqual(result["controller"]["clamped"], result["controller"]["periods"] - 10)


class Harmless(ControllerTest):
    """What does not concern the drive does not change it."""

    def check(self, deed):
        plain = self.hostile("", out="plain")
        result = self.hostile(deed, out="deed")
        self.assertEqual(result["outcome"], "finished")
        self.assertEqual(result["state_hash"], plain["state_hash"])
        self.assertEqual(result["controller"]["missed"], 0)

    def test_fork(self):
        self.check("fork")

    def test_daemons(self):
        self.check("daemon")

    def test_killing_the_host(self):
        self.check("kill-host")

    def test_closing_descriptors(self):
        self.check("close")

    def test_printing_does_not_mix_with_the_result(self):
        self.hostile("print", "--json", out="deed")
        self.assertNotIn("hello", self.output)
        self.assertIn("hello", self.errors)


class Scribble(ControllerTest):
    def test_shared_memory(self):
        """Whatever it writes there, the run ends in order and replays."""
        result = self.hostile("scribble", code=1)
        self.assertIn(result["outcome"], ("aborted", "violation"))
        self.assert_replays()


class Loading(ControllerTest):
    def refused(self, words, name="hostile", deed=""):
        self.drive("--set", f"controller.library={library(name)}", HOSTILE=deed, code=2)
        self.assertEqual(len(self.errors.splitlines()), 1, self.errors)
        self.assertRegex(self.errors, words)
        self.assertFalse((self.folder / "run").exists())

    def test_newer_controller(self):
        self.refused("was built with version 2 of ghostcar_controller.h, and this ghostcar knows "
                     "version 1; build it", name="hostile_newer")

    def test_controller_with_longer_structs(self):
        self.refused(r"cannot be used: it was built with a GhostcarCommand of 56 bytes, and this ghostcar "
                     r"knows a GhostcarCommand of 48; build it with", name="hostile_longer")

    def test_no_controller_in_it(self):
        self.refused("has no ghostcar_controller_info", name="hostile_nothing")

    def test_crash_while_loading(self):
        self.refused("ended while it was loaded: controller crashed: SIGABRT", deed="load-abort")

    def test_no_such_library(self):
        self.refused("No such file", name="nobody")

    def test_no_library_at_all(self):
        text = self.folder / "libtext.so"
        text.write_text("not a library\n")
        self.drive("--set", f"controller.library={text}", code=2)
        self.assertIn("libtext.so: is no shared library; name the one that was built", self.errors)

    def changed_library(self, change):
        """The hostile library with other bytes; what the program says to that, in one line."""
        path = self.folder / "libchanged.so"
        path.write_bytes(change(library("hostile").read_bytes()))
        self.drive("--set", f"controller.library={path}", code=2)
        self.assertEqual(len(self.errors.splitlines()), 1, self.errors)
        return self.errors

    def test_a_library_for_another_processor(self):
        here, other = ("x86-64", "aarch64") if platform.machine() == "x86_64" else ("aarch64", "x86-64")
        number = {"x86-64": 62, "aarch64": 183}[other]
        self.assertIn(f"libchanged.so: is built for {other}, this machine is {here}: build it here",
                      self.changed_library(lambda b: b[:18] + number.to_bytes(2, "little") + b[20:]))

    def test_a_library_that_is_cut_short(self):
        whole = library("hostile").stat().st_size
        for size in [0, 10, 60, 64, 1000, whole // 2, whole - 1]:
            with self.subTest(size=size):
                self.assertRegex(self.changed_library(lambda b, size=size: b[:size]),
                                 "libchanged.so: is (cut short|no shared library)")

    def test_a_folder_is_no_library(self):
        (self.folder / "libfolder.so").mkdir()
        self.drive("--set", f"controller.library={self.folder}/libfolder.so", code=2)
        self.assertIn("libfolder.so: is no file", self.errors)

    def test_crash_in_a_thread_while_loading(self):
        """At once, and not as a library that takes its time."""
        begin = time.monotonic()
        self.refused("ended while it was loaded: controller crashed: SIGSEGV;", deed="load-thread-crash")
        self.assertLess(time.monotonic() - begin, 8)

    def test_old_controller(self):
        old = self.drive("--set", f"controller.library={library('old_controller')}", out="old")
        new = self.hostile("", out="new")  # drives by the same law
        self.assertEqual(old["state_hash"], new["state_hash"])
        self.assertEqual(old["outcome"], "finished")


class Killed(ControllerTest):
    def test_killed_program_leaves_nobody(self):
        """Even a SIGKILL of the program ends the controller and the daemon it has left."""
        tag = f"GHOSTCAR_TEST_TAG=kill{os.getpid()}"
        name, value = tag.split("=")
        run = subprocess.Popen(
            [GHOSTCAR, "run", SESSION, "--out", "run", "--pace", "realtime",
             "--set", f"controller.library={library('hostile')}"],
            cwd=self.folder, env={**os.environ, name: value, "HOSTILE": "daemon"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        # The program, its host, the controller, a daemon.
        self.assertTrue(wait_until(lambda: len(processes_with(tag)) >= 4), processes_with(tag))
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.assertTrue(wait_until(lambda: not processes_with(tag)), processes_with(tag))

    def start(self, deed, circumstances):
        """A run in real time, with a tag of its own; gives the run and the tag."""
        tag = f"GHOSTCAR_TEST_TAG={uuid.uuid4()}"
        name, value = tag.split("=")
        shutil.rmtree(self.folder / "run", ignore_errors=True)
        run = subprocess.Popen(
            [GHOSTCAR, "run", SESSION, "--out", "run", "--pace", "realtime", "--duration", "60",
             "--set", f"controller.library={library('hostile')}"],
            cwd=self.folder, env={**os.environ, name: value, "HOSTILE": deed},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **circumstances.options(self.folder))
        self.addCleanup(lambda: [os.kill(int(line.split()[0]), signal.SIGKILL) for line in processes_with(tag)])
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        return run, tag

    def hosts(self, tag):
        """The outermost first."""
        return sorted(int(line.split()[0]) for line in processes_with(tag) if "ghostcar-host" in line)

    @unittest.skipIf(os.geteuid() != 0, "the host shows its environment to the superuser only")
    def test_killed_host_leaves_no_daemon(self):
        for circumstances in [HERE, ALL[2]]:
            with self.subTest(circumstances.name):
                run, tag = self.start("daemon", circumstances)
                self.assertTrue(wait_until(lambda: sum("controller" in line for line in processes_with(tag)) >= 2))
                os.kill(self.hosts(tag)[0], signal.SIGKILL)
                run.wait(timeout=60)
                self.assertEqual([], processes_with(tag))
                self.assertIn("controller was killed together with its host", self.result()["message"])

    @unittest.skipIf(os.geteuid() != 0, "the host shows its environment to the superuser only")
    def test_stopped_host_hides_nothing(self):
        for circumstances in [HERE, ALL[2]]:
            with self.subTest(circumstances.name):
                (self.folder / "now").unlink(missing_ok=True)
                run, tag = self.start("abort-when-told", circumstances)
                self.assertTrue(wait_until((self.folder / "run" / "run.mcap").exists))
                for host in self.hosts(tag):
                    os.kill(host, signal.SIGSTOP)
                (self.folder / "now").touch()
                begin = time.monotonic()
                run.wait(timeout=60)
                self.assertLess(time.monotonic() - begin, 10)
                self.assertIn("controller crashed: SIGABRT", self.result()["message"])

    def test_interrupt(self):
        run = subprocess.Popen(
            [GHOSTCAR, "run", SESSION, "--out", "run", "--pace", "realtime",
             "--set", f"controller.library={library('hostile')}"],
            cwd=self.folder, env={**os.environ, "HOSTILE": ""},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertTrue(wait_until(
            lambda: (self.folder / "run" / "run.mcap").exists()
            and (self.folder / "run" / "run.mcap").stat().st_size > 100_000))
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, output + errors)
        result = self.result()
        self.assertEqual(result["outcome"], "aborted")
        self.assertTrue(result["message"].startswith("stopped by the operator"), result["message"])


class Documented(unittest.TestCase):
    def test_every_word_is_in_the_table(self):
        text = (pathlib.Path(os.environ["GHOSTCAR_TOP"]) / "docs" / "controllers.md").read_text()
        for words in ["controller crashed: SIGSEGV in", "controller crashed: SIGABRT",
                      "controller exited with code", "controller threw an exception",
                      "controller ran out of memory", "controller stopped answering",
                      "controller sent NaN for steer", "controller sent infinity for",
                      "controller was killed", "controller could not start another thread",
                      "no process namespace of their own", "missed 3 periods"]:
            self.assertIn(words, text)


if __name__ == "__main__":
    unittest.main()
