#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The state stream, decoded by Python's protobuf."""
import unittest

import stream_support

messages = stream_support.load_messages()


class StreamTest(unittest.TestCase):
    def test_states_in_order(self):
        server = stream_support.Server()
        previous = None
        for _ in range(500):
            packet = messages.StatePacket()
            packet.ParseFromString(server.watcher.recv(65536))
            self.assertEqual(packet.session_id, 0x1122334455667788)
            self.assertEqual(packet.tick, packet.state.tick)
            self.assertEqual(packet.sequence, packet.tick - 1)
            self.assertEqual(packet.state.sim_time_s, packet.tick / 1000)
            self.assertEqual(packet.state.car.speed_mps, packet.tick / 8)
            self.assertEqual(packet.state.car.gear, 3)
            self.assertEqual(packet.state.controls.gear, packet.tick % 7 - 1)
            self.assertEqual(packet.state.session.phase, messages.PHASE_RUNNING)
            if previous is not None:
                self.assertGreater(packet.sequence, previous)
            previous = packet.sequence
        server.stop()


if __name__ == "__main__":
    unittest.main()
