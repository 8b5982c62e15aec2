# SPDX-License-Identifier: Apache-2.0
"""`ghostcar can decode` and `encode`: formats, warnings, mistakes, and random files against a second
decoder that calculates with whole numbers of any length."""
import json
import pathlib
import random
import subprocess
import tempfile
import unittest

from can_program import FILES, GHOSTCAR, decode, encode, frame_text, ghostcar_can
from second_decoder import RandomMessage, dbc_text


class CanCommand(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, text):
        path = self.folder / "f.dbc"
        path.write_text(text)
        return path

    def test_random_files_against_a_second_decoder(self):
        seed = 42
        rng = random.Random(seed)
        messages = [RandomMessage(rng, index + 1) for index in range(600)]
        path = self.file(dbc_text(messages))
        expected, lines, masked = [], [], []
        for message in messages:
            for _ in range(6):
                data = message.random_data()
                lines.append("(0.000000) can0 " + frame_text(message.frame_id, message.is_extended, data))
                expected.append({"id": message.frame_id, "name": f"M{message.frame_id}",
                                 "signals": message.decode(data)})
                masked.append(frame_text(message.frame_id, message.is_extended, message.used(data)))
        found = decode(path, lines)
        self.assertEqual(len(expected), len(found))
        for one, other in zip(expected, found):
            self.assertEqual(one, other, f"seed {seed}")
        self.assertEqual(masked, encode(path, found), f"seed {seed}")
        # What is compared is not empty: nested groups, floats of three lengths, absent signals.
        signals = [signal for message in messages for signal in message.signals]
        self.assertTrue(any(s["above"] and s["above"]["above"] for s in signals))
        self.assertEqual({s["size"] for s in signals if s["float"]}, {16, 32, 64})
        self.assertLess(sum(len(one["signals"]) for one in expected), 6 * len(signals))

    def test_habits_of_files_in_the_wild(self):
        """Generated files in one, a lone m0M, ranges of multiplexors, floats of any length, keywords in texts."""
        rows = [
            ("025#0FFF000008FF8180", {"ANGLE": -1.5, "FRACTION": 0.0, "RATE": -1793,
                                      "TORQUE": -253 * -1e-05 + 1e6}),
            ("000#", {}),
            ("283#0102030405060708", {}),
            ("00FF0200##001400000000000F000FF", {"A": 0x4001, "B": 0x700F, "C": 61}),
            ("200#0102000000000000", {"Page": 1, "First": 1.0}),
            ("200#02FEFF0000000000", {"Page": 2, "Second": -1.0}),
            ("200#0000000000000000", {"Page": 0}),
            ("201#02000A8000000005", {"Outer": 2, "Inner": 10, "Leaf0": -128, "Always": 5}),
            ("201#03001E0200000005", {"Outer": 3, "Inner": 30, "Leaf0": 2, "Always": 5}),
            ("201#0300010200000005", {"Outer": 3, "Inner": 1, "Leaf1": 2, "Always": 5}),
            ("201#0300140000000005", {"Outer": 3, "Inner": 20, "Always": 5}),
            ("201#0500070000000005", {"Outer": 5, "Beside": 7, "Always": 5}),
            ("201#0700000000000005", {"Outer": 7, "Always": 5}),
            ("202##0C5000000C03F000000000000F03F003C",
             {"Half": -5.0, "Single": 1.5, "Double": 1.0, "Scaled": 1.5}),
        ]
        path = FILES / "wild.dbc"
        done = ghostcar_can("decode", path, ["(0.0) can0 " + frame for frame, _ in rows])
        self.assertEqual(done.returncode, 0, done.stderr)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([signals for _, signals in rows], [one["signals"] for one in found])
        self.assertEqual([frame for frame, _ in rows][3:], encode(path, found)[3:])
        self.assertIn("Single has 32 bits, which is no double; taken as a float", done.stderr)

    def test_a_live_bus_can_be_watched(self):
        """What is known leaves before more is read."""
        with subprocess.Popen([GHOSTCAR, "can", "decode", "--dbc", str(FILES / "complete.dbc")],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            program.stdin.write("(0.0) can0 301#\n")
            program.stdin.flush()
            self.assertIn("ShortFlexible", program.stdout.readline())
            program.stdin.close()
            self.assertEqual(program.wait(60), 0)

    def test_a_file_may_be_as_large_as_that_of_a_whole_fleet(self):
        path = self.file('BO_ 1 M: 1 X\n SG_ S : 0|8@1+ (1,0) [0|0] "" X\nCM_ "' + "long " * (4 << 20) + '";\n')
        self.assertEqual(decode(path, ["001#05"])[0]["signals"], {"S": 5})
        done = ghostcar_can("decode", self.folder, [])
        self.assertEqual((done.returncode, done.stderr),
                         (2, f"ghostcar: {self.folder}: is a directory; name the DBC file in it\n"))

    def test_output_is_exactly_one_object_per_frame(self):
        done = ghostcar_can("decode", FILES / "complete.dbc", [
            "(0.000000) can0 100#0102030405060708", "", "(0.000001) can0 300##0" + "00" * 63 + "FF",
            "(0.000002) can0 301#", "(0.000003) can0 7FF#11", "(0.000004) can0 100#R8"])
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout.splitlines(), [
            '{"id":256,"name":"EngineData","signals":{"Speed":128.25,"Temperature":-37,"Torque":32.0,'
            '"State":2}}',
            '{"id":768,"name":"FlexibleData","signals":{"First":0,"Last":255}}',
            '{"id":769,"name":"ShortFlexible","signals":{}}',
            '{"id":2047,"name":null,"signals":{}}',
            '{"id":256,"name":"EngineData","signals":{}}'])
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)  # the unknown id

    def test_every_section_that_files_have(self):
        """Tabs, an empty NS_, escaped quotes, all kinds of attributes, groups, types, cascaded multiplexors."""
        rows = [
            ("000#", {}),
            ("001#8100000000000081", {"L0": 1, "B0": 1, "L63": -1, "B56": -1.0015}),
            ("002#FFFFFFFFFFFFFFFE", {"V": 18374686479671623679}),
            ("003#8000000000000001", {"V": -9223372036854775807}),
            ("004#0A00000000000000", {"V": -39.0}),
            ("005#0000803F3F800000", {"F": 10.5, "G": 1.0}),
            ("006#000000000000F03F", {"D": 1.0}),
            ("00000100#0005AA0000000000", {"Mux": 0, "Sub": 5, "S00": 170}),
            ("00000100#0001AA0000000000", {"Mux": 0, "Sub": 1, "S01": 170}),
            ("00000100#0004AA0000000000", {"Mux": 0, "Sub": 4}),
            ("00000100#01BBAA0000000000", {"Mux": 1, "S1": 43707}),
            ("00000100#0200000000000000", {"Mux": 2}),
        ]
        path = FILES / "every_section.dbc"
        found = decode(path, ["(0.0) can0 " + frame for frame, _ in rows])
        self.assertEqual([signals for _, signals in rows], [one["signals"] for one in found])
        self.assertEqual([one["name"] for one in found][-1], "Ext")
        again = decode(path, ["(0.0) can0 " + frame for frame in encode(path, found)])
        self.assertEqual(again, found)

    def test_integers_of_64_bits(self):
        path = self.file('BO_ 1 A: 8 X\n SG_ U : 0|64@1+ (1,0) [0|0] "" X\n'
                         'BO_ 2 B: 8 X\n SG_ S : 7|64@0- (1,0) [0|0] "" X\n')
        found = decode(path, ["1 001#FFFFFFFFFFFFFFFF", "1 002#8000000000000000"])
        self.assertEqual([2**64 - 1, -2**63], [found[0]["signals"]["U"], found[1]["signals"]["S"]])
        self.assertEqual(["001#FFFFFFFFFFFFFFFF", "002#8000000000000000"], encode(path, found))

    def test_integers_of_any_length(self):
        path = self.file('BO_ 1 A: 16 X\n SG_ U : 0|128@1+ (1,0) [0|0] "" X\n'
                         'BO_ 2 B: 64 X\n SG_ M M : 4|4@1+ (1,0) [0|0] "" X\n'
                         ' SG_ S m1 : 3|508@0- (1,0) [0|0] "" X\n')
        data = bytes(range(0x11, 0x51))
        rows = [
            ("001", data[:16], {"U": int.from_bytes(data[:16], "little")}),
            ("001", data[:12], {}),  # too short for it
            ("002", data, {"M": 1, "S": int.from_bytes(data, "big") - (1 << 508)}),
            ("002", b"\x18" + data[1:], {"M": 1, "S": int.from_bytes(b"\x08" + data[1:], "big") - (1 << 508)}),
            ("002", b"\x21" + data[1:], {"M": 2}),
        ]
        found = decode(path, [f"{frame_id}##1{payload.hex().upper()}" for frame_id, payload, _ in rows])
        self.assertEqual([one["signals"] for one in found], [signals for _, _, signals in rows])
        full = [0, 2, 3]
        self.assertEqual(encode(path, [found[index] for index in full]),
                         [f"{rows[index][0]}##0{rows[index][1].hex().upper()}" for index in full])

    def test_multiplexing_both_ways(self):
        path = FILES / "extended_multiplexing.dbc"
        lines = ["020#2155000000000000", "020#3155AA0000000000", "020#0A00770000000000",
                 "021#0003112200000000"]
        found = decode(path, lines)
        self.assertEqual([item["signals"] for item in found], [
            {"Outer": 1, "Inner": 2, "Leaf": 0x55}, {"Outer": 1, "Inner": 3, "Wide": 0xAA55},
            {"Outer": 10, "Beside": 0x77}, {"Left": 0, "Right": 3, "OfLeft": 0x11, "OfRight": 0x22}])
        self.assertEqual(lines, encode(path, found))
        shared = FILES / "simple_multiplexing.dbc"
        lines = ["010#0200070000000000", "010#0300000700000000"]
        found = decode(shared, lines)
        self.assertEqual([item["signals"]["Shared"] for item in found], [7, 14])
        self.assertEqual(lines, encode(shared, found))

    def test_a_short_frame_has_fewer_signals(self):
        found = decode(FILES / "complete.dbc", ["100#0102"])
        self.assertEqual(found[0]["signals"], {"Speed": 128.25})

    def test_messages_by_name_and_by_id(self):
        path = FILES / "complete.dbc"
        self.assertEqual(encode(path, [
            {"id": 256, "signals": {"Speed": 1.0}},
            {"id": 256, "extended": False, "signals": {"Speed": 1}},
            {"name": "EngineData", "signals": {"Speed": 1, "State": "Running"}},
            {"name": "EngineData"},
            {"name": "EngineData", "id": None, "other": {"a": [1, {"b": 2}]}, "signals": {}},
            {"id": 0x18FEF1FE, "extended": True,
             "signals": {"Fraction": 1.5, "Signal_with_a_name_that_is_too_long_for_old_tools": -1}},
            {"name": "FlexibleData", "signals": {"Last": 1}},
        ]), ["100#0400000000000000", "100#0400000000000000", "100#0400000004000000", "100#0000000000000000",
             "100#0000000000000000", "18FEF1FE#FFFFFFFF0000C03F", "300##0" + "00" * 63 + "01"])

    def test_messages_that_share_a_name_or_an_id(self):
        """What decoding says is enough to find the message again."""
        signal = ' SG_ S : 0|8@1+ (1,0) [0|0] "" X\n'
        path = self.file("".join(f"BO_ {number} {name}: 1 X\n{signal}" for number, name in [
            (1, "Same"), (2, "Same"), (3, "Short"), (0x80000003, "Long")]))
        lines = ["001#11", "002#22", "003#33", "00000003#44"]
        self.assertEqual(lines, encode(path, decode(path, lines)))
        self.assertEqual(["003#05", "00000003#05"],
                         encode(path, [{"id": 3, "signals": {"S": 5}},
                                       {"id": 3, "extended": True, "signals": {"S": 5}}]))

    def test_what_a_float_cannot_hold(self):
        path = FILES / "wild.dbc"
        for signal, value in [("Half", 65536), ("Single", 1e39), ("Single", -1e300)]:
            done = ghostcar_can("encode", path, [json.dumps({"name": "FLOATS", "signals": {signal: value}})])
            self.assertEqual(done.returncode, 2, signal)
            self.assertIn(f"signal {signal} cannot hold", done.stderr)
        self.assertEqual(["202##07BFF" + "00" * 14],
                         encode(path, [{"name": "FLOATS", "signals": {"Half": 65504}}]))

    def test_what_json_has_no_number_for(self):
        """Python writes NaN and infinities as bare words; inside of a text they are a text."""
        path = self.file('BO_ 1 A: 8 X\n SG_ Single : 0|32@1- (0.5,1) [0|0] "" X\n'
                         ' SG_ Count : 32|8@1+ (1,0) [0|0] "" X\n'
                         'SIG_VALTYPE_ 1 Single : 1;\nVAL_ 1 Count 7 "a \\" NaN" ;\n')
        numbers = [float("nan"), float("inf"), float("-inf"), 1.5]
        lines = encode(path, [{"id": 1, "signals": {"Single": number}} for number in numbers])
        self.assertEqual([line[4:12] for line in lines], ["0000C07F", "0000807F", "000080FF", "0000803F"])
        self.assertEqual(encode(path, [{"id": 1, "signals": {"Count": 'a " NaN'}}]), ["001#0000000007000000"])
        done = ghostcar_can("encode", path, ['{"id":1,"signals":{"Count":NaN}}'])
        self.assertEqual(done.returncode, 2)
        self.assertIn("Count", done.stderr)

    def test_a_factor_of_0_does_not_stand_in_the_way(self):
        path = self.file('BO_ 1 A: 2 X\n SG_ Limit : 0|8@1- (0,0) [-125|0] "%" X\n'
                         ' SG_ Count : 8|8@1+ (1,0) [0|0] "" X\n')
        found = decode(path, ["001#FF07"])
        self.assertEqual(found[0]["signals"], {"Limit": 0, "Count": 7})
        self.assertEqual(encode(path, found), ["001#0007"])

    def test_overlapping_signals_are_decoded_with_a_warning(self):
        done = ghostcar_can("decode", FILES / "overlap.dbc", ["001#1234000000000000"])
        self.assertEqual(done.returncode, 0)
        self.assertEqual(json.loads(done.stdout)["signals"], {"Whole": 0x3412, "Low": 0x12, "Motorola": 0x34})
        self.assertIn("overlap.dbc:5:6: message Overlapping: signals Whole and Low overlap", done.stderr)

    def test_malformed_files(self):
        for text, place in [("hello", "1:1"), ('BO_ 1 A: 8 X\n SG_ B : 0|8@1+ (1,0 [0|0] "" X', "2:22"),
                            ('CM_ "endless', "1:5"), ("", "1:1")]:
            for verb in ["decode", "encode"]:
                done = ghostcar_can(verb, self.file(text), [])
                self.assertEqual(done.returncode, 2, text)
                self.assertEqual(done.stdout, "")
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(f"f.dbc:{place}: ", done.stderr)
        self.assertEqual(ghostcar_can("decode", self.folder / "missing.dbc", []).returncode, 2)

    def test_wrong_lines_are_named_and_passed_over(self):
        path = FILES / "complete.dbc"
        done = ghostcar_can("decode", path, ["rubbish", "100#00", "100#0", "100#00"])
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertIn("standard input:1: ", done.stderr)
        self.assertIn("standard input:3: ", done.stderr)
        wrong = ["[]", "{", '{"id":-1}', '{"id":1e3}', '{"id":4711}', '{"name":7}', '{"name":"Nobody"}',
                 '{"id":256,"extended":true}', '{"id":256,"extended":1}', '{"id":256,"signals":[]}',
                 '{"id":256,"signals":{"Nothing":1}}', '{"id":256,"signals":{"Speed":"fast"}}',
                 '{"id":256,"signals":{"Speed":1e9}}', '{"id":256,"signals":{"Speed":null}}',
                 '{"id":256,"signals":{"Speed":[1]}}', '{"id":256,"signals":{"Speed":{"a":1}}}', "3", "null",
                 '{"id":256} x', "{}", '{"signals":{"Speed":1}}', '{"id":256,"signals":{"Speed":true}}']
        done = ghostcar_can("encode", path, wrong)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), len(wrong), done.stderr)
        done = ghostcar_can("encode", FILES / "simple_multiplexing.dbc",
                            ['{"id":16,"signals":{"Selector":1,"InZero":3}}'])
        self.assertEqual(done.returncode, 2)
        self.assertIn("signal InZero is not in the frame: Selector is 1", done.stderr)
        done = ghostcar_can("encode", path, ['{"id":256,"name":"Nobody"}'])
        self.assertIn('no message "Nobody" with id 256', done.stderr)

    def test_help_and_wrong_use(self):
        for words in [["can", "--help"], ["can", "decode", "--help"], ["can", "encode", "--help"]]:
            self.assertIn("Example", self.run_words(words, 0).stdout)
        for words in [["can"], ["can", "decode"], ["can", "translate"], ["can", "encode", "--dbc"]]:
            self.assertEqual(len(self.run_words(words, 2).stderr.splitlines()), 1)

    def run_words(self, words, code):
        done = subprocess.run([GHOSTCAR, *words], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, code, words)
        return done


if __name__ == "__main__":
    unittest.main()
