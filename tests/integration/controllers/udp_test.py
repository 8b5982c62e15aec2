#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A controller over UDP: the shipped examples drive, and wrong datagrams do no harm."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from drive import GHOSTCAR, SESSION, ControllerTest  # noqa: E402
from program import TOP  # noqa: E402

MESSAGES = tempfile.TemporaryDirectory()
subprocess.run(["protoc", f"--proto_path={TOP}", f"--python_out={MESSAGES.name}",
                "hmi_link/proto/ghostcar.proto"], check=True, cwd=TOP)
sys.path.insert(0, MESSAGES.name)
from hmi_link.proto import ghostcar_pb2  # noqa: E402


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Udp(ControllerTest):
    def start(self, port, *words, out="run", duration=4, pace="fast"):
        shutil.rmtree(self.folder / out, ignore_errors=True)
        run = subprocess.Popen(
            [GHOSTCAR, "run", SESSION, "--out", out, "--pace", pace, "--duration",
             str(duration), "--set", f"controller.listen=127.0.0.1:{port}", *words],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        return run

    def end(self, run, out="run", code=0):
        output, errors = run.communicate(timeout=100)
        self.assertEqual(run.returncode, code, output + errors)
        path = self.folder / out / "result.json"
        return json.loads(path.read_text()) if path.exists() else errors

    def with_example(self, out, *command):
        port = free_port()
        run = self.start(port, out=out)
        client = subprocess.Popen([word.format(port=port) for word in command],
                                  env={**os.environ, "PYTHONPATH": MESSAGES.name})
        self.addCleanup(client.wait)
        self.addCleanup(client.kill)
        result = self.end(run, out)
        self.assertEqual(client.wait(timeout=20), 0)  # it was told that the run is over
        self.assertEqual(result["outcome"], "finished")
        self.assertEqual(result["controller"]["kind"], "udp")
        self.assertEqual(result["controller"]["periods"], 200)
        self.assertEqual(result["controller"]["missed"], 0)
        self.assertGreater(result["cars"][0]["distance_m"], 10.0)
        self.assert_replays(out)
        return result

    def test_examples_drive_the_same(self):
        python = self.with_example("python", "/usr/bin/python3",
                                   str(TOP / "docs/examples/udp_controller.py"),
                                   "127.0.0.1:{port}")
        cplusplus = self.with_example("cpp", os.environ["UDP_EXAMPLE"], "{port}")
        self.assertAlmostEqual(python["cars"][0]["distance_m"],
                               cplusplus["cars"][0]["distance_m"], places=6)

    def drive_by(self, answer, *words, code=0, duration=1, port=None, pace="fast"):
        """A run against a client of the test's own; answer(view) gives datagrams to send."""
        port = port or free_port()
        run = self.start(port, *words, duration=duration, pace=pace)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
            wire.settimeout(0.2)
            while run.poll() is None:
                try:
                    view = ghostcar_pb2.ControllerView.FromString(wire.recv(4096))
                except TimeoutError:
                    wire.sendto(b"", ("127.0.0.1", port))
                    continue
                for datagram in [] if view.over else answer(view):
                    wire.sendto(datagram, ("127.0.0.1", port))
        return self.end(run, code=code)

    def command(self, view, **fields):
        return ghostcar_pb2.ControllerCommand(number=view.number, **fields).SerializeToString()

    def test_members_are_those_of_the_header(self):
        views = []

        def answer(view):
            views.append(view)
            return [self.command(view, cmd_acc=0.5)]

        result = self.drive_by(answer)
        seen = {view.number: view for view in views}
        self.assertEqual(result["controller"]["periods"], 50)
        # The State of the last tick is shown, too; the answer comes to nothing.
        self.assertEqual(list(seen), list(range(1, 52)))
        self.assertEqual([len(view.midline) for view in seen.values()], [400] * 51)
        self.assertAlmostEqual(seen[1].midline[2 * 50], 50.0, places=3)
        for number, view in seen.items():
            self.assertAlmostEqual(view.time, 0.02 * (number - 1))
        self.assertGreater(seen[51].speed, 1.0)

    def test_wrong_datagrams_do_no_harm(self):
        def answer(view):
            good = self.command(view, cmd_acc=0.5)
            old = ghostcar_pb2.ControllerCommand(number=view.number - 1, cmd_acc=1.0)
            ahead = ghostcar_pb2.ControllerCommand(number=view.number + 1, cmd_acc=1.0)
            return [b"\xff" * 100, b"\x08" * 9000, old.SerializeToString(),
                    ahead.SerializeToString(), good, good]

        dirty = self.drive_by(answer)
        clean = self.drive_by(lambda view: [self.command(view, cmd_acc=0.5)], "--set",
                              "controller.wait_s=50")
        self.assertEqual(dirty["state_hash"], clean["state_hash"])
        self.assertEqual(dirty["controller"]["missed"], 0)

    def test_not_a_number(self):
        result = self.drive_by(lambda view: [self.command(view, cmd_steer=float("nan"))], code=1)
        self.assertEqual(result["outcome"], "violation")
        self.assertEqual(result["message"], "controller sent NaN for steer")

    def test_silence(self):
        result = self.drive_by(
            lambda view: [self.command(view)] if view.time < 0.5 else [], code=1)
        self.assertEqual(result["outcome"], "aborted")
        self.assertEqual(result["message"], "controller stopped answering; missed 1 period")

    def test_late_answers(self):
        """Each comes when newer questions are out, for longer than a controller may be silent."""
        def answer(view):
            time.sleep(0.05)
            return [self.command(view, cmd_acc=0.5)]

        result = self.drive_by(answer, duration=4, pace="realtime")
        missed = result["controller"]["missed"]
        self.assertEqual(result["outcome"], "finished", result["message"])
        self.assertGreater(missed, 120)
        self.assertTrue(result["message"].endswith(f"; missed {missed} periods"))
        self.assert_replays()

    def test_nobody_comes(self):
        errors = self.end(self.start(free_port(), "--set", "controller.kind=udp", "--set",
                                     "controller.wait_s=0.2"), code=2)
        self.assertRegex(errors, r"(?m)^ghostcar: no controller came to 127.0.0.1:\d+ in time; start it, or raise ")

    def test_a_stray_hello_or_answer_does_not_take_the_wheel(self):
        stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(stranger.close)
        stranger.bind(("127.0.0.1", 0))
        port = free_port()

        def answer(view):
            if view.time >= 0.2:
                stranger.sendto(b"", ("127.0.0.1", port))
                stranger.sendto(self.command(view, cmd_brake=1.0, cmd_steer=1.0), ("127.0.0.1", port))
            return [self.command(view, cmd_acc=0.5)]

        disturbed = self.drive_by(answer, port=port)
        alone = self.drive_by(lambda view: [self.command(view, cmd_acc=0.5)])
        self.assertEqual(disturbed["state_hash"], alone["state_hash"])
        self.assertEqual(disturbed["controller"]["missed"], 0)
        with self.assertRaises(BlockingIOError):  # it has not been asked, and has not been told of the end
            stranger.recv(4096, socket.MSG_DONTWAIT)

    def test_who_is_silent_can_be_replaced(self):
        stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(stranger.close)
        port = free_port()
        replaced = threading.Event()

        def answer(view):  # a question that stays without an answer comes again every 100 ms
            if view.time < 0.2:
                return [self.command(view, cmd_acc=0.5)]
            stranger.sendto(b"", ("127.0.0.1", port))
            return []

        def drive():
            while True:
                view = ghostcar_pb2.ControllerView.FromString(stranger.recv(4096))
                if view.over:
                    return
                replaced.set()
                stranger.sendto(self.command(view, cmd_acc=0.5), ("127.0.0.1", port))

        stranger.bind(("127.0.0.1", 0))
        second = threading.Thread(target=drive, daemon=True)
        second.start()
        result = self.drive_by(answer, port=port)
        second.join(timeout=20)
        self.assertTrue(replaced.is_set())
        self.assertEqual((result["outcome"], result["controller"]["missed"]), ("finished", 0))


if __name__ == "__main__":
    unittest.main()
