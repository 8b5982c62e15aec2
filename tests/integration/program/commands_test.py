# SPDX-License-Identifier: Apache-2.0
"""Commands, options, exit codes and what a run leaves behind."""
import json
import os
import resource
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

from program import GHOSTCAR, TOP, ProgramTest, shipped_sessions

RESULT_KEYS = ["session", "kind", "outcome", "verdict", "score", "message", "replayable", "realtime",
               "ticks", "sim_time_s", "state_hash", "inputs_hash", "seed", "ghostcar_version",
               "controller", "timing", "judge"]


class Commands(ProgramTest):
    def test_the_demo_passes_and_leaves_everything_behind(self):
        result = self.run_session("--pace", "fast")
        self.assertEqual((result["outcome"], result["verdict"]), ("finished", "passed"))
        self.assertEqual([key for key in RESULT_KEYS if key not in result], [])
        self.assertEqual(result["sim_time_s"], result["ticks"] / 1000)
        self.assertAlmostEqual(result["judge"]["motion_clutch_pedal"], 0.60, delta=0.03)
        self.assertLess(result["judge"]["largest_upshift_speed_change_kph"], 2.0)
        suite = xml.etree.ElementTree.parse(self.folder / "run" / "junit.xml").getroot()
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("1", "0"))
        timing = json.loads((self.folder / "run" / "timing.json").read_text())
        for key in ["wake_us", "tick_us", "overruns", "page_faults", "wake_hash", "realtime", "kernel",
                    "command_line", "cpu"]:
            self.assertIn(key, timing)
        page = (self.folder / "run" / "report.html").read_text()
        self.assertIn("<svg", page)
        self.assertNotIn("http://", page.replace("http://www.w3.org/2000/svg", ""))

    def test_every_shipped_session_starts(self):  # to its end: sessions_test.py
        for name, words in shipped_sessions(self):
            self.ghostcar("run", name, "--pace", "fast", "--duration", 3, "--out", name, *words)
            # Three seconds are too short for a parking: that is a violation.
            self.assertEqual(self.result(name)["outcome"], "violation" if name == "park" else "finished", name)

    def test_a_gear_without_the_clutch_is_told(self):
        """The line keeper leaves the clutch to the car: where the car does not shift, first gear grinds."""
        for out, automatic, blocked in [("itself", "true", 0), ("by-hand", "false", 1)]:
            self.run_session("--pace", "fast", "--duration", 5, "--set", "controller.builtin=line-keeper",
                             "--set", f"car.0.automatic={automatic}", session="cruise-1", out=out)
            car = self.result(out)["cars"][0]
            self.assertEqual((car["blocked_shifts"], car["stalls"]), (blocked, 0), automatic)
            self.assertEqual(car["distance_m"] == 0.0, blocked == 1)

    def test_report_again(self):
        self.run_session("--pace", "fast", "--duration", 5)
        page = self.folder / "run" / "report.html"
        first = page.read_text()
        page.unlink()
        self.assertEqual(self.ghostcar("report", "run").returncode, 0)
        self.assertEqual(page.read_text(), first)

    def test_without_recording(self):
        result = self.run_session("--pace", "fast", "--duration", 5, "--record", "off")
        self.assertFalse(result["replayable"])
        self.assertFalse((self.folder / "run" / "run.mcap").exists())
        self.assertEqual(self.ghostcar("replay", "run").returncode, 2)

    def test_a_failed_verdict_is_exit_code_1(self):
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--out", "run", "--set",
                             "judge.motion_clutch_low=0.62")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.result()["verdict"], "failed")
        suite = xml.etree.ElementTree.parse(self.folder / "run" / "junit.xml").getroot()
        self.assertEqual(suite.get("failures"), "1")

    def test_a_broken_wire_leads_to_the_safe_state(self):
        fault = '[{signal="clutch", kind="open", at_s=20.0, for_s=5.0}]'
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--out", "run", "--set", f"wires.fault={fault}")
        self.assertEqual(done.returncode, 1, done.stderr)
        result = self.result()
        self.assertEqual((result["outcome"], result["verdict"]), ("invalid", "none"))
        self.assertIn("pedal", result["message"])
        self.assertEqual(self.replay()[0], 0)  # the fault is an Input: it replays

    def test_a_folder_that_holds_a_run_is_kept(self):
        first = self.run_session("--pace", "fast", "--duration", 1)
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--out", "run")
        self.assertEqual(done.returncode, 2)
        self.assertIn("already holds a run", done.stderr)
        self.assertEqual(self.result(), first)

    def test_default_folders_do_not_collide(self):
        for _ in range(3):
            self.assertEqual(self.ghostcar("run", "robot-demo", "--pace", "fast", "--duration", 0.1).returncode, 0)
        self.assertEqual(len(list((self.folder / "runs").iterdir())), 3)

    def test_out_that_cannot_be_made(self):
        (self.folder / "file").write_text("")
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--out", "file/run")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_json_is_the_result(self):
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--duration", 1, "--out", "run", "--json")
        self.assertEqual(json.loads(done.stdout), self.result())

    def test_help_and_wrong_use(self):
        for words in [["--help"], ["run", "--help"], ["replay", "--help"], ["report", "--help"],
                      ["check", "--help"], ["list", "--help"], ["--version"]]:
            self.assertEqual(self.ghostcar(*words).returncode, 0, words)
        self.assertIn("Example", self.ghostcar("run", "--help").stdout)
        for words in [[], ["drive"], ["run"], ["run", "robot-demo", "--speed", "3"], ["list", "cars"],
                      ["run", "robot-dem"], ["replay", "nowhere"], ["report", "nowhere"],
                      ["run", "robot-demo", "--record", "maybe"], ["run", "robot-demo", "--seed", "x"]]:
            done = self.ghostcar(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("robot-demo", self.ghostcar("run", "robot-dem").stderr)
        for words, meant in [(["rnu", "robot-demo"], "run"), (["new", "vehicle"], "new controller"),
                             (["can", "decod", "--dbc", "car.dbc"], "can decode")]:
            self.assertIn(f'did you mean "ghostcar {meant}"?', self.ghostcar(*words).stderr)

    def test_check_has_a_verdict_for_every_line(self):
        done = self.ghostcar("check", "--json")
        lines = json.loads(done.stdout)
        self.assertGreater(len(lines), 8)
        for line in lines:
            self.assertIn(line["verdict"], ["ok", "warn", "fail"])
            self.assertEqual(line["verdict"] == "ok", line["remedy"] == "", line)
        fails = [line for line in lines if line["verdict"] == "fail"]
        self.assertEqual(done.returncode, 3 if fails else 0)

    def test_a_robot_that_gives_up_is_named(self):
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--out", "run", "--set", "driver.phase.2.until_kph=400")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.result()["verdict"], "none")
        self.assertIn("gave up in phase 2", self.result()["message"])
        suite = xml.etree.ElementTree.parse(self.folder / "run" / "junit.xml").getroot()
        self.assertIsNotNone(suite.find("testcase/skipped"))

    def test_sessions_that_cannot_be_driven(self):
        for change, word in [("driver.phase.3.gear=6", "gear 6"), ("session.autostart=false", "autostart")]:
            done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--set", change)
            self.assertEqual(done.returncode, 2, change)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(word, done.stderr)

    def test_seeds(self):
        for wrong in ["-1", "18446744073709551616", "", "1.5", "x"]:
            done = self.ghostcar("run", "robot-demo", "--pace", "fast", f"--seed={wrong}")
            self.assertEqual(done.returncode, 2, wrong)
        self.run_session("--pace", "fast", "--duration", 0.1, "--seed", 2**64 - 1)
        self.assertEqual(self.result()["seed"], 2**64 - 1)

    def test_a_vehicle_beside_its_session(self):
        data = TOP / "model/data"
        there = self.folder / "there"
        there.mkdir()
        session = (data / "sessions/robot-demo.toml").read_text().replace('"focus-2.0-mt"', '"my-car.toml"')
        (there / "my.toml").write_text(session)
        (there / "my-car.toml").write_text((data / "vehicles/focus-2.0-mt.toml").read_text())
        own = self.run_session("--pace", "fast", "--duration", 5, session="there/my.toml")
        shipped = self.run_session("--pace", "fast", "--duration", 5, out="shipped")
        self.assertEqual(own["state_hash"], shipped["state_hash"])

    def test_a_full_disk_is_said_and_the_drive_goes_on(self):
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--out", "run",
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, 2 << 20)))
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("run.mcap: recording ended", done.stderr)
        self.assertEqual((self.result()["verdict"], self.result()["replayable"]), ("passed", False))
        self.assertEqual(self.replay()[0], 0)

    def test_a_disk_without_any_room_does_not_hide_how_the_drive_ended(self):
        for words, ended in (([], "verdict passed"), (["--json"], '"verdict": "passed"')):
            done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--out", f"run{len(words)}", *words,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 10, 1 << 10)))
            self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
            self.assertIn("result.json: cannot be written", done.stderr)
            self.assertIn(ended, done.stdout)
            self.assertNotIn("report.html", done.stdout)

    def test_files_that_are_no_recordings(self):
        (self.folder / "text.mcap").write_text("no recording")
        (self.folder / "empty.mcap").write_text("")
        os.mkfifo(self.folder / "pipe.mcap")
        for name in ["text.mcap", "empty.mcap", "pipe.mcap", "missing.mcap"]:
            done = self.ghostcar("replay", name)
            self.assertEqual(done.returncode, 2, name)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_without_its_data_the_program_says_where_it_looked(self):
        alone = self.folder / "bin" / "ghostcar"
        alone.parent.mkdir()
        shutil.copy(GHOSTCAR, alone)
        for words in [["run", "robot-demo"], ["list", "vehicles"]]:
            done = subprocess.run([alone, *words], cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("share/ghostcar", done.stderr)

    def test_output_that_cannot_be_written_is_no_success(self):
        for words in (["list", "vehicles"], ["list", "boards", "--json"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([GHOSTCAR, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
                                      check=False)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn("standard output", done.stderr)

    def test_a_setting_of_several_lines_is_refused(self):
        done = self.ghostcar("run", "robot-demo", "--pace", "fast", "--set", 'session.title="""a\nb"""', "--out", "run")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertFalse((self.folder / "run").exists())

    def test_output_into_a_closed_pipe(self):
        command = f"{GHOSTCAR} run robot-demo --pace fast --duration 1 --out run | true"
        subprocess.run(["bash", "-c", command], cwd=self.folder, check=True, timeout=100)
        self.assertEqual(self.result()["outcome"], "finished")


if __name__ == "__main__":
    unittest.main()
