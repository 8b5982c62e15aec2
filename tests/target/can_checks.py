# SPDX-License-Identifier: Apache-2.0
"""The checks of the job "can": pure functions of what was read, so that can_checks_test.py can feed them bad ones."""

import re

ENGINE_DATA = 0x200
RESPONSE = 0x7E8
CYCLE_S = 0.010
# 8 bytes without a stuff bit are 111 bits with the pause behind them: no bus at 500 kbit/s carries more of them.
FULL_BUS_HZ = 4500
STORM_FRAMES = 4000
VIN = b"WGH0ST0CAR0000001"
HELD_S = 2.0  # how long the wire took nothing
LAST_FRAMES = 16  # a wire of 500 kbit/s has these in four milliseconds
MEMORY_MOMENTS = ("before", "after", "end")


def gaps_s(times):
    return [after - before for before, after in zip(times, times[1:])]


def engine_speed_rpm(frame):
    return int.from_bytes(frame.data[2:4], "little") * 0.25


def check_run(checks, run):
    """What every run must show, whatever happened on the bus."""
    name, bus = run.name, run.bus
    checks.check(f"{name}: the session finished", run.result["outcome"] == "finished", run.result["outcome"])
    checks.check(f"{name}: real time was granted", run.timing["realtime"], run.timing["realtime"])
    lost = (run.timing["overruns"], run.timing["dropped_periods"])
    checks.check(f"{name}: no tick lost", lost == (0, 0), f"{lost[0]} overruns, {lost[1]} dropped periods, "
                 f"{run.result['ticks']} ticks, wake-up at most {run.timing['wake_us']['max']:g} us, "
                 f"tick {run.timing['tick_us']['max']:g} us")
    checks.check(f"{name}: no page faults", run.timing["page_faults"] == 0, run.timing["page_faults"])
    checks.check(f"{name}: replays without a bus", run.replay.endswith("exit code 0\n"), run.replay.splitlines()[0])
    states = [bus["state"]] + [message["status"] for message in bus["messages"]]
    checks.check(f"{name}: the bus and its messages are well at the end", states == ["active", "ok", "ok"], states)
    strange = {key: bus[key] for key in ("dropped", "malformed", "not_allowed", "foreign_senders")}
    checks.check(f"{name}: nothing was dropped, malformed or sent by others", not any(strange.values()), strange)


def check_flood(checks, run, flood_s):
    pedals, wanted = run.bus["messages"][0], FULL_BUS_HZ * flood_s
    checks.check(f"{run.name}: the flood was that of a full bus", pedals["frames"] >= wanted,
                 f"{pedals['frames']} frames of Pedals, a full bus has {wanted}")
    # Random bytes have the right checksum once in 256 times.
    checks.check(f"{run.name}: it was rejected by its checksums", pedals["wrong_checksum"] >= 0.98 * wanted,
                 pedals["wrong_checksum"])


def check_memory(checks, name, memory):
    sizes = [memory.get(moment) for moment in MEMORY_MOMENTS]
    checks.check(f"{name}: no growth", None not in sizes and len(set(sizes)) == 1, f"{memory} kB")


def check_errors(checks, run):
    bus = run.bus
    checks.check(f"{run.name}: the error storm and the bus-off were heard",
                 bus["error_frames"] >= STORM_FRAMES + 2 and bus["bus_offs"] == 1 and bus["largest_tec"] == 255,
                 f"{bus['error_frames']} error frames, {bus['bus_offs']} bus-off, TEC {bus['largest_tec']}")


def check_outages(checks, run):
    """Silence while off the bus (100 ms) and while the interface is down (1 s), and then one frame a cycle."""
    gaps = gaps_s(run.times_s(ENGINE_DATA))
    longest = sorted(gaps, reverse=True)[:3]
    silent = len(longest) == 3 and longest[0] >= 0.9 and 0.09 <= longest[1] <= 0.15 and longest[2] < 2 * CYCLE_S
    checks.check(f"{run.name}: silent while down and while off the bus, else never", silent,
                 ", ".join(f"{gap * 1000:.1f} ms" for gap in longest))
    checks.check(f"{run.name}: no burst afterwards", bool(gaps) and min(gaps) > 0.9 * CYCLE_S,
                 f"EngineData at least {min(gaps, default=0.0) * 1000:.3f} ms apart, {len(gaps) + 1} frames")


def check_engine(checks, run):
    """The pedals are the same before the last outage and at the end: so is the engine, but for its inertia."""
    speeds = [engine_speed_rpm(frame) for frame in run.frames if frame.identifier == ENGINE_DATA]
    gaps = gaps_s(run.times_s(ENGINE_DATA))
    before, after = (speeds[gaps.index(max(gaps))], speeds[-1]) if gaps else (0.0, 0.0)
    checks.check(f"{run.name}: the engine runs as before", before > 500 and abs(after - before) < 0.05 * before,
                 f"{before:g} rpm before the outage, {after:g} rpm at the end")


def check_wire(checks, run, link):
    """Two controllers: every frame that left was confirmed and arrived, and the outage left nothing behind."""
    bus = run.bus
    # The last frames are still on the wire, where each takes a quarter of a millisecond.
    checks.check(f"{run.name}: every frame was confirmed by the controller", 0 <= bus["sent"] - bus["own"] <= LAST_FRAMES < bus["sent"],
                 f"{bus['own']} of {bus['sent']}, {bus['not_sent']} not sent")
    times = run.times_s(ENGINE_DATA)
    gaps = gaps_s(times)
    longest = max(gaps, default=0.0)
    checks.check(f"{run.name}: the wire took nothing for {HELD_S:g} s", longest > 0.9 * HELD_S, f"{longest:.3f} s")
    # The kernel has no deadline: what it had when the wire went leaves when the wire is back. One deadline is a cycle.
    bunched = sum(gap < 0.9 * CYCLE_S for gap in gaps)
    checks.check(f"{run.name}: it then got no more than one deadline's worth of old frames", bunched <= 2,
                 f"{bunched} frames of EngineData too close, {bus['stale']} frames kept back as stale")
    checks.check(f"{run.name}: 500 kbit/s, error-active", "bitrate 500000" in link and "ERROR-ACTIVE" in link,
                 " ".join(link.split())[:80])


def check_link_fault(checks, run, link):
    """A bus-off that the session has asked for: the kernel's link goes down and up, and nothing is sent meanwhile."""
    refusal = run.bus.get("link_refusal")
    checks.check(f"{run.name}: the kernel let the fault set its link", refusal is None, refusal)
    ups = ["UP" in re.search(r"<(.*?)>", line)[1].split(",") for line in link.splitlines() if "<" in line]
    # The kernel tells several changes of each: only what differs from the one before counts.
    turns = [ups[0]] + [now for before, now in zip(ups, ups[1:]) if now != before] if ups else []
    checks.check(f"{run.name}: the link went down and came up", turns == [False, True], turns)
    gaps = gaps_s(run.times_s(ENGINE_DATA))
    longest = sorted(gaps, reverse=True)[:2]
    checks.check(f"{run.name}: silent for a second, else never",
                 len(longest) == 2 and 0.99 <= longest[0] <= 1.5 and longest[1] < 2 * CYCLE_S,
                 ", ".join(f"{gap * 1000:.1f} ms" for gap in longest))
    checks.check(f"{run.name}: no burst afterwards", bool(gaps) and min(gaps) > 0.9 * CYCLE_S,
                 f"EngineData at least {min(gaps, default=0.0) * 1000:.3f} ms apart")
    # Each restart within the second fails: after 100, 300 and 700 ms.
    checks.check(f"{run.name}: off again after each restart", run.bus["bus_offs"] == 4, run.bus["bus_offs"])


def rpm_fits(run, answer):
    """Whether an answer to 01 0C on the bus tells what EngineData told around it: State is at most 10 ms old."""
    for frame in run.frames:
        if frame.identifier == RESPONSE and frame.data[1:1 + len(answer)] == answer:
            near = [engine_speed_rpm(other) for other in run.frames
                    if other.identifier == ENGINE_DATA and abs(other.time_s - frame.time_s) < 0.05]
            rpm = int.from_bytes(answer[2:4], "big") / 4
            return bool(near) and rpm > 500 and min(near) - 1 <= rpm <= max(near) + 1
    return False


def check_diagnostics(checks, run, answers):
    """The same expectations of both ways."""
    name, told = run.name, run.result["diagnostics"]
    checks.check(f"{name}: ISO-TP is the one asked for", told["iso_tp"] == name, told)
    wanted = {
        "7E0 09 02": b"\x49\x02\x01" + VIN,
        "7E0 22 F1 90": b"\x62\xF1\x90" + VIN,
        "7E0 22 01 00 02 00 01 00 FF": b"\x7F\x22\x13",
        "7DF 01 05": None,
    }
    for question, answer in wanted.items():
        found = answers.get(question, b"not asked")
        checks.check(f"{name}: {question}", found == answer, found.hex(" ") if found else "silence")
    for question in ("7DF 01 0C", "7E0 01 0C"):
        found = answers.get(question) or b""
        fits = len(found) == 4 and found[:2] == b"\x41\x0C" and rpm_fits(run, found)
        checks.check(f"{name}: {question} is the engine speed of EngineData", fits,
                     f"{int.from_bytes(found[2:4], 'big') / 4:g} rpm" if len(found) == 4 else found.hex(" "))
    checks.check(f"{name}: every request was counted", told["requests"] == len(answers), told["requests"])
