# SPDX-License-Identifier: Apache-2.0
"""A run with a controller, and what it leaves behind on the machine."""
import json
import os
import pathlib
import shutil
import subprocess
import time
import uuid

from circumstances import HERE
from program import GHOSTCAR, ProgramTest

SESSION = str(pathlib.Path(__file__).resolve().parent / "open_drive.toml")
LIBRARIES = pathlib.Path(os.environ["GHOSTCAR_LIBRARIES"])


def library(name):
    return LIBRARIES / f"lib{name}.so"


def processes_with(tag):
    """The processes that have this in their environment."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if tag.encode() in (folder / "environ").read_bytes():
                found.append(f"{folder.name} {(folder / 'comm').read_text().strip()}")
        except OSError:
            pass  # it has ended meanwhile, or is somebody else's
    return found


class ControllerTest(ProgramTest):
    def drive(self, *words, session=SESSION, out="run", pace="fast", duration=5, code=0,
              circumstances=HERE, **environment):
        """Runs a session; its result.json. Nothing may be left behind, whatever happens."""
        tag = f"GHOSTCAR_TEST_TAG={uuid.uuid4()}"
        shutil.rmtree(self.folder / out, ignore_errors=True)
        shared_before = set(os.listdir("/dev/shm"))
        command = [GHOSTCAR, "run", session, "--out", out, "--pace", pace, "--duration",
                   str(duration), *map(str, words)]
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=200, check=False,
            env={**os.environ, **environment, tag.split("=")[0]: tag.split("=")[1]},
            **circumstances.options(self.folder))
        if code is not None:
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual([], processes_with(tag))
        self.assertEqual(set(), set(os.listdir("/dev/shm")) - shared_before)
        self.output = done.stdout
        self.errors = done.stderr
        path = self.folder / out / "result.json"
        return json.loads(path.read_text()) if path.exists() else None

    def hostile(self, deed, *words, **options):
        return self.drive("--set", f"controller.library={library('hostile')}", *words,
                          HOSTILE=deed, **options)

    def assert_replays(self, out="run"):
        code, replayed = self.replay(out)
        self.assertEqual(code, 0, replayed)
        self.assertTrue(replayed["identical"])


def wait_until(condition, seconds=20):
    """For things that other processes do in their own time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()
