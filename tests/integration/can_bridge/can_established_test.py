# SPDX-License-Identifier: Apache-2.0
"""The same files and frames through an established decoder that is not ours: canmatrix, from Debian. It finds the
bits, decides about multiplexed signals and scales in decimal numbers. Files and messages that are beyond it are
compared by can_command_test.py with a decoder of its own."""
import contextlib
import decimal
import io
import logging
import math
import pathlib
import random
import tempfile
import unittest

from can_program import FILES, TOP, decode, encode, frame_text
from second_decoder import RandomMessage, dbc_text

with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    logging.disable(logging.CRITICAL)  # it tells which other formats it cannot read
    import canmatrix.formats

# The ones it reads: it has no hexadecimal ids, no names beyond ASCII and no signals without a receiver.
PATHS = [FILES / name for name in ["every_section.dbc", "extended_multiplexing.dbc", "overlap.dbc", "wild.dbc"]]
PATHS += sorted((TOP / "model/data/dbc").glob("*.dbc"))
# It follows one multiplexor after the other (not two beside each other, and not a lone m0M), takes all signals of
# one name for one, knows floats of 32 and 64 bits, and reads over the end of a message.
BEYOND_IT = {"Two", "Outside", "Twice", "Again", "FLOATS", "ONLY_NESTED", "VECTOR__INDEPENDENT_SIG_MSG"}


def load(path):
    with contextlib.redirect_stdout(io.StringIO()):
        matrix = canmatrix.formats.loadp_flat(str(path), dbcImportEncoding="cp1252")
    return [frame for frame in matrix.frames if frame.name not in BEYOND_IT]


def expected_signals(frame, data):
    """Decimal numbers, rounded once at the end."""
    values = {}
    for name, found in frame.decode(data).items():
        raw, signal = found.raw_value, found.signal
        if not math.isfinite(raw):
            values[name] = None
        else:
            values[name] = decimal.Decimal(raw) * signal.factor + signal.offset
    return values


def is_near(expected, found):
    """Equal as integers; as doubles within two roundings of the exact decimal number."""
    if expected is None or found is None:
        return expected is None and found is None
    if isinstance(found, int):
        return expected == found
    return math.isclose(float(expected), found, rel_tol=1e-15, abs_tol=1e-12)


def is_coarse(found):
    """JSON has no infinities; a float to which something was added, and a double of so many bits times a fraction,
    cannot be taken back."""
    signal, raw = found.signal, found.raw_value
    if signal.is_float:
        return not math.isfinite(raw) or signal.offset != 0
    return abs(raw) > 2**52 and signal.factor % 1 != 0


class Established(unittest.TestCase):
    def compare(self, path, rng, repeat):
        lines, expected, data_of = [], [], []
        for frame in load(path):
            for _ in range(repeat):
                data = rng.randbytes(frame.size)
                signals = expected_signals(frame, data)
                lines.append("(0.0) can0 " + frame_text(
                    frame.arbitration_id.id, frame.arbitration_id.extended, data))
                expected.append((frame.name, signals))
                data_of.append((frame, data))
        found = decode(path, lines)
        self.assertEqual(len(lines), len(found))
        for line, (name, signals), other in zip(lines, expected, found):
            self.assertEqual(name, other["name"], line)
            self.assertEqual(signals.keys(), other["signals"].keys(), (path.name, line))
            for signal, value in signals.items():
                self.assertTrue(is_near(value, other["signals"][signal]),
                                (path.name, line, signal, value, other["signals"][signal]))
        self.compare_encoded(path, data_of, found)
        return len(lines)

    def compare_encoded(self, path, data_of, found):
        """What encode makes of the values has the same raw values in the established decoder's eyes."""
        for (frame, data), text in zip(data_of, encode(path, found)):
            again = bytes.fromhex(text.split("#", 1)[1].removeprefix("#0"))
            for name, one in frame.decode(data).items():
                other = frame.decode(again)[name].raw_value
                self.assertTrue(one.raw_value == other or is_coarse(one), (path.name, text, name))

    def setUp(self):
        context = decimal.localcontext(decimal.Context(prec=60))
        context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def test_files(self):
        rng = random.Random(7)
        for path in PATHS:
            with self.subTest(path.name):
                self.assertGreater(self.compare(path, rng, 100), 0)

    def test_random_files(self):
        rng = random.Random(11)
        messages = [RandomMessage(rng, index + 1) for index in range(300)]
        known = [message for message in messages
                 if not any(signal["float"] and signal["size"] == 16 for signal in message.signals)]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "random.dbc"
            path.write_text(dbc_text(known))
            self.assertEqual(self.compare(path, rng, 5), 5 * len(known))

    def test_control_a_difference_is_seen(self):
        self.assertFalse(is_near(decimal.Decimal("0.3"), 0.30000001))
        self.assertFalse(is_near(decimal.Decimal(2**64 - 1), 2**64 - 2))
        self.assertFalse(is_near(decimal.Decimal(1), None))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "other.dbc"
            text = 'BO_ 1 M: 1 X\n SG_ S : 0|8@1+ (1,{}) [0|0] "" X\n'
            path.write_text(text.format(0))
            frame = load(path)[0]
            path.write_text(text.format(1))
            found = decode(path, ["001#05"])[0]["signals"]["S"]
            self.assertFalse(is_near(expected_signals(frame, b"\x05")["S"], found))


if __name__ == "__main__":
    unittest.main()
