#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Commands over UDP, signed by Python's own hmac: HMAC-SHA-512, of which 32 bytes are sent."""
import hashlib
import hmac
import os
import struct
import tempfile
import unittest

import stream_support

messages = stream_support.load_messages()


def command(kind, parameter=0, value=0.0):
    return messages.Command(kind=kind, parameter=parameter, value=value).SerializeToString()


def signed(key, nonce, counter, content):
    covered = nonce + struct.pack("<Q", counter) + content
    authenticator = hmac.new(key, covered, hashlib.sha512).digest()[:32]
    return messages.CommandPacket(nonce=nonce, counter=counter, command=content,
                                  authenticator=authenticator).SerializeToString()


class Operator:
    """Someone with a socket and perhaps a key."""

    def __init__(self, server):
        self.socket = stream_support.udp_socket()
        self.to = ("127.0.0.1", server.port)

    def tell(self, datagram):
        self.socket.sendto(datagram, self.to)

    def ask(self, datagram):
        self.tell(datagram)
        reply = messages.CommandReplyPacket()
        answer = self.socket.recv(65536)
        reply.ParseFromString(answer)
        return reply, len(answer)

    def hello(self):
        request = messages.CommandPacket(
            hello=messages.Hello(padding=bytes(64))).SerializeToString()
        reply, size = self.ask(request)
        assert size <= len(request)
        return reply.hello


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.key = os.urandom(32)
        self.key_file = os.path.join(self.folder.name, "commands.key")
        with open(os.open(self.key_file, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(self.key)

    def tearDown(self):
        self.folder.cleanup()

    def test_without_a_key(self):
        server = stream_support.Server()
        person = Operator(server)
        reply, _ = person.ask(messages.CommandPacket(
            command=command(messages.COMMAND_KIND_PAUSE)).SerializeToString())
        self.assertTrue(reply.reply.accepted)
        self.assertEqual(server.next_command(), (messages.COMMAND_KIND_PAUSE, 0, 0.0))
        server.stop()

    def test_with_a_key(self):
        server = stream_support.Server(self.key_file)
        person = Operator(server)
        hello = person.hello()
        self.assertEqual(len(hello.nonce), 32)
        content = command(messages.COMMAND_KIND_SET_PARAMETER, messages.PARAMETER_HEADWIND_MPS, 5.5)
        datagram = signed(self.key, hello.nonce, hello.next_counter, content)
        reply, _ = person.ask(datagram)
        self.assertTrue(reply.reply.accepted)
        self.assertEqual(reply.reply.counter, hello.next_counter)
        self.assertEqual(server.next_command(), (5, 2, 5.5))

        person.tell(datagram)                                                    # heard before
        person.tell(messages.CommandPacket(command=content).SerializeToString())  # no nonce
        person.tell(signed(bytes(32), hello.nonce, 50, content))                 # another key
        person.tell(signed(self.key, bytes(32), 51, content))                    # another run
        person.tell(b"stop")
        person.tell(bytes(4000))
        # Datagrams of one sender stay in order: after this answer all of them were looked at.
        self.assertEqual(person.hello().next_counter, hello.next_counter + 1)
        commands, fates = server.stop()
        self.assertEqual(commands, [])
        self.assertEqual(fates["accepted"], 1)
        self.assertEqual(fates["old_counter"], 1)
        self.assertEqual(fates["wrong_nonce"], 2)
        self.assertEqual(fates["wrong_authenticator"], 1)
        self.assertEqual(fates["malformed"], 1)
        self.assertEqual(fates["oversize"], 1)

    def test_a_command_of_the_last_run(self):
        first = stream_support.Server(self.key_file)
        hello = Operator(first).hello()
        datagram = signed(self.key, hello.nonce, 5, command(messages.COMMAND_KIND_STOP))
        self.assertTrue(Operator(first).ask(datagram)[0].reply.accepted)
        first.stop()
        second = stream_support.Server(self.key_file)
        person = Operator(second)
        person.tell(datagram)
        person.hello()
        commands, fates = second.stop()
        self.assertEqual(commands, [])
        self.assertEqual(fates["wrong_nonce"], 1)


if __name__ == "__main__":
    unittest.main()
