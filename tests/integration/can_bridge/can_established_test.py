# SPDX-License-Identifier: Apache-2.0
"""The same frames through an established decoder, python's cantools, where it is installed. Debian 12 does
not package it; without it this test is skipped and can_command_test.py's own second decoder stands alone."""
import random
import sys

from can_program import FILES, TOP, decode, encode, frame_text

try:
    import cantools
except ImportError:
    print("cantools is not installed")
    sys.exit(77)


def close(one, other):
    return one == other or (isinstance(one, float) and abs(one - other) <= 1e-12 * max(abs(one), abs(other)))


def main():
    rng = random.Random(7)
    for path in sorted(FILES.glob("*.dbc")) + sorted((TOP / "model/data/dbc").glob("*.dbc")):
        try:
            database = cantools.database.load_file(path, strict=False)
        except Exception as error:  # odder than cantools accepts
            print(f"{path.name}: left out, {type(error).__name__}")
            continue
        expected, lines = [], []
        for message in database.messages:
            for _ in range(200):
                data = rng.randbytes(message.length)
                try:
                    signals = message.decode(data, decode_choices=False)
                except cantools.database.errors.Error:
                    continue  # a multiplexor value without signals
                if any(value != value for value in signals.values()):
                    continue
                expected.append(signals)
                lines.append("(0.0) can0 " + frame_text(message.frame_id, message.is_extended_frame, data))
        found = decode(path, lines)
        for line, one, other in zip(lines, expected, found):
            assert one.keys() == other["signals"].keys(), (path.name, line, one, other)
            assert all(close(value, other["signals"][name]) for name, value in one.items()), (line, one, other)
        again = decode(path, ["(0.0) can0 " + frame for frame in encode(path, found)])
        assert again == found, path.name
        print(f"{path.name}: {len(lines)} frames agree")


if __name__ == "__main__":
    main()
