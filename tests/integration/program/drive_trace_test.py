# SPDX-License-Identifier: Apache-2.0
"""`ghostcar judge drive-trace`: the published figures of six ways to drive the UDDS, rates, exit codes, wrong files."""
import csv
import json
import time
import unittest

from program import TOP, ProgramTest

LOAD = ["--f0", 150, "--f1", 0, "--f2", 0.46, "--mass", 1470]

# What two independent implementations of the method agree on.
PUBLISHED = {
    "perfect": {"er_pct": 0, "dr_pct": 0, "eer_pct": 0, "ascr_pct": 0, "iwr_pct": 0, "rmsse_kph": 0, "excursions": 0},
    "lag": {"rmsse_kph": 1.109774, "excursions": 0},
    "gain": {"er_pct": 3.907905, "dr_pct": 2.000001, "eer_pct": 1.836149, "ascr_pct": 1.999986, "iwr_pct": 4.039989,
             "rmsse_kph": 0.787818, "excursions": 0},
    "smooth": {"er_pct": -4.809078, "iwr_pct": -8.817135, "rmsse_kph": 0.931543, "excursions": 1},
    "rough": {"er_pct": 9.850295, "ascr_pct": 14.565292, "iwr_pct": 25.463358, "rmsse_kph": 0.543724, "excursions": 0},
    "missed_shift": {"er_pct": 0.224774, "dr_pct": -0.028276, "eer_pct": 0.252483, "ascr_pct": 0.386816,
                     "iwr_pct": 0.641922, "rmsse_kph": 0.162447, "excursions": 1, "longest_excursion_s": 1.2,
                     "total_excursion_s": 1.2},
}
# By the WLTP's bounds alone.
PASSED = {"perfect": True, "lag": True, "gain": False, "smooth": False, "rough": False, "missed_shift": True}


def udds_at_10_hz():
    rows = [line for line in (TOP / "model/data/cycles/udds.csv").read_text().splitlines() if line[0].isdigit()]
    v = [float(row.split(",")[1]) for row in rows]
    return [v[i // 10] + (v[min(i // 10 + 1, len(v) - 1)] - v[i // 10]) * (i % 10) / 10
            for i in range((len(v) - 1) * 10 + 1)]


def trace_text(speeds, step_s=0.1, begin_s=0.0):
    return "t_s,v_kph\n" + "".join(f"{begin_s + i * step_s:.4f},{v:.4f}\n" for i, v in enumerate(speeds))


class DriveTraces(ProgramTest):
    def write(self, name, text):
        with open(self.folder / name, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def judge(self, target, driven, *words):
        done = self.ghostcar("judge", "drive-trace", "--target", target, "--driven", driven, *LOAD, *words)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done

    def figures(self, target, driven, *words):
        return json.loads(self.judge(target, driven, "--json", *words).stdout)

    def udds_driven(self):
        target = udds_at_10_hz()
        driven = {"perfect": target, "lag": [0.0] * 5 + target[:-5], "gain": [1.02 * v for v in target]}
        with open(TOP / "tests/integration/program/data/udds_driven.csv", encoding="utf-8") as file:
            table = list(csv.DictReader(file))
        for name in table[0]:
            driven[name] = [float(row[name]) for row in table]
        return target, driven

    def test_published_figures(self):
        target, driven = self.udds_driven()
        self.write("target.csv", trace_text(target))
        for name, speeds in driven.items():
            self.write("driven.csv", trace_text(speeds))
            for target_name in ("target.csv", "udds"):  # 10 Hz, and the shipped 1 Hz read off at 10 Hz
                with self.subTest(name, target=target_name):
                    found = self.figures(target_name, "driven.csv")
                    self.assertEqual(found["samples"], 13691)
                    for key, value in PUBLISHED[name].items():
                        slack = {"rmsse_kph": 1e-5}.get(key, 2e-4 if key.endswith("_pct") else 1e-9)
                        self.assertAlmostEqual(found[key], value, delta=slack, msg=key)
                    self.assertEqual(found["verdict"], "passed" if PASSED[name] else "failed")

    def test_exit_code_follows_the_verdict_and_the_table_names_the_method(self):
        target, driven = self.udds_driven()
        self.write("target.csv", trace_text(target))
        for name in ("missed_shift", "rough"):
            self.write("driven.csv", trace_text(driven[name]))
            done = self.judge("target.csv", "driven.csv")
            self.assertEqual(done.returncode, 0 if PASSED[name] else 1)
            self.assertEqual(done.stderr, "")
            for word in ("Method:", "10 Hz", "5-point mean", "IWR", "RMSSE", "km/h", "above -2.0, below +4.0 %",
                         "below 1.3 km/h", "passed" if PASSED[name] else "failed"):
                self.assertIn(word, done.stdout)

    def test_every_rate_gives_nearly_the_same(self):
        ramp = [min(50.0, 4.0 * i * 0.01) for i in range(3001)]  # 100 Hz
        self.write("target.csv", trace_text(ramp, 0.01))
        reference = self.figures("target.csv", "target.csv")
        self.assertEqual((reference["iwr_pct"], reference["rmsse_kph"], reference["samples"]), (0.0, 0.0, 301))
        for every, step_s in ((10, 0.1), (50, 0.5), (125, 1.25)):  # the kink at 12.5 s is on each grid
            self.write("driven.csv", trace_text(ramp[::every], step_s))
            found = self.figures("target.csv", "driven.csv")
            self.assertAlmostEqual(found["iwr_pct"], 0.0, delta=1e-3)
            self.assertLess(found["rmsse_kph"], 1e-3)

    def test_tolerance_is_the_users(self):
        self.write("target.csv", trace_text([50.0] * 101))
        self.write("driven.csv", trace_text([50.0] * 50 + [53.0] * 7 + [50.0] * 44))
        self.assertEqual(self.figures("target.csv", "driven.csv")["excursions"], 1)
        self.assertEqual(self.figures("target.csv", "driven.csv", "--tolerance-kph", 3.0)["excursions"], 0)
        self.assertEqual(self.figures("target.csv", "driven.csv", "--tolerance-kph", 2.9)["total_excursion_s"], 0.7)
        constant = self.figures("target.csv", "driven.csv")
        self.assertIsNone(constant["iwr_pct"])  # the target has no inertial work to relate to
        self.assertEqual(constant["verdict"], "none")

    def test_only_the_common_time_is_judged_and_it_says_so(self):
        self.write("target.csv", trace_text([10.0 + i for i in range(101)], 1.0))
        self.write("driven.csv", trace_text([30.0 + i for i in range(51)], 1.0, 20.0))
        done = self.judge("target.csv", "driven.csv", "--json")
        self.assertEqual(json.loads(done.stdout)["samples"], 501)
        self.assertEqual(json.loads(done.stdout)["rmsse_kph"], 0.0)
        self.assertIn("only the common time is judged", done.stderr)

    def test_phases_are_judged_by_themselves(self):
        target, driven = self.udds_driven()
        self.write("driven.csv", trace_text(driven["missed_shift"]))
        found = self.figures("udds", "driven.csv")
        self.assertEqual([phase["name"] for phase in found["phases"]], ["transient", "stabilised"])
        self.assertEqual(sum(phase["excursions"] for phase in found["phases"]), 1)
        self.assertEqual(found["phases"][1]["rmsse_kph"] < 1e-4, True)  # the shift was missed before 505 s

    # Bad CSVs: accepted where harmless.

    def test_harmless_oddities_are_accepted(self):
        rows = [f"{i},{min(3 * i, 60)}" for i in range(61)]
        plain = "t_s,v_kph\n" + "\n".join(rows) + "\n"
        self.write("plain.csv", plain)
        oddities = {
            "Windows line ends": plain.replace("\n", "\r\n"),
            "old Macintosh line ends": plain.replace("\n", "\r"),
            "byte order mark": "\ufeff" + plain,
            "both": "\ufeff" + plain.replace("\n", "\r\n"),
            "trailing blank lines": plain + "\n\r\n   \n\t\n",
            "trailing empty cells": plain + ",\n,\n",
            "no newline at the end": plain.rstrip("\n"),
            "spaces": plain.replace(",", " , ").replace("\n", "  \n "),
            "comments": "# from our dynamometer\n" + plain,
            "blank first line": "\n" + plain,
            "other columns": "t_s,v_kph,rpm\n" + "".join(f"{row},900\n" for row in rows),
            "columns the other way round": "v_kph,t_s\n" + "".join(
                ",".join(reversed(row.split(","))) + "\n" for row in rows),
            "exponents and signs": "t_s,v_kph\n" + "".join(f"{i}e0,+{min(3 * i, 60)}.0\n" for i in range(61)),
            "another name": plain,
        }
        for what, text in oddities.items():
            with self.subTest(what):
                name = "driven.csv" if what != "another name" else "driven.log"
                self.write(name, text)
                done = self.judge("plain.csv", name, "--json")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(json.loads(done.stdout)["rmsse_kph"], 0.0)
                self.assertEqual(json.loads(done.stdout)["samples"], 601)

    def test_a_million_rows(self):
        rows = 1_000_000
        text = "t_s,v_kph\n" + "".join(f"{i / 1000:.3f},{50 + i % 7 / 10:.4f}\n" for i in range(rows))
        self.write("driven.csv", text)
        self.write("target.csv", "t_s,v_kph\n0,50\n1000,50.2\n")
        begin = time.monotonic()
        found = self.figures("target.csv", "driven.csv")
        print(f"a million rows: {time.monotonic() - begin:.2f} s")
        self.assertEqual(found["samples"], 10000)

    # … otherwise one clear line.

    def refuse(self, text, *words, line=None):
        self.write("target.csv", "t_s,v_kph\n0,0\n1,10\n2,20\n3,30\n")
        self.write("driven.csv", text)
        done = self.ghostcar("judge", "drive-trace", "--target", "target.csv", "--driven", "driven.csv", *LOAD)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("; ", done.stderr)  # what; what to do
        if line:
            self.assertIn(f"driven.csv:{line}: ", done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_bad_files_are_one_line(self):
        cases = [
            ("wrong header", "time,speed\n0,0\n1,1\n", 1, ["t_s"]),
            ("other unit", "t_s,v_mph\n0,0\n1,1\n", 1, ["v_kph"]),
            ("no header", "0,0\n1,1\n", 1, ["header t_s,v_kph"]),
            ("column twice", "t_s,v_kph,v_kph\n0,0,0\n1,1,1\n", 1, ["twice"]),
            ("column without name", "t_s,v_kph,\n0,0,\n1,1,\n", 1, ["without a name"]),
            ("decimal commas", "t_s,v_kph\n0,0,0,0\n0,5,10,5\n", 2, ["decimal points", "4 values"]),
            ("one decimal comma", "t_s,v_kph\n0,0\n1,10,5\n", 3, ["decimal points", "3 values"]),
            ("semicolons", "t_s;v_kph\n0;0\n1;10,5\n", 1, ["semicolons"]),
            ("tabs", "t_s\tv_kph\n0\t0\n", 1, ["tabs"]),
            ("quoted number", 't_s,v_kph\n0,0\n1,"10.5"\n', 3, ["not a number", "quotes"]),
            ("unit in a cell", "t_s,v_kph\n0,0\n1,10 km/h\n", 3, ["not a number"]),
            ("missing value", "t_s,v_kph\n0,0\n1,\n2,2\n", 3, ["v_kph is missing"]),
            ("too few values", "t_s,v_kph\n0,0\n1\n", 3, ["1 value"]),
            ("repeated time", "t_s,v_kph\n0,0\n1,1\n1,2\n", 4, ["twice"]),
            ("backward time", "t_s,v_kph\n0,0\n2,1\n1,2\n", 4, ["goes back"]),
            ("NaN", "t_s,v_kph\n0,0\n1,nan\n", 3, ["nan"]),
            ("NaN as a time", "t_s,v_kph\n0,0\nNaN,1\n", 3, ["NaN"]),
            ("infinite", "t_s,v_kph\n0,0\n1,inf\n", 3, ["inf"]),
            ("huge", "t_s,v_kph\n0,0\n1,1e999\n", 3, ["1e999"]),
            ("impossible speed", "t_s,v_kph\n0,0\n1,12345\n", 3, ["12345"]),
            ("empty", "", 1, ["empty"]),
            ("only blanks", "\n\n  \r\n", None, ["empty"]),
            ("only a byte order mark", "\ufeff", 1, ["empty"]),
            ("only a header", "t_s,v_kph\n", 1, ["no rows"]),
            ("one row", "t_s,v_kph\n0,0\n", 2, ["one row"]),
            ("nothing in common", "t_s,v_kph\n100,0\n200,0\n", None, ["time base"]),
        ]
        for what, text, line, words in cases:
            with self.subTest(what):
                self.refuse(text, *words, line=line)

    def test_files_that_are_no_text(self):
        for data, word in (("t_s,v_kph\n0,0\n".encode("utf-16"), "UTF-16"), (bytes(range(256)) * 20, "not text")):
            with self.subTest(word):
                (self.folder / "target.csv").write_text("t_s,v_kph\n0,0\n1,10\n2,20\n")
                (self.folder / "driven.csv").write_bytes(data)
                done = self.ghostcar("judge", "drive-trace", "--target", "target.csv", "--driven", "driven.csv", *LOAD)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertIn(word, done.stderr)

    def test_wrong_use(self):
        self.write("target.csv", "t_s,v_kph\n0,0\n1,10\n2,20\n")
        for words, part in [(["--target", "nowhere.csv", "--driven", "target.csv", *LOAD], "no such file"),
                            (["--target", "wltp", "--driven", "target.csv", *LOAD], "wltc"),
                            (["--target", ".", "--driven", "target.csv", *LOAD], "directory"),
                            (["--target", "target.csv", *LOAD], "--driven"),
                            (["--target", "target.csv", "--driven", "target.csv"], "--f0"),
                            (["--target", "target.csv", "--driven", "target.csv", *LOAD[:-1], 0], "mass"),
                            (["--target", "target.csv", "--driven", "target.csv", *LOAD[:-1], "nan"], "mass"),
                            (["--target", "target.csv", "--driven", "target.csv", *LOAD, "--tolerance-s", -1],
                             "tolerance")]:
            with self.subTest(words):
                done = self.ghostcar("judge", "drive-trace", *words)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertIn(part, done.stderr)
                self.assertEqual(done.stdout, "")

    def test_oddities_of_a_trace_are_warnings(self):
        rows = "".join(f"{i},{50}\n" for i in range(100) if not 40 < i < 60)
        self.write("target.csv", "t_s,v_kph\n" + rows)
        self.write("driven.csv", trace_text([50.0] * 500 + [150.0] * 491))
        done = self.judge("target.csv", "driven.csv")
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 2, done.stderr)
        self.assertIn("target.csv: 1 gap in the times (mostly 1 s), the longest 20 s after 40 s", lines[0])
        self.assertIn("driven.csv: 1 jump beyond the car's ability, the first after 49.9 s", lines[1])


class Cycles(ProgramTest):
    def test_the_list(self):
        done = self.ghostcar("list", "cycles")
        self.assertEqual(done.returncode, 0)
        listed = {row["name"]: row for row in json.loads(self.ghostcar("list", "cycles", "--json").stdout)}
        self.assertEqual(sorted(listed), ["ece15", "eudc", "ftp75", "hwfet", "nedc", "type-v", "type-v-64",
                                          "udds", "us06", "wltc"])
        for name, row in listed.items():
            self.assertIn(name, done.stdout)
            self.assertIn(row["description"], done.stdout)
        # name: seconds, metres, km/h, as the sources of the tables give them
        for name, seconds, metres, kph in [("nedc", 1180, 11013, 120), ("ece15", 195, 1014.6, 50),
                                           ("wltc", 1800, 23266.3, 131.3), ("udds", 1369, 11990, 91.25),
                                           ("ftp75", 2474, 17769, 91.25), ("hwfet", 765, 16507, 96.4),
                                           ("us06", 600, 12888, 129.23), ("type-v", 5199.7, 65968, 113)]:
            with self.subTest(name):
                self.assertEqual(listed[name]["duration_s"], seconds)
                self.assertAlmostEqual(listed[name]["distance_m"], metres, delta=1.0)
                self.assertAlmostEqual(listed[name]["maximum_kph"], kph, delta=0.01)
        self.assertEqual(listed["wltc"]["phases"], ["low", "medium", "high", "extra-high"])
        self.assertEqual(len(listed["type-v"]["phases"]), 11)
        self.assertTrue(listed["nedc"]["prescribes_gears"])
        self.assertFalse(listed["ftp75"]["prescribes_gears"])

    def test_what_is_not_confirmed_is_marked(self):
        for path in sorted((TOP / "model/data/cycles").glob("*.csv")):
            with self.subTest(path.name):
                text = path.read_text()
                self.assertIn("# source: ", text)
                self.assertIn("# not confirmed: ", text)


if __name__ == "__main__":
    unittest.main()
