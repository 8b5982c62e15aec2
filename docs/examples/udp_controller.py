#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives Ghostcar's car over UDP: one datagram a control period each way (docs/controllers.md).

    protoc --python_out=. hmi_link/proto/ghostcar.proto      once, from the top of the sources
    ghostcar run cruise-1 --set controller.listen=127.0.0.1:5502 &
    PYTHONPATH=. python3 docs/examples/udp_controller.py 127.0.0.1:5502
"""
import math
import socket
import sys

from hmi_link.proto import ghostcar_pb2


def clamped(value, low, high):
    return max(low, min(high, value))


def drive(view):
    """Steers toward a point of the road's middle ahead, at a steady speed."""
    x, y = view.midline[2 * 8], view.midline[2 * 8 + 1]  # the point 8 m ahead; y is to the left
    missing = 36.0 - view.speed  # km/h
    return ghostcar_pb2.ControllerCommand(
        cmd_steer=clamped(-math.atan(2.65 * 2.0 * y / (x * x + y * y)) / 0.6, -1.0, 1.0),  # -1: left
        cmd_acc=clamped(0.1 * missing, 0.0, 1.0),
        cmd_brake=clamped(-0.05 * missing, 0.0, 1.0),
        cmd_gear=1)


def main():
    host, port = sys.argv[1].rsplit(":", 1)
    ghostcar = (host, int(port))
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.settimeout(0.2)
    hello = ghostcar_pb2.ControllerCommand(number=0).SerializeToString()  # "here I am": empty
    asked = False
    while True:
        if not asked:
            wire.sendto(hello, ghostcar)
        try:
            datagram = wire.recv(4096)
        except (TimeoutError, ConnectionRefusedError):
            continue  # not there yet
        view = ghostcar_pb2.ControllerView.FromString(datagram)
        if view.over:
            return
        asked = True
        command = drive(view)
        command.number = view.number
        wire.sendto(command.SerializeToString(), ghostcar)


if __name__ == "__main__":
    main()
