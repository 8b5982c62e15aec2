# SPDX-License-Identifier: Apache-2.0
"""Drive cycles through the program: the robot learns, drives and is judged; bad cycles; bad sensors; two runs compared."""
import json
import unittest

from program import TOP, ProgramTest

INDICES = ["er_pct", "dr_pct", "eer_pct", "ascr_pct", "iwr_pct", "rmsse_kph", "excursions",
           "longest_excursion_s", "total_excursion_s"]


def faults(*tables):
    """[[wires.fault]] as one --set."""
    text = ", ".join("{" + ", ".join(f"{key} = {json.dumps(value)}" for key, value in table.items()) + "}"
                     for table in tables)
    return ["--set", f"wires.fault=[{text}]"]


class CycleTest(ProgramTest):
    def drive(self, cycle, *words, out="run"):
        return self.run_session("--pace", "fast", *words, out=out, session=f"cycle-{cycle}")


class Cycles(CycleTest):
    def test_a_drive_is_judged_with_every_figure(self):
        result = self.drive("nedc", "--record", "off")
        judge = result["judge"]
        self.assertEqual(result["kind"], "cycle")
        self.assertEqual((result["outcome"], result["verdict"]), ("finished", "passed"))
        for name in INDICES:
            self.assertIn(name, judge)
        self.assertEqual(judge["excursions"], 0)
        self.assertLess(abs(judge["iwr_pct"]), 1.0)
        self.assertLess(judge["rmsse_kph"], 0.8)
        self.assertEqual(judge["stalls"] + judge["blocked_shifts"], 0)
        self.assertEqual([phase["name"] for phase in judge["phases"]], ["urban", "extra-urban"])
        for phase in judge["phases"]:
            self.assertTrue(set(INDICES) <= set(phase))
        self.assertIn("10 Hz", judge["method"])
        page = (self.folder / "run/report.html").read_text()
        for words in ["inertial work rating", "Phase by phase", "10 Hz, 5-point mean twice", "The learned car",
                      "Figure 8", "Figure 9", "Figure 10", "Figure 12", "class=\"plot live zoom\""]:
            self.assertIn(words, page)
        self.assertNotIn("src=\"http", page)
        # The trace that it leaves is one that the other judge takes: to the rounding of its text.
        done = self.ghostcar("judge", "drive-trace", "--target", "nedc", "--driven", "run/trace.csv", "--f0", judge["f0_n"],
                             "--f1", judge["f1_n_per_mps"], "--f2", judge["f2_n_per_mps2"], "--mass", judge["mass_kg"],
                             "--json")
        again = json.loads(done.stdout)
        for name in INDICES:
            self.assertAlmostEqual(judge[name], again[name], delta=0.01, msg=name)

    def test_learning_anew_shipped_or_given_is_the_same_drive(self):
        anew = self.drive("ece15", "--set", "driver.learned=\"anew\"", out="anew")
        text = (self.folder / "anew/learned.toml").read_text()
        shipped = (TOP / "model/data/learned/focus-2.0-mt.toml").read_text()
        self.assertEqual(shipped.split("\n", 1)[1], text, "the shipped one is old: copy learned.toml of this run over it")
        given = self.drive("ece15", "--set", "driver.learned=\"anew/learned.toml\"", out="given")
        known = self.drive("ece15", out="known")
        self.assertEqual(anew["learned"]["from"], "learning run before the drive")
        self.assertEqual(given["learned"]["from"], "learned.toml")
        self.assertEqual(known["learned"]["from"], "focus-2.0-mt.toml")
        self.assertEqual({anew["state_hash"], given["state_hash"]}, {known["state_hash"]})
        code, replay = self.replay("known")
        self.assertEqual((code, replay["identical"], replay["ticks"]), (0, True, known["ticks"]))
        # Another pace of the same is the same; another car with what was learned of this one is said.
        done = self.ghostcar("run", "cycle-ece15", "--pace", "fast", "--duration", 8, "--out", "other", "--set",
                             "driver.learned=\"anew/learned.toml\"", "--set", "session.vehicle=\"city-car\"")
        self.assertIn("was learned with another car", done.stderr)

    def test_other_cars_drive_the_nedc(self):
        for car in ["bmw-320i", "city-car", "ford-escort", "vw-vanagon"]:
            judge = self.drive("nedc", "--record", "off", "--set", f"session.vehicle=\"{car}\"", out=car)["judge"]
            self.assertEqual((judge["excursions"], judge["stalls"], judge["blocked_shifts"]), (0, 0, 0), car)

    def test_a_cut_drive_has_no_verdict(self):
        result = self.drive("ece15", "--duration", 40)
        self.assertEqual(result["verdict"], "none")
        self.assertIn("not completed: 33.9 of 195.0 s", result["message"])
        result = self.drive("ece15", "--duration", 3, out="short")
        self.assertEqual((result["outcome"], result["verdict"]), ("finished", "none"))

    def test_own_tolerance_and_load(self):
        judge = self.drive("ece15", "--record", "off", "--set", "judge.tolerance_kph=0.05", "--set",
                           "judge.tolerance_s=0.0", "--set", "judge.mass_kg=2000.0")["judge"]
        self.assertEqual((judge["tolerance_kph"], judge["mass_kg"]), (0.05, 2000.0))
        self.assertGreater(judge["excursions"], 3)
        self.assertEqual(len([e for e in judge["excursion_list"] if e["counts"]]), judge["excursions"])
        causes = {entry["cause"] for entry in judge["excursion_list"]}
        self.assertTrue(causes & {"gear change", "late start"}, causes)

    def test_own_cycles(self):
        def run(text, name="own.csv", duration="10"):
            (self.folder / name).write_bytes(text)
            return self.ghostcar("run", "cycle-ece15", "--pace", "fast", "--record", "off", "--duration", duration, "--set",
                                 f"session.cycle=\"{self.folder}/{name}\"", "--json")
        good = b"t_s,v_kph\n0,0\n10,0\n20,30\n30,0\n40,0\n"
        for text in [good, good.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + good, good + b"\n\n",
                     b"t_s,v_kph,gear,grade_pct\n0,0,PM,0\n8,0,K1,0\n10,0,1,2\n20,15,1,2\n30,0,K1,0\n"]:
            done = run(text)
            self.assertEqual(done.returncode, 0, done.stderr)
        for text, words in [(b"", "empty"), (b"time;speed\n0;0\n", "column"), (b"t_s,v_kph\n", "no rows"),
                            (b"t_s,v_kph\n0,0\n1,1,5\n", "own.csv:3"), (b"t_s,v_kph\n0,0\n0,1\n", "own.csv:3"),
                            (b"t_s,v_kph\n0,0\n5,1\n4,1\n", "goes back"), (b"t_s,v_kph\n0,0\n1,fast\n", "own.csv:3"),
                            (b"t_s,v_kph,gear\n0,0,PM\n1,0,Q\n", "not a gear")]:
            done = run(text)
            self.assertEqual(done.returncode, 2, (text, done.stderr))
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(words, done.stderr)
        million = b"t_s,v_kph\n" + b"".join(b"%.3f,%.1f\n" % (i / 100, min(i / 1000, 30)) for i in range(1_000_000))
        self.assertEqual(run(million).returncode, 0)
        done = run(b"t_s,v_kph\n0,0\n10,0\n11,100\n60,100\n", duration="8")
        self.assertEqual(done.returncode, 0)
        self.assertIn("jump beyond the car's ability", done.stderr)

    def test_grades_are_driven(self):
        (self.folder / "hill.csv").write_text("t_s,v_kph,grade_pct\n0,0,0\n10,0,0\n25,40,4\n60,40,4\n75,0,0\n80,0,0\n")
        cycle = f"session.cycle=\"{self.folder}/hill.csv\""
        hill = self.drive("ece15", "--set", cycle)
        self.assertEqual((hill["verdict"], hill["judge"]["excursions"]), ("passed", 0))
        self.assertEqual(self.replay()[1]["identical"], True)
        (self.folder / "hill.csv").write_text("t_s,v_kph\n0,0\n10,0\n25,40\n60,40\n75,0\n80,0\n")
        level = self.drive("ece15", "--set", cycle, out="level")
        self.assertGreater(hill["judge"]["accelerator"]["travel_strokes"], level["judge"]["accelerator"]["travel_strokes"])
        self.assertNotEqual(hill["state_hash"], level["state_hash"])

    def test_two_runs_side_by_side(self):
        self.drive("ece15", out="before")
        self.drive("ece15", "--set", "driver.limbs.delay_ms=15", "--set", "driver.learned=\"before/learned.toml\"",
                   out="after")
        done = self.ghostcar("report", "before", "after")
        self.assertEqual(done.stdout.strip(), "before/compare-after.html")
        page = (self.folder / "before/compare-after.html").read_text()
        for words in ["before", "after", "iwr", "Speed error", "class=\"plot live zoom\""]:
            self.assertIn(words, page)
        self.run_session("--pace", "fast", "--duration", 5, out="demo")
        done = self.ghostcar("report", "demo", "before/")  # other kinds too, and a folder with a slash
        self.assertEqual(done.stdout.strip(), "demo/compare-before.html")


class BadSensors(CycleTest):
    def test_drifting_noisy_late_sensors_are_driven_with(self):
        for number, signal in enumerate(["accelerator", "brake", "clutch"]):
            result = self.drive("nedc", "--record", "off", *faults(
                {"signal": signal, "kind": "drift", "at_s": 0.0, "for_s": 600.0, "share": 0.03},
                *({"signal": pedal, "kind": "noise", "at_s": 0.0, "for_s": 1e6, "share": 0.005}
                  for pedal in ["accelerator", "brake", "clutch"]),
                *({"signal": pedal, "kind": "delay", "at_s": 0.0, "for_s": 1e6, "delay_ms": 5}
                  for pedal in ["accelerator", "brake", "clutch"])), out=signal)
            self.assertEqual((result["verdict"], result["judge"]["excursions"]), ("passed", 0), signal)
            self.assertEqual(result["judge"]["stalls"], 0)
            self.assertIn("With these troubles the speed never left the tolerance.",
                          (self.folder / signal / "report.html").read_text())

    def broken(self, fault, *words):
        """Runs with a fault that must lead to the safe state; gives the last report of the wires."""
        done = self.ghostcar("run", "cycle-ece15", "--pace", "fast", "--record", "off", "--json", "--out",
                             f"broken-{len(list(self.folder.iterdir()))}", *faults(fault), *words)
        result = json.loads(done.stdout)
        self.assertEqual((done.returncode, result["outcome"]), (1, "invalid"), result["message"])
        report = result["wires"]["reports"][-1]
        self.assertIn(f"{report['signal']}: {report['trouble']}", result["message"])
        return report

    def test_a_dead_sensor_stops_the_car_within_50_ms(self):
        for signal in ["accelerator", "brake", "clutch"]:
            for kind in ["open", "short"]:
                report = self.broken({"signal": signal, "kind": kind, "at_s": 25.0, "for_s": 5.0})
                self.assertEqual((report["signal"], report["trouble"]), (signal, "out of its valid range"))
                self.assertLessEqual(report["at_s"] - 25.0, 0.05)

    def test_a_stuck_sensor_with_a_second_track_stops_the_car(self):
        report = self.broken({"signal": "clutch", "kind": "stuck", "at_s": 14.0, "for_s": 100.0}, "--board",
                             "desk-two-tracks")
        self.assertEqual((report["signal"], report["trouble"]), ("clutch", "its two tracks disagree"))
        report = self.broken({"signal": "brake", "kind": "open", "track": 2, "at_s": 25.0, "for_s": 5.0}, "--board",
                             "desk-two-tracks")
        self.assertEqual((report["signal"], report["trouble"]), ("brake", "its two tracks disagree"))
        self.assertLessEqual(report["at_s"] - 25.0, 0.05)

    def test_two_healthy_tracks_agree_over_a_whole_cycle(self):
        result = self.drive("ece15", "--record", "off", "--board", "desk-two-tracks")
        self.assertEqual((result["verdict"], result["wires"]["reports"]), ("passed", []))

    def test_a_stuck_sensor_with_one_track_is_reported(self):
        result = self.drive("ece15", "--record", "off", *faults(
            {"signal": "brake", "kind": "stuck", "at_s": 60.0, "for_s": 5.0}))
        self.assertEqual(result["outcome"], "finished")
        self.assertEqual([(report["signal"], report["trouble"]) for report in result["wires"]["reports"]],
                         [("brake", "stuck: not a bit has changed")])
        self.assertRegex(result["message"], "brake: stuck.* after 60.[45]")

    def test_without_wires_or_a_driver_one_line_says_so(self):
        board = (TOP / "board/desk/board.toml").read_text()
        (self.folder / "board.toml").write_text(board[:board.index("[wires")])
        session = (TOP / "model/data/sessions/cycle-ece15.toml").read_text()
        (self.folder / "session.toml").write_text(session[:session.index("[driver")])
        for words, missing in ((["cycle-ece15", "--board", "board.toml"], "wires"), (["session.toml"], "driver")):
            done = self.ghostcar("run", *words, "--pace", "fast", "--out", "run")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, rf"^ghostcar: \S+:1: {missing}: missing.*\n$")


if __name__ == "__main__":
    unittest.main()
