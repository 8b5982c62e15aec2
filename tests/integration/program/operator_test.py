# SPDX-License-Identifier: Apache-2.0
"""An operator over UDP: start, pause, go on, reset, stop, of the whole program; and what goes wrong around it."""
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

from program import GHOSTCAR, TOP, ProgramTest

sys.path.insert(0, str(TOP / "tests/integration/hmi_link"))
os.environ.setdefault("PROTO_TOP", str(TOP))

import stream_support  # noqa: E402  pylint: disable=wrong-import-position

messages = stream_support.load_messages()
PATIENCE_S = 60


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class OperatorTest(ProgramTest):
    def start(self, *words, pace="32", out="run"):
        self.watcher = stream_support.udp_socket()
        self.addCleanup(self.watcher.close)
        self.to = ("127.0.0.1", free_port())
        command = [GHOSTCAR, "run", "robot-demo", "--out", out, "--pace", pace,
                   "--set", f'stream.peer=[{{address="127.0.0.1:{self.watcher.getsockname()[1]}"}}]',
                   "--set", f'commands.listen="127.0.0.1:{self.to[1]}"', *words]
        self.program = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        self.addCleanup(lambda: self.program.poll() is None and self.program.kill())

    def tell(self, kind):
        command = messages.Command(kind=kind).SerializeToString()
        self.watcher.sendto(messages.CommandPacket(command=command).SerializeToString(), self.to)

    def wait_for(self, condition):
        """The first State that is as wanted."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            state = messages.StatePacket.FromString(self.watcher.recv(65536)).state
            if condition(state.session, state):
                return state
        return self.fail("the state that was waited for did not come")

    def finish(self, code=0, out="run"):
        words, errors = self.program.communicate(timeout=PATIENCE_S)
        self.assertEqual(self.program.returncode, code, words + errors)
        self.assertEqual(self.replay(out)[0], 0)
        return self.result(out)

    def drive(self):
        self.wait_for(lambda session, state: session.phase == messages.PHASE_RUNNING and state.car.speed_mps > 5)

    def test_a_reset_begins_the_drive_again(self):
        for countdown_s in (0, 1):
            with self.subTest(countdown_s=countdown_s):
                out = f"run-{countdown_s}"
                self.start("--set", f"session.countdown_s={countdown_s}", out=out)
                self.drive()
                self.tell(messages.COMMAND_KIND_RESET)
                self.wait_for(lambda session, state: state.car.speed_mps == 0 and session.running_ticks < 3000)
                result = self.finish(out=out)
                # The second drive is a whole one, with all its shifts.
                self.assertEqual((result["outcome"], result["verdict"]), ("finished", "passed"), result["message"])

    def test_an_attended_drive(self):
        self.start("--set", "session.autostart=false")
        self.wait_for(lambda session, _: session.phase == messages.PHASE_READY)
        self.tell(messages.COMMAND_KIND_START)
        self.drive()
        self.tell(messages.COMMAND_KIND_PAUSE)
        still = self.wait_for(lambda session, _: session.phase == messages.PHASE_PAUSED)
        later = self.wait_for(lambda _, state: state.tick > still.tick + 500)
        self.assertEqual(later.car, still.car)
        self.assertEqual(later.session.running_ticks, still.session.running_ticks)
        self.tell(messages.COMMAND_KIND_PAUSE)
        self.wait_for(lambda session, _: session.phase == messages.PHASE_RUNNING)
        self.assertEqual(self.finish()["verdict"], "passed")

    def test_a_stop_ends_the_drive(self):
        self.start()
        self.drive()
        self.tell(messages.COMMAND_KIND_STOP)
        result = self.finish(1)
        self.assertEqual((result["outcome"], result["verdict"]), ("aborted", "none"))
        self.assertIn("operator", result["message"])

    def test_what_comes_after_the_last_tick_is_not_accepted(self):
        self.start("--duration", "12")
        told, accepted = messages.Command(kind=messages.COMMAND_KIND_SET_PARAMETER,
                                          parameter=messages.PARAMETER_GRADE), 0
        packet = messages.CommandPacket(command=told.SerializeToString()).SerializeToString()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as operator:
            operator.settimeout(0.002)
            while self.program.poll() is None:
                time.sleep(0.002)  # slowly: a queue that nobody empties any more must not fill up at once
                operator.sendto(packet, self.to)
                try:
                    reply = messages.CommandReplyPacket.FromString(operator.recv(512)).reply
                except TimeoutError:
                    continue
                accepted += reply.accepted
        commands = self.finish()["link"]["commands"]
        self.assertGreater(accepted, 0)
        self.assertLessEqual(accepted, commands["accepted"])  # counted after the last tick

    def test_the_count_of_page_faults_is_told_while_it_drives(self):
        self.start(pace="1")
        packets = []
        while len(packets) < 250:
            packets.append(messages.StatePacket.FromString(self.watcher.recv(65536)))
        self.program.send_signal(signal.SIGINT)
        result = self.finish(130)
        self.assertLessEqual(packets[-1].timing.page_faults, result["timing"]["page_faults"])
        # With memory locked, and no sanitizer beside it: the loop never waits for a page, recording or not.
        if os.geteuid() == 0 and "GHOSTCAR_SANITIZED" not in os.environ:
            self.assertEqual(result["timing"]["page_faults"], 0)

    def test_a_watchdog_that_is_not_there_is_said_at_once(self):
        board = (TOP / "board/desk/board.toml").read_text()
        (self.folder / "board.toml").write_text(board + '\n[watchdog]\ndevice = "/dev/no-watchdog"\n')
        begin = time.monotonic()
        done = self.ghostcar("run", "robot-demo", "--board", "board.toml", "--out", "run")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("/dev/no-watchdog", done.stderr)
        self.assertIn("remove [watchdog]", done.stderr)
        self.assertFalse((self.folder / "run").exists())  # or the next run could not have this --out
        self.assertLess(time.monotonic() - begin, 30)  # and not after the drive

    @unittest.skipIf("GHOSTCAR_SANITIZED" in os.environ, "its run-time library has to be loaded first")
    def test_the_results_of_a_paced_run_are_on_the_disk_before_they_are_told(self):
        (self.folder / "spy.c").write_text("""
            #include <fcntl.h>
            #include <unistd.h>
            int syncfs(int folder) {
                const int whole = faccessat(folder, "report.html", F_OK, 0) == 0;
                return close(openat(folder, whole ? "synced" : "too-early", O_CREAT | O_WRONLY, 0600));
            }""")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "spy.so", "spy.c"], cwd=self.folder, check=True)
        for pace, synced in (("64", True), ("fast", False)):
            done = self.ghostcar("run", "robot-demo", "--pace", pace, "--duration", "2", "--out", pace,
                                 env={**os.environ, "LD_PRELOAD": str(self.folder / "spy.so")})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual((self.folder / pace / "synced").exists(), synced)

    def test_what_the_run_waits_for_is_said(self):
        board = (TOP / "board/desk/board.toml").read_text()
        # A converter that cannot show what its sensor gives: out of the valid range from the first tick.
        (self.folder / "board.toml").write_text(board.replace("range_v = 5.0", "range_v = 0.1", 1))
        self.start("--board", "board.toml")
        timer = threading.Timer(PATIENCE_S, self.program.kill)
        timer.start()
        self.addCleanup(timer.cancel)
        told = self.program.stderr.readline()
        while told and "waiting to start" not in told:
            told = self.program.stderr.readline()
        self.assertIn("waiting to start: a pedal's signal", told)
        self.program.send_signal(signal.SIGINT)
        self.assertEqual(self.finish(130)["outcome"], "aborted")

    def test_a_watchdog_is_let_go_before_the_results_are_written(self):
        board = (TOP / "board/desk/board.toml").read_text()
        device = self.folder / "watchdog"
        os.mkfifo(device)
        other_end = os.open(device, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, other_end)
        (self.folder / "board.toml").write_text(board + f'\n[watchdog]\ndevice = "{device}"\n')
        self.run_session("--board", "board.toml", "--pace", "8", "--duration", "8")
        fed = os.read(other_end, 1000)
        self.assertEqual(fed[-1:], b"V")
        self.assertGreater(len(fed), 1)
        # Times of files move on with the kernel's coarse clock: two writes within 4 ms bear the same one.
        self.assertLessEqual(device.stat().st_mtime_ns, (self.folder / "run/result.json").stat().st_mtime_ns)


if __name__ == "__main__":
    unittest.main()
