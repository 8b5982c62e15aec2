// SPDX-License-Identifier: Apache-2.0
// Lets the tests of this folder speak with the codecs: candump lines on one side, the foreign
// format on the other.
//
//   log_tool write FORMAT FILE     candump lines on standard input to a log
//   log_tool read FORMAT FILE      a log to candump lines on standard output
//   log_tool pack | unpack         candump lines to python-can's datagrams in hexadecimal, and back
//   log_tool diagnose              candump lines from a tester to the whole conversation
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "can_bridge/diagnostic_node.h"
#include "can_bridge/log/asc.h"
#include "can_bridge/log/blf_reader.h"
#include "can_bridge/log/blf_writer.h"
#include "can_bridge/log/candump_log.h"
#include "can_bridge/log/hexadecimal.h"
#include "can_bridge/log/pcapng_writer.h"
#include "can_bridge/transport/udp_multicast.h"
#include "tests/unit/can_bridge/diagnostic_car.h"

using namespace ghostcar::can_bridge;

namespace {

constexpr std::int64_t start_ns = 1'718'096'707'250'000'000;

std::unique_ptr<LogWriter> make_writer(const std::string& format, std::ostream& output) {
    if (format == "asc") return std::make_unique<AscWriter>(output, start_ns);
    if (format == "blf") return std::make_unique<BlfWriter>(output, start_ns);
    if (format == "pcapng") return std::make_unique<PcapngWriter>(output, start_ns);
    if (format == "candump") return std::make_unique<CandumpWriter>(output);
    throw std::invalid_argument(format);
}

std::unique_ptr<LogReader> make_reader(const std::string& format, std::istream& input) {
    if (format == "asc") return std::make_unique<AscReader>(input);
    if (format == "blf") return std::make_unique<BlfReader>(input);
    if (format == "candump") return std::make_unique<CandumpReader>(input);
    throw std::invalid_argument(format);
}

void copy(LogReader& reader, LogWriter& writer) {
    while (const std::optional<TimedFrame> timed = reader.next()) writer.write(*timed);
    writer.finish();
}

void pack() {
    CandumpReader reader(std::cin);
    while (const std::optional<TimedFrame> timed = reader.next()) {
        std::string line;
        for (const std::uint8_t byte : encode_udp_multicast(*timed).view())
            append_hex(line, byte, 2);
        std::cout << line << "\n";
    }
}

void unpack() {
    CandumpWriter writer(std::cout);
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<std::uint8_t> bytes;
        for (std::size_t place = 0; place + 1 < line.size(); place += 2)
            bytes.push_back(static_cast<std::uint8_t>(*hex_number(line.substr(place, 2))));
        const std::optional<TimedFrame> timed = decode_udp_multicast(bytes);
        if (timed)
            writer.write(*timed);
        else
            std::cout << "refused\n";
    }
}

/// The node answers at once; each line of the tester is half a second after the one before.
void diagnose() {
    ghostcar::tests::DiagnosticCar car;
    DiagnosticServer server({}, car, car);
    DiagnosticNode node({}, {}, server);
    CandumpReader reader(std::cin);
    CandumpWriter writer(std::cout);
    std::int64_t now_ns = 0;
    while (std::optional<TimedFrame> timed = reader.next()) {
        timed->time_ns = now_ns += 500'000'000;
        writer.write(*timed);
        node.receive(timed->frame, now_ns);
        node.poll(now_ns);
        while (const std::optional<Frame> answer = node.next(now_ns))
            writer.write({now_ns += 1'000'000, 0, *answer});
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words == std::vector<std::string>{"pack"}) {
        pack();
    } else if (words == std::vector<std::string>{"unpack"}) {
        unpack();
    } else if (words == std::vector<std::string>{"diagnose"}) {
        diagnose();
    } else if (words.size() == 3 && words[0] == "write") {
        std::ofstream file(words[2], std::ios::binary);
        CandumpReader reader(std::cin);
        copy(reader, *make_writer(words[1], file));
    } else if (words.size() == 3 && words[0] == "read") {
        std::ifstream file(words[2], std::ios::binary);
        CandumpWriter writer(std::cout);
        copy(*make_reader(words[1], file), writer);
    } else {
        std::cerr << "log_tool: see the top of its source\n";
        return 2;
    }
    return 0;
}
