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


def random_message(rng, index):
    """A message with signals that do not overlap: (id, extended, length, signals)."""
    is_extended = rng.random() < 0.5
    frame_id = index if not is_extended else 0x1000000 + index
    length = rng.choice([1, 2, 4, 8, 8, 8, 12, 24, 64])
    free = set(range(8 * length))
    signals = []
    for number in range(rng.randrange(12)):
        size = rng.choice([1, 2, 3, 7, 8, 9, 12, 16, 31, 32, 33, 63, 64])
        start = rng.randrange(8 * length)
        is_little = rng.random() < 0.5
        bits = bit_places(start, size, is_little)
        if not set(bits) <= free:
            continue
        free -= set(bits)
        scales = [("1", "0"), ("1", "-40"), ("10", "3")]
        if size <= 33:  # a double of more bits times a fraction cannot be taken back
            scales += [("0.25", "0"), ("0.1", "-5.5")]
        scale, offset = rng.choice(scales)
        signals.append({"name": f"S{number}", "start": start, "size": size, "little": is_little,
                        "signed": rng.random() < 0.5, "scale": scale, "offset": offset, "bits": bits})
    return frame_id, is_extended, length, signals


def bit_places(start, size, is_little):
    """The bits from least to most significant, as byte * 8 + bit."""
    if is_little:
        return list(range(start, start + size))
    places = []
    for _ in range(size):
        places.append(start)
        start = start + 15 if start % 8 == 0 else start - 1
    return places[::-1]


def raw_value(signal, data):
    value = sum(((data[place // 8] >> (place % 8)) & 1) << weight
                for weight, place in enumerate(signal["bits"]))
    return value - (1 << signal["size"]) if signal["signed"] and value >> (signal["size"] - 1) else value


def physical(signal, data):
    raw = raw_value(signal, data)
    if "." in signal["scale"]:
        return raw * float(signal["scale"]) + float(signal["offset"])
    return raw * int(signal["scale"]) + int(signal["offset"])


def dbc_text(messages):
    text = 'VERSION ""\nBU_: X\n'
    for frame_id, is_extended, length, signals in messages:
        text += f"BO_ {frame_id | (0x80000000 if is_extended else 0)} M{frame_id}: {length} X\n"
        for signal in signals:
            text += (f" SG_ {signal['name']} : {signal['start']}|{signal['size']}@{int(signal['little'])}"
                     f"{'-' if signal['signed'] else '+'} ({signal['scale']},{signal['offset']})"
                     f' [0|0] "" X\n')
    return text


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
        messages = [random_message(rng, index + 1) for index in range(400)]
        path = self.file(dbc_text(messages))
        expected, lines, masked = [], [], []
        for frame_id, is_extended, length, signals in messages:
            for _ in range(5):
                data = rng.randbytes(length)
                lines.append("(0.000000) can0 " + frame_text(frame_id, is_extended, data))
                expected.append({"id": frame_id, "name": f"M{frame_id}",
                                 "signals": {s["name"]: physical(s, data) for s in signals}})
                used = [0] * length
                for place in (place for s in signals for place in s["bits"]):
                    used[place // 8] |= data[place // 8] & (1 << (place % 8))
                masked.append(frame_text(frame_id, is_extended, bytes(used)))
        found = decode(path, lines)
        self.assertEqual(len(expected), len(found))
        for one, other in zip(expected, found):
            self.assertEqual(one, other, f"seed {seed}")
        self.assertEqual(masked, encode(path, found), f"seed {seed}")

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
        self.assertIn("not in the frame", done.stderr)

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
