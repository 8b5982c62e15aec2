# SPDX-License-Identifier: Apache-2.0
"""Diagnostics on the desk bus with tools nobody here wrote: scapy asks over ISO-TP, tshark reads the log and
prints the engine speed that State had. In a network namespace with nothing but loopback."""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

if __name__ == "__main__" and "IN_NAMESPACE" not in os.environ:
    try:
        import scapy  # noqa: F401
    except ImportError:
        print("scapy is not installed")
        sys.exit(77)
    enter = ("ip link set lo up; ip link set lo multicast on; ip route add 239.0.0.0/8 dev lo; "
             "exec \"$0\" -B \"$@\"")
    os.environ["IN_NAMESPACE"] = "1"
    command = ["unshare", "--net", "sh", "-c", enter, sys.executable, *sys.argv]
    if os.geteuid() != 0:
        command.insert(1, "--map-root-user")
    if subprocess.run([*command[:command.index("sh")], "true"], stderr=subprocess.DEVNULL).returncode != 0:
        print("no network namespace can be made here")
        sys.exit(77)
    os.execvp(command[0], command)

from scapy.config import conf  # noqa: E402

conf.logLevel = 40  # it would like a filter in front of each socket
conf.contribs["CANSocket"] = {"use-python-can": True}
conf.contribs["ISOTP"] = {"use-can-isotp-kernel-module": False}
from scapy.contrib.cansocket_python_can import PythonCANSocket  # noqa: E402
from scapy.contrib.isotp import ISOTPSoftSocket  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "hmi_link"))
from stream_support import load_messages  # noqa: E402

GHOSTCAR = os.environ["GHOSTCAR"]
TOP = pathlib.Path(os.environ["GHOSTCAR_TOP"])
VIN = "WGH0ST0CAR0000001"


class States(threading.Thread):
    """The State stream: engine speed of every tick that was sent."""

    def __init__(self, messages):
        super().__init__(daemon=True)
        self.messages = messages
        self.link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.link.bind(("127.0.0.1", 0))
        self.rpm = {}

    def run(self):
        while True:
            packet = self.messages.StatePacket()
            packet.ParseFromString(self.link.recv(65536))
            self.rpm[packet.tick] = packet.state.car.engine_speed_radps * 30 / 3.141592653589793


class Diagnostics(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.states = States(load_messages())
        self.states.start()
        session = (TOP / "model/data/sessions/can-faults.toml").read_text()
        shutil.copy(TOP / "model/data/stimuli/can-faults.csv", self.folder / "t.csv")
        session = session.replace("../stimuli/can-faults.csv", "t.csv").replace('"none"', '"desk"')
        session = session.replace('["candump", "blf"]', '["candump", "pcapng"]')
        port = self.states.link.getsockname()[1]
        session += f'\n[stream]\nrate_hz = 100\n[[stream.peer]]\naddress = "127.0.0.1:{port}"\n'
        (self.folder / "t.toml").write_text(session)

    def ask(self, bus, request, functional=False):
        link = ISOTPSoftSocket(bus, tx_id=0x7DF if functional else 0x7E0, rx_id=0x7E8, padding=True)
        try:
            answers = link.sniff(timeout=5, count=1, started_callback=lambda: link.send(bytes.fromhex(request)))
            return bytes(answers[0].data).hex() if answers else ""
        finally:
            link.close()

    def test_scapy_and_tshark(self):
        run = subprocess.Popen([GHOSTCAR, "run", "t.toml", "--out", "run"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(run.kill)
        while not (self.folder / "run/can.log").exists():
            self.assertIsNone(run.poll(), run.stdout.read() if run.poll() is not None else "")
            time.sleep(0.05)
        bus = PythonCANSocket(bustype="udp_multicast", channel="239.74.163.2")
        vin = self.ask(bus, "0902")
        self.assertEqual(bytes.fromhex(vin)[3:].decode(), VIN)
        self.assertEqual(self.ask(bus, "22f190"), "62f190" + VIN.encode().hex())
        # 04, 05, 0C, 0D, 11 and 2F are there; 05 and 2F as the session says.
        masks = [int(self.ask(bus, request)[4:], 16) for request in ("0100", "0120")]
        self.assertEqual((masks[0] & 0x18188000, masks[1] & 0x00020000), (0x18188000, 0x00020000))
        self.assertEqual((self.ask(bus, "0105"), self.ask(bus, "012f")), ("410580", "412f9e"))
        self.assertTrue(self.ask(bus, "0104").startswith("4104"))
        while max(self.states.rpm, default=0) < 5000:  # until it pulls away
            time.sleep(0.05)
        answers = []
        for _ in range(12):
            answers.append(self.ask(bus, "010c", functional=True))
            time.sleep(0.2)
        self.assertTrue(all(answer.startswith("410c") for answer in answers), answers)
        # It drives: writing is refused; a routine breaks the bus, and the trouble code says so.
        self.assertEqual(self.ask(bus, "1003"), "5003003201f4")
        seed = bytes.fromhex(self.ask(bus, "2701"))[2:]
        key = bytes(one ^ other for one, other in zip(seed, b"GHOS"))
        self.assertEqual(self.ask(bus, "2702" + key.hex()), "6702")
        self.assertEqual(self.ask(bus, "2e020001f4"), "7f2e22")
        self.assertEqual(self.ask(bus, "31010204"), "71010204")  # the flood
        time.sleep(0.1)
        self.assertEqual(self.ask(bus, "31030204"), "7103020401")
        self.assertIn("d3040009", self.ask(bus, "190209"))
        self.assertEqual(self.ask(bus, "31020204"), "71020204")
        bus.close()
        run.send_signal(2)
        run.communicate(timeout=60)

        # tshark knows nothing of the session: the log, and the two protocols.
        shown = subprocess.run(
            ["tshark", "-r", "run/can.pcapng", "-d", "can.subdissector,iso15765", "-d",
             "iso15765.subdissector,obd-ii", "-Y", "obd-ii", "-V"],
            cwd=self.folder, capture_output=True, text=True, timeout=100)
        speeds = [float(text) for text in re.findall(r"Engine RPM: ([0-9.]+)", shown.stdout)]
        self.assertEqual(len(speeds), len(answers), shown.stdout[-2000:] + shown.stderr)
        told = {round(rpm * 4) / 4 for rpm in self.states.rpm.values()}
        self.assertGreater(len(set(speeds)), 3, "the engine was to change its speed")
        for answer, speed in zip(answers, speeds):
            self.assertEqual(int(answer[4:8], 16) / 4, speed)
            self.assertIn(speed, told)


if __name__ == "__main__":
    unittest.main()
