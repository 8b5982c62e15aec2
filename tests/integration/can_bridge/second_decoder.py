# SPDX-License-Identifier: Apache-2.0
"""Random messages, and a decoder for them that was written from the definition of the format's bit numbers and
calculates with whole numbers of any length. It shares nothing with the program."""
import math
import struct

FLOATS = {16: "<e", 32: "<f", 64: "<d"}


def bit_places(start, size, is_little):
    """The bits from least to most significant, as byte * 8 + bit."""
    if is_little:
        return list(range(start, start + size))
    places = []
    for _ in range(size):
        places.append(start)
        start = start + 15 if start % 8 == 0 else start - 1
    return places[::-1]


class RandomMessage:
    """Signals of one group never overlap; groups of a multiplexor share the bits that it leaves."""

    def __init__(self, rng, index):
        self.rng = rng
        self.is_extended = rng.random() < 0.5
        self.frame_id = index if not self.is_extended else 0x1000000 + index
        self.length = rng.choice([1, 2, 4, 8, 8, 8, 12, 24, 64])
        self.signals = []
        free = set(range(8 * self.length))
        self.add_signals(free, rng.randrange(12), None, None)
        self.has_values = rng.random() < 0.5
        if self.has_values:
            self.add_multiplexor(free, None, None, depth=rng.choice([1, 1, 2, 3]))

    def add(self, free, size, above, ranges):
        """A signal at any place that is free, or none."""
        rng = self.rng
        start, is_little = rng.randrange(8 * self.length), rng.random() < 0.5
        bits = bit_places(start, size, is_little)
        if not set(bits) <= free:
            return None
        free -= set(bits)
        scales = [("1", "0"), ("1", "-40"), ("10", "3"), ("-2", "1e3")]
        if size <= 33:  # a double of more bits times a fraction cannot be taken back
            scales += [("0.25", "0"), ("0.1", "-5.5"), ("-1E-05", "1.5"), ("1.0", "0.5")]
        scale, offset = rng.choice(scales)
        is_float = size in FLOATS and rng.random() < 0.3
        if is_float:
            scale, offset = "1", "0"
        signal = {"name": f"S{len(self.signals)}", "start": start, "size": size, "little": is_little,
                  "signed": rng.random() < 0.5, "float": is_float, "scale": scale, "offset": offset,
                  "bits": bits, "above": above, "ranges": ranges, "mux": False}
        self.signals.append(signal)
        return signal

    def add_signals(self, free, count, above, ranges):
        for _ in range(count):
            self.add(free, self.rng.choice([1, 2, 3, 7, 8, 9, 12, 16, 31, 32, 33, 63, 64]), above, ranges)

    def add_multiplexor(self, free, above, ranges, depth):
        signal = self.add(free, self.rng.choice([2, 3, 4]), above, ranges)
        if signal is None:
            return
        signal.update(mux=True, signed=False, float=False, scale="1", offset="0")
        values = list(range(1 << signal["size"]))
        self.rng.shuffle(values)
        while values:  # groups of one or more values; the last values may have none
            group = [(value, value) for value in (values.pop() for _ in range(min(len(values), 3)))]
            left = set(free)
            self.add_signals(left, self.rng.randrange(4), signal, group)
            if depth > 1 and self.rng.random() < 0.5:
                self.add_multiplexor(left, signal, group, depth - 1)

    def dbc(self):
        flag = 0x80000000 if self.is_extended else 0
        text, behind = f"BO_ {self.frame_id | flag} M{self.frame_id}: {self.length} X\n", ""
        for signal in self.signals:
            mark = "" if signal["above"] is None else f" m{signal['ranges'][0][0]}"
            if signal["mux"]:
                mark = (mark or " ") + "M"
            text += (f" SG_ {signal['name']}{mark} : {signal['start']}|{signal['size']}@{int(signal['little'])}"
                     f"{'-' if signal['signed'] else '+'} ({signal['scale']},{signal['offset']})"
                     f' [0|0] "" X\n')
            if signal["float"]:
                kind = 2 if signal["size"] == 64 else 1
                behind += f"SIG_VALTYPE_ {self.frame_id | flag} {signal['name']} : {kind};\n"
            if signal["above"] is not None:
                ranges = ",".join(f" {low}-{high}" for low, high in signal["ranges"])
                behind += f"SG_MUL_VAL_ {self.frame_id | flag} {signal['name']} {signal['above']['name']}{ranges};\n"
        return text, behind

    def is_present(self, signal, data):
        above = signal["above"]
        if above is None:
            return True
        value = bits_of(above, data)
        return any(low <= value <= high for low, high in signal["ranges"]) and self.is_present(above, data)

    def decode(self, data):
        return {signal["name"]: physical(signal, data) for signal in self.signals if self.is_present(signal, data)}

    def used(self, data):
        """The data without the bits that belong to no signal of this frame."""
        kept = bytearray(self.length)
        for signal in self.signals:
            if self.is_present(signal, data):
                for place in signal["bits"]:
                    kept[place // 8] |= data[place // 8] & (1 << (place % 8))
        return bytes(kept)

    def random_data(self):
        """Without NaN and infinities: JSON has no word for them."""
        while True:
            data = self.rng.randbytes(self.length)
            if all(math.isfinite(value) for value in self.decode(data).values()):
                return data


def bits_of(signal, data):
    return sum(((data[place // 8] >> (place % 8)) & 1) << weight for weight, place in enumerate(signal["bits"]))


def physical(signal, data):
    raw, size = bits_of(signal, data), signal["size"]
    if signal["float"]:
        return struct.unpack(FLOATS[size], raw.to_bytes(size // 8, "little"))[0]
    if signal["signed"] and raw >> (size - 1):
        raw -= 1 << size
    scale, offset = float(signal["scale"]), float(signal["offset"])
    if scale.is_integer() and offset.is_integer():
        return raw * int(scale) + int(offset)
    return raw * scale + offset


def dbc_text(messages):
    texts = [message.dbc() for message in messages]
    return 'VERSION ""\nBU_: X\n' + "".join(text for text, _ in texts) + "".join(behind for _, behind in texts)
