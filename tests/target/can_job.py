# SPDX-License-Identifier: Apache-2.0
"""The job "can": the session on SocketCAN, on a bus that misbehaves and on two emulated controllers."""

import json
import pathlib
import subprocess
import tempfile

import can_checks
import can_readings
import guest
import readings

FLOOD_S = {True: 2, False: 60}  # short, long
SAME_BITS = ("can-restbus", "can-faults")  # shipped sessions that run without anybody else
SAME_BITS_S = 20
COUNTERS = 15  # of E2E profile 1
KEY_ON, KEY_START = 1, 2

SESSION = f"""
[session]
kind = "bench"
title = "Driven over CAN"
vehicle = "focus-2.0-mt"
duration_s = 10.0
countdown_s = 0.0

[environment]
grade_pct = 0.0
headwind_mps = 0.0

[[can.bus]]
name = "car"
channel = "vcan0"
bit_rate_bps = 500000
mapping = "ghostcar"
hears = ["Pedals", "GearLever"]

# Only on demand.
[[can.fault]]
name = "off"
kind = "bus_off"

[can.diagnostics]
vin = "{can_checks.VIN.decode()}"
"""


def crc8(data):
    """CRC-8 of E2E profile 1 (polynomial 1D, start 0)."""
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value << 1 ^ 0x1D if value & 0x80 else value << 1) & 0xFF
    return value


def protected(identifier, counter, payload):
    rest = bytes([counter]) + payload
    return bytes([crc8(identifier.to_bytes(2, "little") + rest)]) + rest


def pedal_log(key):
    """A second and a half, so that both counters go round: a fifth of the accelerator, clutch down."""
    lines = []
    for number in range(10 * COUNTERS):
        time = number * can_checks.CYCLE_S
        positions = b"".join(position.to_bytes(2, "little") for position in (10000, 0, 50000))
        lines.append(f"({time:.6f}) can0 100#{protected(0x100, number % COUNTERS, positions).hex().upper()}\n")
        if number % 2 == 0:
            lever = protected(0x110, number // 2 % COUNTERS, bytes([0, key, 0, 0, 0, 0]))
            lines.append(f"({time + 0.001:.6f}) can0 110#{lever.hex().upper()}\n")
    return "".join(lines)


def storm_log():
    """A second of bus errors (CAN_ERR_PROT and CAN_ERR_BUSERROR of linux/can/error.h)."""
    period_s = 1.0 / can_checks.STORM_FRAMES
    return "".join(f"({number * period_s:.6f}) can0 20000088#0000000000000000\n"
                   for number in range(can_checks.STORM_FRAMES))


def desk_hashes(program):
    """What this machine makes of the shipped sessions."""
    hashes = {}
    for session in SAME_BITS:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "desk"
            command = [program, "run", session, "--pace", "fast", "--record", "off", "--out", out,
                       "--duration", SAME_BITS_S, "--set", "can.bus.0.channel=none"]
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
            if not (out / "result.json").is_file():
                raise guest.GuestError(f"{program} left no result of {session}: {done.stderr.strip()}")
            hashes[session] = json.loads((out / "result.json").read_text(encoding="utf-8"))["state_hash"]
    return hashes


class Can:
    """The job "can": its boot and its checks."""

    def __init__(self, options, program, desk_program):
        self.flood_s = FLOOD_S[options.short]
        self.timeout_s = options.timeout or (900 if options.short else 7200)
        self.desk = desk_hashes(desk_program)
        self.payload = guest.TARGET / "can.cpio"
        files = {"session.toml": SESSION, "start.log": pedal_log(KEY_START), "drive.log": pedal_log(KEY_ON),
                 "storm.log": storm_log()}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
            settings = {"flood_s": self.flood_s, "same_bits": " ".join(SAME_BITS), "same_bits_s": SAME_BITS_S}
            guest.make_payload("can", self.payload, settings, program, options.data, folder)

    def start(self, pool):
        self.boot = pool.submit(guest.boot, self.payload, guest.TARGET / "can", self.timeout_s, devices="can")

    def check(self, results):
        boot = self.boot.result()
        finished = boot.exit_code == 0
        results.check("can: the boot finished its job", finished, str(boot) + ("" if finished else boot.last_lines()))
        folder = boot.results
        vcan = can_readings.read_run(folder, "vcan")
        can_checks.check_run(results, vcan)
        can_checks.check_flood(results, vcan, self.flood_s)
        can_checks.check_memory(results, "vcan", can_readings.read_memory(folder))
        can_checks.check_errors(results, vcan)
        can_checks.check_outages(results, vcan)
        can_checks.check_engine(results, vcan)
        for way in ("kernel", "own"):
            run = can_readings.read_run(folder, way)
            can_checks.check_run(results, run)
            can_checks.check_wire(results, run, readings.read_text(folder / "link"))
            can_checks.check_diagnostics(results, run, can_readings.read_answers(folder, way))
        bus_off = can_readings.read_run(folder, "bus-off")
        can_checks.check_run(results, bus_off)
        can_checks.check_link_fault(results, bus_off, readings.read_text(folder / "bus-off-link"))
        can_checks.check_engine(results, bus_off)
        for session, wanted in self.desk.items():
            found = readings.read_json(folder / f"{session}-result.json")["state_hash"]
            results.check(f"can: {session} has the desk's state hash", found == wanted, f"{found} (desk: {wanted})")
