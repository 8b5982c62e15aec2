// SPDX-License-Identifier: Apache-2.0
// Drives Ghostcar's car over UDP: one datagram a control period each way (docs/controllers.md).
//
//     protoc --cpp_out=. hmi_link/proto/ghostcar.proto       once, from the top of the sources
//     c++ -std=c++17 -I. docs/examples/udp_controller.cpp hmi_link/proto/ghostcar.pb.cc -lprotobuf
//     ghostcar run cruise-1 --set controller.listen=127.0.0.1:5502 &
//     ./a.out 5502
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "hmi_link/proto/ghostcar.pb.h"

namespace {

using ghostcar::v1::ControllerCommand;
using ghostcar::v1::ControllerView;

/// Steers toward a point of the road's middle ahead, at a steady speed.
ControllerCommand drive(const ControllerView& view) {
    const double x = view.midline(2 * 8);        // the point 8 m ahead
    const double y = view.midline(2 * 8 + 1);    // + is left
    const double missing = 36.0 - view.speed();  // km/h
    ControllerCommand command;
    command.set_cmd_steer(
        std::clamp(-std::atan(2.65 * 2.0 * y / (x * x + y * y)) / 0.6, -1.0, 1.0));  // -1 is left
    command.set_cmd_acc(std::clamp(0.1 * missing, 0.0, 1.0));
    command.set_cmd_brake(std::clamp(-0.05 * missing, 0.0, 1.0));
    command.set_cmd_gear(1);
    return command;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: udp_controller PORT\n";
        return 2;
    }
    sockaddr_in ghostcar{};
    ghostcar.sin_family = AF_INET;
    ghostcar.sin_port =
        htons(static_cast<std::uint16_t>(std::atoi(argv[1])));  // NOLINT(cert-err34-c)
    ghostcar.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int wire = socket(AF_INET, SOCK_DGRAM, 0);
    const timeval patience{0, 200'000};
    setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const auto send = [&](const ControllerCommand& command) {
        const std::string datagram = command.SerializeAsString();
        sendto(wire, datagram.data(), datagram.size(), 0,
               reinterpret_cast<const sockaddr*>(&ghostcar), sizeof ghostcar);
    };

    bool asked = false;
    while (true) {
        if (!asked) send({});  // "here I am": a command without a number
        char datagram[4096];
        const ssize_t size = recv(wire, datagram, sizeof datagram, 0);
        ControllerView view;
        if (size < 0 || !view.ParseFromArray(datagram, static_cast<int>(size))) continue;
        if (view.over()) return 0;
        asked = true;
        ControllerCommand command = drive(view);
        command.set_number(view.number());
        send(command);
    }
}
