# SPDX-License-Identifier: Apache-2.0
"""The job "can": the session on SocketCAN, on a bus that misbehaves and on two emulated controllers."""

import pathlib
import re
import tempfile

import guest
import readings

FLOOD_S = {True: 3, False: 60}  # short, long
WIRE_S = {True: 3, False: 10}
FRAMES_PER_SECOND = 3700  # of a full bus at 500 kbit/s with 8 bytes
CYCLE_S = 0.010

SESSION = """
[session]
kind = "bench"
title = "Driven over CAN"
vehicle = "focus-2.0-mt"
duration_s = 10.0

[environment]
grade_pct = 0.0
headwind_mps = 0.0

[[can.bus]]
name = "car"
channel = "vcan0"
bit_rate_bps = 500000
mapping = "ghostcar"
hears = ["Pedals", "GearLever"]
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


def pedal_log():
    """A second and a half, to be played in a loop: 15 counters of 100 ms, clutch down and key at "on"."""
    lines = []
    for number in range(150):
        time = number * CYCLE_S
        pedals = protected(0x100, number % 15, (10000).to_bytes(2, "little") + bytes(2) + (50000).to_bytes(2, "little"))
        lines.append(f"({time:.6f}) can0 100#{pedals.hex().upper()}\n")
        if number % 2 == 0:
            lever = protected(0x110, number // 2 % 15, bytes([0, 1, 0, 0, 0, 0]))
            lines.append(f"({time + 0.001:.6f}) can0 110#{lever.hex().upper()}\n")
    return "".join(lines)


class Can:
    def __init__(self, options, program):
        self.short = options.short
        self.payload = guest.TARGET / "can.cpio"
        with tempfile.TemporaryDirectory() as folder:
            files = pathlib.Path(folder)
            (files / "session.toml").write_text(SESSION, encoding="utf-8")
            (files / "pedals.log").write_text(pedal_log(), encoding="utf-8")
            settings = {"flood_s": FLOOD_S[self.short], "wire_s": WIRE_S[self.short]}
            guest.make_payload("can", self.payload, settings, program, options.data, files)

    def start(self, pool):
        self.boot = pool.submit(guest.boot, self.payload, guest.TARGET / "can", 900 if self.short else 7200,
                                devices="can")

    def check(self, results):
        boot = self.boot.result()
        finished = boot.exit_code == 0
        results.check("can: the boot finished its job", finished, str(boot) + ("" if finished else boot.last_lines()))
        check_misbehaving_bus(results, boot.results, FLOOD_S[self.short])
        check_controllers(results, boot.results)


def check_run(results, folder, name):
    """What every run must show, whatever happened on the bus. Gives the bus's figures."""
    result, timing = folder / f"{name}-result.json", folder / f"{name}-timing.json"
    outcome = readings.read_json(result, "outcome")
    results.check(f"{name}: the session finished", outcome == "finished", outcome)
    results.check(f"{name}: real time was granted", readings.read_json(timing, "realtime"),
                  readings.read_json(timing, "realtime"))
    overruns = readings.read_json(timing, "overruns")
    dropped = readings.read_json(timing, "dropped_periods")
    results.check(f"{name}: no tick lost", overruns == 0 and dropped == 0, f"{overruns} overruns, {dropped} dropped")
    faults = readings.read_json(timing, "page_faults")
    results.check(f"{name}: no page faults", faults == 0, faults)
    replay = readings.read_text(folder / f"{name}-replay")
    results.check(f"{name}: replays without a bus", replay.endswith("exit code 0\n"), replay.strip().splitlines()[0])
    bus = readings.read_json(result, "can")[0]
    states = [bus["state"]] + [message["status"] for message in bus["messages"]]
    results.check(f"{name}: all is well at the end", states == ["active", "ok", "ok"], states)
    return bus


def send_times(path):
    return [float(time) for time in re.findall(r"^\((\d+\.\d+)\)", readings.read_text(path), re.MULTILINE)]


def check_no_burst(results, name, times):
    gaps = [after - before for before, after in zip(times, times[1:])]
    closest = min(gaps, default=0.0)
    results.check(f"{name}: no two frames of a 10 ms message closer than 9 ms", closest > 0.9 * CYCLE_S,
                  f"{closest * 1000:.3f} ms, {len(times)} frames")


def check_misbehaving_bus(results, folder, flood_s):
    bus = check_run(results, folder, "vcan")
    pedals = bus["messages"][0]
    wanted = 0.8 * FRAMES_PER_SECOND * flood_s
    results.check("vcan: the flood was one", pedals["frames"] > wanted, f"{pedals['frames']} frames, wanted {wanted:.0f}")
    results.check("vcan: wrong checksums were rejected", pedals["wrong_checksum"] > 0.9 * wanted, pedals["wrong_checksum"])
    results.check("vcan: the error storm and the bus-off were heard",
                  bus["error_frames"] >= 102 and bus["bus_offs"] == 1 and bus["largest_tec"] == 255,
                  f"{bus['error_frames']} error frames, {bus['bus_offs']} bus-off, TEC {bus['largest_tec']}")
    # Ten frames of EngineData alone were due while it was off the bus.
    results.check("vcan: nothing was sent while off the bus or down", bus["not_sent"] > 50, f"{bus['not_sent']} not sent")
    times = send_times(folder / "vcan-engine.log")
    check_no_burst(results, "vcan", times)
    longest = max(after - before for before, after in zip(times, times[1:]))
    results.check("vcan: control: the outage is in the log", longest > 0.9, f"{longest:.3f} s")
    memory = dict(re.findall(r"^(\w+) VmRSS:\s+(\d+)", readings.read_text(folder / "vcan-memory"), re.MULTILINE))
    results.check("vcan: no growth", memory.get("before") == memory.get("end") is not None, memory)


def check_controllers(results, folder):
    bus = check_run(results, folder, "wire")
    times = send_times(folder / "wire-engine.log")
    check_no_burst(results, "wire", times)
    results.check("wire: every frame was confirmed by the controller", bus["own"] == bus["sent"] > 0,
                  f"{bus['own']} of {bus['sent']}, {bus['not_sent']} not sent")
    results.check("wire: the other controller got them", len(times) > 100, f"{len(times)} of EngineData")
    link = readings.read_text(folder / "wire-link")
    results.check("wire: 500 kbit/s, error-active", "bitrate 500000" in link and "ERROR-ACTIVE" in link,
                  " ".join(link.split())[:200])
