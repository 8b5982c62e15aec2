# SPDX-License-Identifier: Apache-2.0
"""The socketcand server and the cannelloni peer: pedals in, engine speed out. The protocols are written down here a
second time, as a client and a peer speak them, and python-can's own socketcand client joins, too."""
import json
import pathlib
import socket
import struct
import subprocess
import tempfile
import threading
import time
import unittest

import desk_bus

desk_bus.enter_namespace()

import can  # noqa: E402  pylint: disable=wrong-import-position

TIMEOUT_S = 30.0
EXTENDED = 1 << 31


class Driver(threading.Thread):
    """Sends Pedals every 10 ms and GearLever every 20 ms through `send(id, data)`."""

    def __init__(self, send):
        super().__init__(daemon=True)
        self.send, self.accelerator, self.key = send, 0.0, 1
        self.ended = threading.Event()

    def run(self):
        start, number = time.monotonic(), 0
        while not self.ended.is_set():
            positions = b"".join(round(share * 50000).to_bytes(2, "little") for share in (self.accelerator, 0.0, 1.0))
            try:
                self.send(0x100, desk_bus.profile1(0x100, number % 15, positions))
                if number % 2 == 0:
                    lever = bytes([0, self.key, 0, 0, 0, 0])
                    self.send(0x110, desk_bus.profile1(0x110, number // 2 % 15, lever))
            except OSError:
                return  # the program has ended
            number += 1
            time.sleep(max(0.0, start + number * 0.01 - time.monotonic()))

    def stop(self):
        self.ended.set()
        self.join()


class SocketcandClient:
    """Text in angle brackets over TCP."""

    def __init__(self, port, greets=True):
        deadline = time.monotonic() + TIMEOUT_S
        while True:
            try:
                self.connection = socket.create_connection(("127.0.0.1", port), TIMEOUT_S)
                break
            except ConnectionRefusedError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        self.text = ""
        if greets:
            assert self.next() == "< hi >"
            assert self.ask("< open can0 >") == "< ok >"
            assert self.ask("< rawmode >") == "< ok >"

    def next(self):
        while ">" not in self.text:
            arrived = self.connection.recv(4096).decode("ascii")
            if not arrived:
                raise EOFError
            self.text += arrived
        words, _, self.text = self.text.partition(">")
        return words.strip() + " >"

    def ask(self, words):
        self.connection.sendall(words.encode("ascii"))
        return self.next()

    def send(self, identifier, data):
        octets = " ".join(f"{octet:x}" for octet in data)
        self.connection.sendall(f"< send {identifier:03x} {len(data)} {octets} >".encode("ascii"))

    def receive(self):
        """(id as it was written, data)"""
        while True:
            words = self.next().split()
            if words[1] == "frame":
                float(words[3])
                return words[2], bytes.fromhex(words[4])


class CannelloniPeer:
    """Packets of frames over UDP, big-endian."""

    def __init__(self, port, program_port):
        self.program = ("127.0.0.1", program_port)
        self.connection = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.connection.bind(("127.0.0.1", port))
        self.connection.settimeout(TIMEOUT_S)
        self.sequence, self.sequences, self.waiting = 0, [], []

    @staticmethod
    def packet(sequence, *frames):
        parts = [struct.pack(">IB", identifier, len(data)) + data for identifier, data in frames]
        return struct.pack(">BBBH", 2, 0, sequence, len(frames)) + b"".join(parts)

    def send(self, identifier, data):
        # Somebody else's frame before it, as a peer with a busy bus would.
        packet = self.packet(self.sequence, (0x18FEF100 | EXTENDED, b"\x01"), (identifier, data))
        self.sequence = (self.sequence + 1) % 256
        self.connection.sendto(packet, self.program)

    def receive(self):
        while not self.waiting:
            packet = self.connection.recv(65536)
            version, operation, sequence, count = struct.unpack_from(">BBBH", packet)
            assert (version, operation) == (2, 0), packet
            self.sequences.append(sequence)
            place = 5
            for _ in range(count):
                identifier, length = struct.unpack_from(">IB", packet, place)
                self.waiting.append((f"{identifier:03X}", packet[place + 5:place + 5 + length]))
                place += 5 + length
            assert place == len(packet), packet
        return self.waiting.pop(0)


class OtherTransports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def client(self, *words, **options):
        client = SocketcandClient(*words, **options)
        self.addCleanup(client.connection.close)
        return client

    def start(self, channel, *words):
        command = [desk_bus.GHOSTCAR, "run", "can-pedals", "--out", "run", "--set", f'can.bus.0.channel="{channel}"', *words]
        program = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(lambda: program.poll() is None and program.kill())
        return program

    def finish(self, program):
        out, _ = program.communicate(timeout=100)
        self.assertEqual(program.returncode, 0, out)
        return json.loads((self.folder / "run" / "result.json").read_text())

    def driver(self, send):
        driver = Driver(send)
        driver.start()
        self.addCleanup(driver.stop)
        return driver

    def wait_for_rpm(self, receive, condition):
        seen, deadline = [], time.monotonic() + TIMEOUT_S
        while time.monotonic() < deadline:
            identifier, data = receive()
            if identifier != "200":
                continue
            self.assertTrue(len(data) == 8 and desk_bus.is_intact(0x200, data), data.hex())
            seen.append(int.from_bytes(data[2:4], "little") * 0.25)
            if condition(seen[-1]):
                return
        self.fail(f"engine speeds: {seen[-20:]}")

    def drive(self, driver, receive):
        """Starts the engine and presses the pedal: what goes in decides what comes out."""
        driver.key = 2
        self.wait_for_rpm(receive, lambda rpm: 500 < rpm < 16000)
        driver.key = 1
        driver.accelerator = 0.5
        self.wait_for_rpm(receive, lambda rpm: 2500 < rpm < 16000)

    def check_replay(self, result):
        done = subprocess.run([desk_bus.GHOSTCAR, "replay", "run", "--json"], cwd=self.folder, capture_output=True,
                              text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(json.loads(done.stdout)["state_hash"], result["state_hash"])

    def check_bus(self, result, malformed):
        bus = result["can"][0]
        self.assertEqual(result["outcome"], "finished")
        self.assertGreater(bus["received"], 500)
        self.assertEqual([message["wrong_checksum"] + message["wrong_length"] for message in bus["messages"]], [0, 0])
        self.assertEqual((bus["malformed"], bus["dropped"], bus["refused"], bus["foreign_senders"]),
                         (malformed, 0, 0, 0), bus)
        self.check_replay(result)

    def test_socketcand(self):
        program = self.start("socketcand:29537", "--duration", "8")
        stranger = self.client(29537, greets=False)
        self.assertEqual(stranger.next(), "< hi >")
        self.assertEqual(stranger.ask("< rawmode >"), "< error unknown command >")
        self.assertEqual(stranger.ask("< open can7 >"), "< error could not open bus >")
        stranger.connection.sendall(b"GET / HTTP/1.1\r\n\r\n")  # this one speaks something else
        self.assertRaises((EOFError, ConnectionResetError), stranger.next)
        client = self.client(29537)
        self.assertEqual(client.ask("< echo >"), "< echo >")
        client.connection.sendall(b"< send 18FEF100 1 0 >< se")  # an extended id, and a command in two parts
        time.sleep(0.05)
        client.connection.sendall(b"nd 7ff 0 >")
        self.drive(self.driver(client.send), client.receive)
        result = self.finish(program)
        self.check_bus(result, malformed=1)

    def test_socketcand_client_that_goes_and_comes(self):
        program = self.start("socketcand:29537", "--duration", "8")
        client = self.client(29537)
        driver = self.driver(client.send)
        self.drive(driver, client.receive)
        driver.stop()
        client.connection.close()
        time.sleep(0.2)  # the pedals are released
        client = self.client(29537)
        driver = self.driver(client.send)
        driver.accelerator = 0.5
        self.wait_for_rpm(client.receive, lambda rpm: 2500 < rpm < 16000)
        result = self.finish(program)
        self.assertGreaterEqual(result["can"][0]["messages"][0]["timeouts"], 1)

    def test_python_can_joins_socketcand(self):
        program = self.start("socketcand:29537", "--duration", "8")
        SocketcandClient(29537).connection.close()  # it is there
        bus = None
        for _ in range(20):
            try:
                bus = can.Bus(interface="socketcand", host="127.0.0.1", port=29537, channel="can0")
                break
            except can.CanError:  # it wants each "< ok >" alone, and a frame came right behind it
                time.sleep(0.05)
        self.assertIsNotNone(bus)
        self.addCleanup(bus.shutdown)

        def send(identifier, data):
            bus.send(can.Message(arbitration_id=identifier, is_extended_id=False, data=data))

        def receive():
            message = bus.recv(TIMEOUT_S)
            return f"{message.arbitration_id:03X}", bytes(message.data)

        driver = self.driver(send)
        self.drive(driver, receive)
        self.check_bus(self.finish(program), malformed=0)

    def test_cannelloni(self):
        peer = CannelloniPeer(20000, 20001)
        self.addCleanup(peer.connection.close)
        program = self.start("cannelloni:127.0.0.1:20000:20001", "--duration", "8")
        driver = self.driver(peer.send)
        self.drive(driver, peer.receive)
        # An FD frame of 8 bytes is none of the session's; a frame that is cut off, another version, another host.
        good = peer.packet(0, (0x100, bytes(8)))
        fd_frame = struct.pack(">BBBHIBB", 2, 0, 0, 1, 0x7FF, 0x80 | 12, 1) + bytes(12)
        for packet in (fd_frame, good[:-1], b"\x01" + good[1:], b""):
            peer.connection.sendto(packet, peer.program)
        other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        other.bind(("127.0.0.2", 20000))
        other.sendto(good, peer.program)
        other.close()
        result = self.finish(program)
        self.check_bus(result, malformed=4)
        steps = {(after - before) % 256 for before, after in zip(peer.sequences, peer.sequences[1:])}
        self.assertEqual(steps, {1})

    def test_cannelloni_port_that_is_taken(self):
        taken = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(taken.close)
        taken.bind(("127.0.0.1", 20000))
        program = self.start("cannelloni:127.0.0.1:20000")
        out, _ = program.communicate(timeout=100)
        self.assertEqual(program.returncode, 2, out)
        self.assertEqual(out.count("\n"), 1, out)
        self.assertIn("OWN_PORT", out)


if __name__ == "__main__":
    unittest.main()
