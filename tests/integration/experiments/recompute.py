#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes the score of a recorded experiment again, from where the cars were and what was sent to
them, sharing no code with the judge.

usage: recompute.py RUN    prints the score, or "none"; of a race a list, car by car

A recording has the State of every tenth tick and that in which the run ended; with record.state_rate_hz
= 1000 it has all of them. Where the timing of a parking starts between two recorded States, or a car
of a race finishes there, the tick is found between them.
"""
import json
import math
import pathlib
import sys
import tomllib

import mcap_file

TOP = pathlib.Path(__file__).resolve().parents[3]
TICK_S = 0.001


def merged(table, other):
    """Laid over each other, as --set does; a key of a list is an index."""
    for key, value in other.items():
        if isinstance(table, list):
            key = int(key)
        old = table[key] if isinstance(table, list) else table.get(key)
        if isinstance(value, dict) and isinstance(old, (dict, list)):
            merged(old, value)
        else:
            table[key] = value


class Run:
    """A recorded run: its files as tables, the cars in each recorded tick of driving, and whether "parked" was
    said at the end."""

    def __init__(self, folder):
        messages = mcap_file.message_classes(TOP)
        recording = mcap_file.McapFile(folder / "run.mcap")
        about = recording.metadata["ghostcar"]
        self.session = tomllib.loads(about["session_toml"])
        for line in about.get("overrides", "").splitlines():
            key, value = line.split("=", 1)
            try:
                merged(self.session, tomllib.loads(f"{key} = {value}"))
            except tomllib.TOMLDecodeError:  # a word without quotes
                merged(self.session, tomllib.loads(f"{key} = {json.dumps(value)}"))
        self.track = tomllib.loads(about["track_toml"])
        self.vehicles = {key.split(" ", 1)[1]: tomllib.loads(text)
                         for key, text in about.items() if key.startswith("car_vehicle_toml ")}
        self.result = json.loads((folder / "result.json").read_text())

        # The tick that is judged last is followed by one that only closes the session.
        self.says_parked = False
        if self.result["kind"] == "park":
            *_, judged, _ = recording.topics["/inputs"]
            self.says_parked = messages.TickRecord.FromString(judged).inputs.finish
        cars = {}
        for data in recording.topics["/cars"]:
            car = messages.RoadCar.FromString(data)
            cars.setdefault(car.tick, {})[car.index] = car
        # Time passes in ticks in which the number of driving ticks grows; a reset begins anew.
        self.ticks = []
        before = 0
        for data in recording.topics["/state"]:
            state = messages.State.FromString(data)
            driven = state.session.running_ticks
            if driven < before:
                self.ticks = []
            if driven != before:
                self.ticks.append((driven, cars[state.tick]))
            before = driven

    def body(self, index):
        """Length, width and how far the outline's middle is ahead of the centre of gravity."""
        names = [car["vehicle"] for car in self.session["car"]]
        chassis = self.vehicles[names[index]]["chassis"]
        ahead = chassis["to_front_axle_m"] + chassis["front_overhang_m"] - chassis["length_m"] / 2
        return chassis["length_m"], chassis["width_m"], ahead

    def centre(self, index, car):
        ahead = self.body(index)[2]
        return car.x_m + ahead * math.cos(car.yaw_rad), car.y_m + ahead * math.sin(car.yaw_rad)

    def period(self):
        if "controller" in self.session:
            return self.session["controller"].get("period_ms", 20)
        return self.session["road"].get("driver_period_ticks", 20)


def track_length(track):
    """Of lines, arcs, and bends: two clothoids that turn half as much as an arc of their length."""
    length = 0.0
    for segment in track["segment"]:
        if segment["kind"] in ("line", "clothoid"):
            length += segment["length_m"]
        else:
            length += math.radians(segment["angle_deg"]) * segment["radius_m"] + segment.get("transition_m", 0.0)
    return length


def reached(samples, goal_m):
    """The first tick at which the way is the goal's, from samples (tick, way); None if it never is. Between
    two samples by the parabola through them and the one before; the last one is that in which the run ended."""
    found = next((i for i, (_, way) in enumerate(samples) if way >= goal_m), None)
    if found is None:
        return None
    if found < 2 or found == len(samples) - 1:
        return samples[found][0]
    (t0, w0), (t1, w1), (t2, w2) = samples[found - 2:found + 1]
    for tick in range(t1 + 1, t2):
        way = (w0 * (tick - t1) * (tick - t2) / ((t0 - t1) * (t0 - t2))
               + w1 * (tick - t0) * (tick - t2) / ((t1 - t0) * (t1 - t2))
               + w2 * (tick - t0) * (tick - t1) / ((t2 - t0) * (t2 - t1)))
        if way >= goal_m:
            return tick
    return t2


def driving_score(run, index, goal_m):
    """Finishing time + damage / 10, of a car with so far to go."""
    length = track_length(run.track)
    start = run.session["car"][index]["along_m"]
    laps, before, samples = 0, start, []
    for driven, cars in run.ticks:
        along = cars[index].along_m
        if abs(along - before) > length / 2:  # over the line, forward or backward
            laps += 1 if along < before else -1
        before = along
        samples.append((driven, laps * length + along - start))
    finish = reached(samples, goal_m - 1e-7)  # the road's length is known to 0.1 um
    if finish is None:
        return None
    damage = max(cars[index].damage for driven, cars in run.ticks if driven <= finish)
    return None if damage > run.session["road"]["largest_damage"] else finish * TICK_S + damage / 10


def goal_of(run, table):
    return table["distance_m"] if "distance_m" in table else table["laps"] * track_length(run.track)


def cruise_score(run):
    return driving_score(run, 0, goal_of(run, run.session["cruise"]))


def race_scores(run):
    """Of each car, whose way begins elsewhere and ends at one line."""
    length = track_length(run.track)
    pole = run.session["car"][0]["along_m"]
    behind = [math.remainder(pole - car["along_m"], length) for car in run.session["car"]]
    return [driving_score(run, index, goal_of(run, run.session["race"]) + more)
            for index, more in enumerate(behind)]


def follow_score(run):
    """Mean distance between the centres over the control periods; none if a rule was broken."""
    distances = []
    my_length, _, _ = run.body(0)
    length, width, _ = run.body(1)
    for driven, cars in run.ticks:
        if cars[0].damage > 1:
            return None
        (x, y), (leader_x, leader_y) = run.centre(0, cars[0]), run.centre(1, cars[1])
        for along in (1, -1):  # the leader's corners, seen from the follower
            for across in (1, -1):
                dx = (leader_x - x + along * length / 2 * math.cos(cars[1].yaw_rad)
                      - across * width / 2 * math.sin(cars[1].yaw_rad))
                dy = (leader_y - y + along * length / 2 * math.sin(cars[1].yaw_rad)
                      + across * width / 2 * math.cos(cars[1].yaw_rad))
                ahead = dx * math.cos(cars[0].yaw_rad) + dy * math.sin(cars[0].yaw_rad)
                left = dy * math.cos(cars[0].yaw_rad) - dx * math.sin(cars[0].yaw_rad)
                if my_length / 2 - 20 <= ahead < my_length / 2 and abs(left) <= 20:
                    return None
        if driven % run.period() == 0:
            distances.append(math.dist((x, y), (leader_x, leader_y)))
    if driven < round(run.session["session"]["duration_s"] / TICK_S):  # it was not followed to the end
        return None
    return math.fsum(distances) / len(distances)


def park_score(run):
    """Parking time x (1 + deviation / car width)."""
    lot = run.result["park"]
    started = reached([(driven, cars[0].along_m) for driven, cars in run.ticks], lot["along_m"] - 15)
    if started is None or any(cars[0].damage > 1 for _, cars in run.ticks):
        return None
    driven, cars = run.ticks[-1]  # "parked" ends the run
    car = cars[0]
    off = math.remainder(car.yaw_rad - math.radians(lot["heading_deg"]), 2 * math.pi)
    speed_kph = math.hypot(car.forward_mps, car.left_mps) * 3.6
    if not run.says_parked or speed_kph > 0.2 or abs(math.degrees(off)) > 10:
        return None
    deviation = math.dist(run.centre(0, car), (lot["x_m"], lot["y_m"]))
    return (driven - started) * TICK_S * (1 + deviation / run.body(0)[1])


SCORES = {"cruise": cruise_score, "follow": follow_score, "park": park_score, "race": race_scores}


def score(folder):
    run = Run(pathlib.Path(folder))
    return SCORES[run.result["kind"]](run)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: recompute.py RUN", file=sys.stderr)
        sys.exit(2)
    try:
        found = score(sys.argv[1])
    except ModuleNotFoundError as error:
        print(f"recompute.py: {error}; run it with the Python that has Debian's python3-protobuf: "
              "/usr/bin/python3 recompute.py RUN", file=sys.stderr)
        sys.exit(3)
    print("none" if found is None else repr(found))
