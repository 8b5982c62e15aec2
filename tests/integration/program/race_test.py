# SPDX-License-Identifier: Apache-2.0
"""Championships as a teacher meets them: files, words, exit codes, Ctrl-C."""
import csv
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import unittest

from program import GHOSTCAR, TOP, ProgramTest

RANKING_FILES = ["ranking.json", "ranking.csv", "results.csv", "ranking.html"]


class Race(ProgramTest):
    def write(self, participants, events, name="class.toml"):
        text = '[championship]\nname = "Class"\n'
        for table, rows in (("participant", participants), ("event", events)):
            for row in rows:
                text += f"[[{table}]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in row.items())
        (self.folder / name).write_text(text)
        return name

    def small(self):
        """Two cars and one that is broken, in two short drives."""
        car = (TOP / "model/data/vehicles/bmw-320i.toml").read_text()
        (self.folder / "broken.toml").write_text(car.replace("mass_kg", "mass_g"))
        return self.write([{"name": "Ada", "vehicle": "bmw-320i"}, {"name": "Ben", "vehicle": "broken.toml"},
                           {"name": "Cem", "vehicle": "city-car"}],
                          [{"session": "cruise-1", "kind": "qualifying", "distance_m": 150},
                           {"session": "cruise-3", "kind": "qualifying", "distance_m": 100}])

    def race(self, *words):
        return self.ghostcar("race", *words)

    def ranking(self, out="out"):
        return json.loads((self.folder / out / "ranking.json").read_text())

    def test_the_table_and_what_is_left_behind(self):
        done = self.race(self.small(), "--out", "out")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        ranking = self.ranking()
        self.assertTrue(ranking["complete"])
        self.assertEqual([row["place"] for row in ranking["ranking"]], [1, 2, 3])
        self.assertEqual(ranking["ranking"][2]["participant"], "Ben")
        for event in ranking["events"]:
            for run in event["runs"][:2]:
                self.assertEqual((run["outcome"], run["verdict"]), ("finished", "passed"))
                result = self.result(pathlib.Path("out") / run["folder"])
                self.assertEqual(result["score"], run["score"])
                self.assertEqual(result["state_hash"], run["state_hash"])
            broken = event["runs"][2]
            self.assertEqual((broken["participant"], broken["place"], broken["points"]), ("Ben", None, 0))
            self.assertIn("broken.toml", broken["message"])
            self.assertIn("mass_kg: missing", broken["message"])
        self.assertIn("Ben: invalid: ", done.stdout)
        with open(self.folder / "out/ranking.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["participant"] for row in rows], [row["participant"] for row in ranking["ranking"]])
        self.assertEqual(float(rows[0]["cruise-1"]), min(float(row["cruise-1"]) for row in rows[:2]))
        page = (self.folder / "out/ranking.html").read_text()
        self.assertNotIn("http", page)
        self.assertIn("mass_kg: missing", page)
        machine = json.loads((self.folder / "out/machine.json").read_text())
        self.assertEqual(machine["runs"], 6)
        self.assertGreater(machine["simulated_s"], 10)

    def test_twice_is_the_same_bytes(self):
        file = self.small()
        self.assertEqual(self.race(file, "--out", "a", "--jobs", 1).returncode, 0)
        self.assertEqual(self.race(file, "--out", "b", "--jobs", 3).returncode, 0)
        for name in RANKING_FILES:
            self.assertEqual((self.folder / "a" / name).read_bytes(), (self.folder / "b" / name).read_bytes(), name)

    def test_a_run_can_be_repeated_by_its_command(self):
        self.race(self.small(), "--out", "out")
        run = self.ranking()["events"][0]["runs"][0]
        command = run["command"].replace("ghostcar ", f"{GHOSTCAR} ", 1) + " --out again"
        subprocess.run(command, shell=True, cwd=self.folder, check=True, capture_output=True)
        self.assertEqual(self.result("again")["state_hash"], run["state_hash"])

    def test_json_and_recordings(self):
        done = self.race(self.small(), "--out", "out", "--json", "--record", "on")
        self.assertEqual(json.loads(done.stdout), self.ranking())
        for event in self.ranking()["events"]:
            for run in event["runs"][:2]:
                self.assertEqual(self.replay(pathlib.Path("out") / run["folder"])[0], 0)

    def test_mistakes_are_one_line_and_nothing_is_written(self):
        good = {"session": "cruise-1", "kind": "qualifying"}
        ada = {"name": "Ada"}
        for participants, events, words in [
                ([ada], [good | {"sesion": "x"}], "class.toml:8: event[0].sesion: unknown key"),
                ([ada], [{"kind": "qualifying"}], "event[0].session: missing"),
                ([ada | {"vehicle": "bmv-320i"}], [good], "did you mean \"bmw-320i\"?"),
                ([ada, ada], [good], "\"Ada\" is there twice"),
                ([ada], [good | {"laps": 1, "distance_m": 5}], "remove one of them"),
                ([ada], [good | {"laps": -1}], "event[0].laps: found -1; must be greater than 0"),
                ([ada], [good | {"set": 3}], "event[0].set: found an integer"),
                ([ada], [{"session": "follow", "kind": "qualifying", "laps": 1}], "has none; remove it"),
                ([ada], [], "class.toml:1: event: missing; add it")]:
            done = self.race(self.write(participants, events))
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(words, done.stderr)
            self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["class.toml"])
        for words in [["nowhere.toml"], ["no-such-race"], [], ["class.toml", "--jobs", 0]]:
            done = self.race(*words)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)

    def test_every_failure_has_its_words_and_stops_nobody(self):
        (self.folder / "text.so").write_text("no library")
        names = {"Missing": {"library": "nowhere.so"}, "Text": {"library": "text.so"}, "Sleeper": "bad-sleeper",
                 "Good": "line-keeper"}
        file = self.write([{"name": name} for name in names],
                          [{"session": "cruise-1", "kind": "qualifying", "distance_m": 100, "duration_s": 30}])
        text = (self.folder / file).read_text()
        for name, controller in names.items():
            written = (f'{{ library = "{controller["library"]}" }}' if isinstance(controller, dict)
                       else json.dumps(controller))
            text = text.replace(f'name = "{name}"\n', f'name = "{name}"\ncontroller = {written}\n')
        (self.folder / file).write_text(text)
        done = self.race(file, "--out", "out")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        runs = {run["participant"]: run for run in self.ranking()["events"][0]["runs"]}
        self.assertEqual(runs["Good"]["place"], 1)
        self.assertEqual([run["place"] for name, run in runs.items() if name != "Good"], [None] * 3)
        self.assertIn("nowhere.so", runs["Missing"]["message"])
        self.assertIn("text.so", runs["Text"]["message"])
        self.assertEqual(runs["Sleeper"]["message"], "the finish was not reached")

    def test_who_does_not_come_over_udp_is_not_the_machine(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        file = self.write([{"name": "Absent"}, {"name": "Good"}],
                          [{"session": "cruise-1", "kind": "qualifying", "distance_m": 50}])
        self.drives(file, "Absent", f'{{ kind = "udp", listen = "127.0.0.1:{port}", wait_s = 0.2 }}')
        self.drives(file, "Good", '"line-keeper"')
        done = self.race(file, "--out", "out")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        runs = {run["participant"]: run for run in self.ranking()["events"][0]["runs"]}
        self.assertEqual((runs["Good"]["place"], runs["Absent"]["place"]), (1, None))
        self.assertEqual(runs["Absent"]["outcome"], "invalid")
        self.assertIn("no controller came to 127.0.0.1:", runs["Absent"]["message"])

    def test_the_championship_of_the_docs(self):
        """The file that a teacher copies out of docs/class.md; only the library is not there yet."""
        text = (TOP / "docs/class.md").read_text(encoding="utf-8")
        example = next(part.split("```")[0] for part in text.split("```toml\n")[1:] if "[championship]" in part)
        (self.folder / "autumn.toml").write_text(example)
        done = self.race("autumn.toml", "--out", "autumn")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        for event in self.ranking("autumn")["events"]:
            runs = {run["participant"]: run for run in event["runs"]}
            self.assertEqual(runs["The one to beat"]["outcome"], "finished", event["name"])
            self.assertIn("libada.so: No such file", runs["Ada"]["message"])

    def test_together_on_one_track(self):
        car = (TOP / "model/data/vehicles/bmw-320i.toml").read_text()
        (self.folder / "broken.toml").write_text(car.replace("mass_kg", "mass_g"))
        file = self.write([{"name": "Ada", "vehicle": "bmw-320i"}, {"name": "Ben", "vehicle": "broken.toml"},
                           {"name": "Cem", "vehicle": "city-car"}],
                          [{"session": "race", "kind": "race", "distance_m": 300.0}])
        self.drives(file, "Cem", '"line-keeper"')
        done = self.race(file, "--out", "out", "--record", "on")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        runs = {run["participant"]: run for run in self.ranking()["events"][0]["runs"]}
        self.assertEqual(runs["Ben"]["outcome"], "invalid")
        self.assertIn("mass_kg: missing", runs["Ben"]["message"])
        result = self.result(pathlib.Path("out") / runs["Ada"]["folder"])
        self.assertEqual(len(result["cars"]), 2)  # in the order of the grid: Ada, Cem
        for name, car in zip(["Ada", "Cem"], result["cars"]):
            self.assertEqual((runs[name]["outcome"], runs[name]["verdict"]), ("finished", "passed"))
            self.assertEqual(runs[name]["score"], car["judge"]["finish_time_s"] + car["judge"]["damage"] / 10)
            for key in ["score", "place", "arrival", "message", "laps"]:
                self.assertEqual(runs[name][key], car[key])
            self.assertEqual(runs[name]["damage"], car["judge"]["damage"])  # what the score is made of
        self.assertNotIn("controller", result["cars"][0])  # the road's own driver
        self.assertEqual(result["cars"][1]["controller"]["kind"], "builtin")
        self.assertEqual(self.replay(pathlib.Path("out") / runs["Ada"]["folder"])[0], 0)
        with open(self.folder / "out/results.csv", newline="", encoding="utf-8") as table:
            rows = {row["participant"]: row for row in csv.DictReader(table)}
        self.assertEqual(float(rows["Cem"]["score"]), runs["Cem"]["score"])
        self.assertEqual({rows[name]["arrival"] for name in ["Ada", "Cem"]}, {"1", "2"})
        self.assertEqual(rows["Ben"]["arrival"], "")
        self.assertIn("arrived 1.", (self.folder / "out/ranking.html").read_text())

    def drives(self, file, participant, controller):
        """Gives a participant a controller, as the file writes it."""
        text = (self.folder / file).read_text()
        name = f'name = "{participant}"\n'
        self.assertIn(name, text)
        (self.folder / file).write_text(text.replace(name, f"{name}controller = {controller}\n"))

    def test_a_practice_is_driven_and_counts_for_nothing(self):
        file = self.write([{"name": "Cem", "vehicle": "truck-7.5t"}, {"name": "Ada", "vehicle": "bmw-320i"}],
                          [{"name": "free", "session": "cruise-1", "kind": "practice", "distance_m": 60},
                           {"session": "race", "kind": "race", "distance_m": 60, "order": "last-results"}])
        text = (self.folder / file).read_text()
        (self.folder / file).write_text(text + "grid = { row_spacing_m = 20.0, side_offset_m = 2.0 }\n")
        done = self.race(file, "--out", "out")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        practice, race = self.ranking()["events"]
        self.assertEqual([(run["participant"], run["place"], run["points"]) for run in practice["runs"]],
                         [("Ada", 1, 0), ("Cem", 2, 0)])
        self.assertEqual(practice["kind"], "practice")
        points = {row["participant"]: row["points"] for row in self.ranking()["ranking"]}
        self.assertEqual(points, {run["participant"]: run["points"] for run in race["runs"]})
        # Who was fastest in the practice stands in front: the rows are 20 m apart, 2 m beside the middle.
        command = race["runs"][0]["command"]
        self.assertRegex(command, r"bmw-320i., along_m = 20, offset_m = 2, .*truck-7.5t., along_m = 0, offset_m = -2,")

    def test_the_grid_follows_the_last_results(self):
        """Front row first: who was slowest in the qualifying starts from behind, or in front."""
        for order, front in [("last-results", "Ada"), ("reversed", "Cem"), ("drivers", "Cem")]:
            file = self.write([{"name": "Cem", "vehicle": "truck-7.5t"}, {"name": "Ada", "vehicle": "bmw-320i"}],
                              [{"session": "cruise-1", "kind": "qualifying", "distance_m": 100},
                               {"session": "race", "kind": "race", "distance_m": 60, "order": order}])
            done = self.race(file, "--out", order)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            cars = self.result(pathlib.Path(order) / "runs/02-race/all")["cars"]
            vehicles = {"Ada": "BMW 320i", "Cem": "truck"}
            self.assertIn(vehicles[front].lower(), cars[0]["vehicle"].lower(), order)

    def test_in_a_race_one_fails_and_the_others_finish(self):
        names = {"Missing": '{ library = "nowhere.so" }', "Text": '{ library = "text.so" }', "Sleeper": '"bad-sleeper"',
                 "Good": '"line-keeper"', "Better": '"line-keeper"'}
        (self.folder / "text.so").write_text("no library")
        file = self.write([{"name": name, "vehicle": "focus-2.0-mt"} for name in reversed(names)],
                          [{"session": "race", "kind": "race", "distance_m": 200.0, "duration_s": 40}])
        for name, controller in names.items():
            self.drives(file, name, controller)
        for out in ["a", "b"]:
            done = self.race(file, "--out", out)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in RANKING_FILES:
            self.assertEqual((self.folder / "a" / name).read_bytes(), (self.folder / "b" / name).read_bytes(), name)
        runs = {run["participant"]: run for run in self.ranking("a")["events"][0]["runs"]}
        self.assertEqual({runs["Good"]["place"], runs["Better"]["place"]}, {1, 2})
        for name, library in [("Missing", "nowhere.so"), ("Text", "text.so")]:
            self.assertEqual((runs[name]["outcome"], runs[name]["place"]), ("aborted", None))
            self.assertIn(library, runs[name]["message"])
        self.assertEqual(runs["Sleeper"]["message"], "the finish was not reached")
        self.assertIn("nowhere.so", (self.folder / "a/ranking.html").read_text())

    def test_the_shipped_ones_are_listed(self):
        listed = json.loads(self.ghostcar("list", "races", "--json").stdout)
        self.assertEqual([row["name"] for row in listed], ["class-championship", "grid-race"])
        shutil.copytree(TOP / "model/data/races", self.folder / "data/races")
        first = self.folder / "data/races/grid-race.toml"
        first.write_text(first.read_text().replace("[championship]", "[championship]\npriority = 1"))
        listed = self.ghostcar("list", "races", env={**os.environ, "GHOSTCAR_DATA": str(self.folder / "data")}).stdout
        self.assertEqual([line.split()[0] for line in listed.splitlines()], ["grid-race", "class-championship"])
        done = self.race("grid-race", "--out", "out")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([row["place"] for row in self.ranking()["ranking"]], [1, 2, 3, 4, 5])

    def test_nobody_with_a_score_is_exit_code_1(self):
        file = self.write([{"name": "Ada"}], [{"session": "cruise-1", "kind": "qualifying", "duration_s": 1.0}])
        self.assertEqual(self.race(file, "--out", "out").returncode, 1)
        self.assertEqual(self.ranking()["ranking"][0]["points"], 0)

    def test_a_folder_that_holds_a_championship_is_kept(self):
        file = self.small()
        self.race(file, "--out", "out")
        before = (self.folder / "out/ranking.json").read_bytes()
        done = self.race(file, "--out", "out")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
        self.assertEqual((self.folder / "out/ranking.json").read_bytes(), before)

    def long(self):
        return self.write([{"name": f"P{i}"} for i in range(6)],
                          [{"session": "cruise-1", "kind": "qualifying", "distance_m": 200.0},
                           {"name": "endless", "session": "cruise-2", "kind": "qualifying", "laps": 900,
                            "duration_s": 500000.0}])

    def test_ctrl_c_ends_in_order_with_what_is_done(self):
        file = self.long()
        with subprocess.Popen([GHOSTCAR, "race", file, "--out", "out", "--jobs", "2"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            lines = [process.stdout.readline() for _ in range(6)]  # all of the first event
            pids = self.wait_for_children(process.pid)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, output + errors)
        self.assertIn("6/12", lines[5])
        ranking = self.ranking()
        self.assertFalse(ranking["complete"])
        self.assertEqual({run["outcome"] for run in ranking["events"][0]["runs"]}, {"finished"})
        self.assertEqual({run["outcome"] for run in ranking["events"][1]["runs"]}, {"not run"})
        for name in RANKING_FILES:
            self.assertTrue((self.folder / "out" / name).exists(), name)
        for pid in pids:
            self.assertFalse(pathlib.Path(f"/proc/{pid}").exists())

    def wait_for_children(self, parent):
        deadline = time.monotonic() + 60
        while not (found := self.children(parent)):
            self.assertLess(time.monotonic(), deadline, "no run is started")
            time.sleep(0.01)
        return found

    @staticmethod
    def children(parent):
        found = []
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                    found.append(int(stat.parent.name))
            except OSError:
                pass
        return found

    def test_a_killed_championship_takes_its_runs_along(self):
        file = self.long()
        with subprocess.Popen([GHOSTCAR, "race", file, "--out", "out", "--jobs", "2"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            for _ in range(6):
                process.stdout.readline()
            pids = self.wait_for_children(process.pid)
            process.kill()
        deadline = time.monotonic() + 60
        while any(self.is_running(pid) for pid in pids):
            self.assertLess(time.monotonic(), deadline, "a run goes on without its championship")
            time.sleep(0.05)

    @staticmethod
    def is_running(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    def test_a_bar_on_a_terminal(self):
        file = self.small()
        code, seen = self.on_a_terminal("race", file, "--out", "out")
        self.assertEqual(code, 0, seen)
        self.assertIn("█", seen)
        self.assertIn("6 runs", seen)

    def test_a_full_disk_is_the_machines_fault(self):
        file = self.small()
        done = self.ghostcar("race", file, "--out", "/proc/nowhere")
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (3, 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
