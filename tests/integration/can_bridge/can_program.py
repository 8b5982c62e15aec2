# SPDX-License-Identifier: Apache-2.0
"""How the tests of this folder run `ghostcar can`."""
import json
import os
import pathlib
import subprocess

GHOSTCAR = os.environ["GHOSTCAR"]
TOP = pathlib.Path(os.environ["GHOSTCAR_TOP"])
FILES = TOP / "tests/unit/can_bridge/dbc"


def ghostcar_can(verb, dbc, lines):
    """Runs the command on the lines; gives the finished process."""
    text = "".join(line + "\n" for line in lines)
    return subprocess.run([GHOSTCAR, "can", verb, "--dbc", str(dbc)], input=text, capture_output=True,
                          text=True, timeout=200, check=False)


def decode(dbc, lines):
    """The decoded objects, for input that must be right."""
    done = ghostcar_can("decode", dbc, lines)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def encode(dbc, objects):
    """The frames as "ID#DATA", for input that must be right."""
    done = ghostcar_can("encode", dbc, [json.dumps(item) for item in objects])
    assert done.returncode == 0, done.stderr
    return [line.split()[2] for line in done.stdout.splitlines()]


def frame_text(frame_id, is_extended, data):
    """The frame in candump's notation."""
    mark = "##0" if len(data) > 8 else "#"
    return f"{frame_id:0{8 if is_extended else 3}X}{mark}{data.hex().upper()}"
