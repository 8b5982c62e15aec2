# SPDX-License-Identifier: Apache-2.0
"""The host's side of a guest: makes a payload of a job and boots it (board/qemu-arm64)."""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
BOARD = TOP / "board" / "qemu-arm64"
JOBS = pathlib.Path(__file__).resolve().parent / "jobs"
TARGET = pathlib.Path(os.environ.get("GHOSTCAR_TARGET_DIR") or TOP / "build" / "target")


class GuestError(Exception):
    """The guest could not be made: one line for the user."""


@dataclasses.dataclass(frozen=True)
class Boot:
    exit_code: int
    error: str  # the boot script's line, empty when the guest finished
    results: pathlib.Path

    def __str__(self):
        return f"exit code {self.exit_code}" + (f", {self.error}" if self.error else "")

    def last_lines(self, count=20):
        """The end of the console, for a person to see what went wrong."""
        log = self.results / "console.log"
        lines = log.read_text(encoding="utf-8").splitlines() if log.is_file() else []
        return "".join(f"\n      | {line}" for line in lines[-count:])


def must_run(*command):
    done = subprocess.run([str(part) for part in command], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise GuestError(done.stderr.strip() or f"{command[0]} failed with exit code {done.returncode}")


def prepare():
    must_run(BOARD / "prepare")


def make_payload(job, archive, settings=None, program=None, data=None, files=None):
    """settings: shell variables the job sources; files: a folder of further files for it."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as stage:
        job_dir = pathlib.Path(stage) / "job"
        shutil.copytree(JOBS / job, job_dir)
        if files:
            shutil.copytree(files, job_dir, dirs_exist_ok=True)
        if settings:
            lines = [f"{key}='{value}'\n" for key, value in sorted(settings.items())]
            (job_dir / "settings").write_text("".join(lines), encoding="utf-8")
        must_run(BOARD / "make_payload", archive, job_dir, *([program, data] if program else []))


def boot(payload, results, timeout_s, stop_after=None, devices="none"):
    command = [BOARD / "boot", "--quiet", "--devices", devices, "--results", results, "--timeout", timeout_s, payload]
    if stop_after:
        command += ["--stop-after", stop_after]
    done = subprocess.run([str(part) for part in command], stderr=subprocess.PIPE, text=True, check=False)
    return Boot(done.returncode, done.stderr.strip(), results)
