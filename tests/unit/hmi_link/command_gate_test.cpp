// SPDX-License-Identifier: Apache-2.0
#include "hmi_link/command_gate.h"

#include <limits>
#include <string>

#include "rt_core/arbitrate.h"
#include "tests/unit/hmi_link/command_packets.h"
#include "tests/unit/hmi_link/samples.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::hmi_link;
using tests::command_bytes;
using tests::hello_packet;
using tests::plain_packet;
using tests::signed_packet;

void setUp() {}
void tearDown() {}

namespace {

const CommandKey key(tests::key_bytes(1));
const CommandKey other_key(tests::key_bytes(2));

void expect_fate(CommandFate expected, const CommandDecision& decision) {
    TEST_ASSERT_EQUAL_STRING(std::string(name_of(expected)).c_str(),
                             std::string(name_of(decision.fate)).c_str());
}

std::string start() {
    return command_bytes(v1::COMMAND_KIND_START);
}

std::string authentic(const CommandGate& gate, std::uint64_t counter, std::string_view command) {
    return signed_packet(key, gate.nonce(), counter, command).SerializeAsString();
}

void without_a_key_this_machine_alone_commands() {
    CommandGate gate(std::nullopt);
    const CommandDecision decision = gate.decide(plain_packet(start(), 5), true);
    expect_fate(CommandFate::accepted, decision);
    TEST_ASSERT_TRUE(decision.wants_reply);
    TEST_ASSERT_TRUE(decision.command.kind == rt_core::CommandKind::start);
    const CommandDecision foreign = gate.decide(plain_packet(start()), false);
    expect_fate(CommandFate::not_loopback, foreign);
    TEST_ASSERT_FALSE(foreign.wants_reply);
    expect_fate(CommandFate::not_loopback, gate.decide(hello_packet(100), false));
}

void with_a_key_everyone_needs_it() {
    CommandGate gate(key);
    for (const bool from_loopback : {true, false}) {
        const CommandDecision plain = gate.decide(plain_packet(start(), 9), from_loopback);
        expect_fate(CommandFate::wrong_nonce, plain);
        TEST_ASSERT_FALSE(plain.wants_reply);
        const std::uint64_t counter = from_loopback ? 1 : 2;
        expect_fate(CommandFate::accepted,
                    gate.decide(authentic(gate, counter, start()), from_loopback));
    }
}

void every_kind_of_command_passes() {
    CommandGate gate(key);
    std::uint64_t counter = 0;
    for (const v1::CommandKind kind : {v1::COMMAND_KIND_START, v1::COMMAND_KIND_STOP,
                                       v1::COMMAND_KIND_PAUSE, v1::COMMAND_KIND_RESET}) {
        const auto decision = gate.decide(authentic(gate, ++counter, command_bytes(kind)), false);
        expect_fate(CommandFate::accepted, decision);
        TEST_ASSERT_EQUAL_INT64(kind, static_cast<std::int64_t>(decision.command.kind));
        TEST_ASSERT_EQUAL_UINT64(counter, decision.counter);
    }
    for (const auto kind : {v1::COMMAND_KIND_NONE, static_cast<v1::CommandKind>(8),
                            static_cast<v1::CommandKind>(-1)}) {
        // The two values keep an all-default Command from being empty, which is malformed.
        const auto decision = gate.decide(
            authentic(gate, ++counter, command_bytes(kind, v1::PARAMETER_GRADE, 0.1)), false);
        expect_fate(CommandFate::unknown_command, decision);
        TEST_ASSERT_TRUE(decision.wants_reply);
    }
    expect_fate(CommandFate::unknown_command,
                gate.decide(authentic(gate, ++counter, "\xFF\xFF\xFF"), false));
}

CommandFate set_parameter(v1::Parameter parameter, double value) {
    CommandGate gate(std::nullopt);
    return gate
        .decide(plain_packet(command_bytes(v1::COMMAND_KIND_SET_PARAMETER, parameter, value)), true)
        .fate;
}

void parameters_at_their_borders() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const auto& [parameter, largest] :
         {std::pair{v1::PARAMETER_GRADE, rt_core::largest_grade},
          std::pair{v1::PARAMETER_HEADWIND_MPS, rt_core::largest_headwind_mps}}) {
        for (const double good : {0.0, -0.0, largest, -largest})
            TEST_ASSERT_TRUE(set_parameter(parameter, good) == CommandFate::accepted);
        for (const double bad :
             {std::nextafter(largest, infinity), std::nextafter(-largest, -infinity), infinity,
              -infinity, std::numeric_limits<double>::quiet_NaN()})
            TEST_ASSERT_TRUE(set_parameter(parameter, bad) == CommandFate::bad_value);
    }
    for (const int parameter : {0, 3, -1, 1 << 30})
        TEST_ASSERT_TRUE(set_parameter(static_cast<v1::Parameter>(parameter), 0.1) ==
                         CommandFate::unknown_parameter);
}

void faults_are_called_by_their_names() {
    CommandGate gate(std::nullopt, {"lost-pedals", "flood"});
    const auto decide = [&gate](v1::CommandKind kind, const char* fault) {
        v1::Command command;
        command.set_kind(kind);
        command.set_fault(fault);
        command.set_value(17.0);  // what the wire says about the place does not count
        return gate.decide(plain_packet(command.SerializeAsString()), true);
    };
    const auto set = decide(v1::COMMAND_KIND_SET_FAULT, "flood");
    expect_fate(CommandFate::accepted, set);
    TEST_ASSERT_TRUE(set.command.kind == rt_core::CommandKind::set_fault);
    TEST_ASSERT_EQUAL_DOUBLE(1.0, set.command.value);
    const auto clear = decide(v1::COMMAND_KIND_CLEAR_FAULT, "lost-pedals");
    expect_fate(CommandFate::accepted, clear);
    TEST_ASSERT_TRUE(clear.command.kind == rt_core::CommandKind::clear_fault);
    TEST_ASSERT_EQUAL_DOUBLE(0.0, clear.command.value);
    expect_fate(CommandFate::unknown_parameter, decide(v1::COMMAND_KIND_SET_FAULT, "floo"));
    expect_fate(CommandFate::unknown_parameter, decide(v1::COMMAND_KIND_CLEAR_FAULT, ""));
}

void the_authenticator_covers_every_bit() {
    CommandGate gate(key);
    const v1::CommandPacket good = signed_packet(key, gate.nonce(), 1, start());
    const auto expect_wrong = [&gate](const v1::CommandPacket& packet) {
        const auto decision = gate.decide(packet.SerializeAsString(), true);
        expect_fate(CommandFate::wrong_authenticator, decision);
        TEST_ASSERT_FALSE(decision.wants_reply);
    };
    for (std::size_t bit = 0; bit < good.authenticator().size() * 8; ++bit) {
        v1::CommandPacket packet = good;
        char& byte = (*packet.mutable_authenticator())[bit / 8];
        byte = static_cast<char>(byte ^ (1 << (bit % 8)));
        expect_wrong(packet);
    }
    v1::CommandPacket packet = good;
    packet.set_counter(2);
    expect_wrong(packet);
    packet = good;
    packet.set_command(command_bytes(v1::COMMAND_KIND_STOP));
    expect_wrong(packet);
    packet = good;
    packet.clear_authenticator();
    expect_wrong(packet);
    packet.set_authenticator(good.authenticator().substr(0, 31));
    expect_wrong(packet);
    packet.set_authenticator(good.authenticator() + '\0');
    expect_wrong(packet);
    expect_wrong(signed_packet(other_key, gate.nonce(), 1, start()));
    expect_fate(CommandFate::accepted, gate.decide(good.SerializeAsString(), true));
}

void commands_of_an_old_run_are_refused() {
    CommandGate old_run(key);
    CommandGate gate(key);
    TEST_ASSERT_FALSE(old_run.nonce() == gate.nonce());
    const std::string heard = authentic(old_run, 7, start());
    expect_fate(CommandFate::accepted, old_run.decide(heard, false));
    expect_fate(CommandFate::wrong_nonce, gate.decide(heard, false));
    // The old authenticator under the new nonce is no better.
    v1::CommandPacket packet;
    packet.ParseFromString(heard);
    packet.set_nonce(std::string(gate.nonce()));
    expect_fate(CommandFate::wrong_authenticator, gate.decide(packet.SerializeAsString(), false));
    packet.set_nonce(std::string(gate.nonce()) + "x");
    expect_fate(CommandFate::wrong_nonce, gate.decide(packet.SerializeAsString(), false));
}

void the_counter_must_grow() {
    CommandGate gate(key);
    expect_fate(CommandFate::old_counter, gate.decide(authentic(gate, 0, start()), false));
    expect_fate(CommandFate::accepted, gate.decide(authentic(gate, 10, start()), false));
    expect_fate(CommandFate::old_counter, gate.decide(authentic(gate, 10, start()), false));
    expect_fate(CommandFate::old_counter, gate.decide(authentic(gate, 9, start()), false));
    expect_fate(CommandFate::accepted, gate.decide(authentic(gate, 11, start()), false));
    // A refused command has used its counter; a forged one has not.
    expect_fate(CommandFate::unknown_command, gate.decide(authentic(gate, 12, "\xFF"), false));
    expect_fate(CommandFate::old_counter, gate.decide(authentic(gate, 12, start()), false));
    expect_fate(
        CommandFate::wrong_authenticator,
        gate.decide(signed_packet(other_key, gate.nonce(), 1000, start()).SerializeAsString(),
                    false));
    expect_fate(CommandFate::accepted, gate.decide(authentic(gate, 13, start()), false));
    constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    expect_fate(CommandFate::accepted, gate.decide(authentic(gate, last, start()), false));
    expect_fate(CommandFate::old_counter, gate.decide(authentic(gate, last, start()), false));
}

void a_hello_is_never_answered_with_more_than_it_sent() {
    CommandGate gate(key);
    const std::size_t reply_size = gate.hello_reply().size();
    for (std::size_t padding = 0; padding < 100; ++padding) {
        const std::string hello = hello_packet(padding);
        const CommandDecision decision = gate.decide(hello, false);
        const bool answered = hello.size() >= reply_size;
        expect_fate(answered ? CommandFate::hello : CommandFate::hello_too_short, decision);
        TEST_ASSERT_EQUAL(answered, decision.wants_reply);
    }
    v1::CommandReplyPacket reply;
    TEST_ASSERT_TRUE(reply.ParseFromString(gate.hello_reply()));
    TEST_ASSERT_TRUE(reply.hello().nonce() == gate.nonce());
    TEST_ASSERT_EQUAL_UINT64(1, reply.hello().next_counter());
    gate.decide(authentic(gate, 41, start()), false);
    TEST_ASSERT_TRUE(reply.ParseFromString(gate.hello_reply()));
    TEST_ASSERT_EQUAL_UINT64(42, reply.hello().next_counter());
    // And a command's answer is smaller than any authentic command.
    CommandDecision decision;
    decision.counter = std::numeric_limits<std::uint64_t>::max();
    decision.fate = CommandFate::queue_full;
    TEST_ASSERT_LESS_THAN(authentic(gate, 1, start()).size(),
                          CommandGate::command_reply(decision).size());
}

void sizes_at_their_borders() {
    CommandGate gate(key);
    std::string largest = hello_packet(CommandGate::largest_datagram - 6);
    TEST_ASSERT_EQUAL_size_t(CommandGate::largest_datagram, largest.size());
    expect_fate(CommandFate::hello, gate.decide(largest, false));
    expect_fate(CommandFate::oversize, gate.decide(largest + 'x', false));
    expect_fate(CommandFate::malformed, gate.decide("", false));
    expect_fate(CommandFate::malformed, gate.decide("\xFF", false));
    expect_fate(CommandFate::malformed, gate.decide("start", false));
}

std::string mutated(tests::Random& random, std::string datagram) {
    const std::uint64_t changes = 1 + random.below(3);
    for (std::uint64_t i = 0; i < changes && !datagram.empty(); ++i) {
        const std::size_t place = random.below(datagram.size());
        if (random.below(3) == 0)
            datagram.erase(place, 1 + random.below(8));
        else
            datagram[place] = static_cast<char>(random.bits());
    }
    return datagram;
}

/// An attacker without the key changes what they heard: whatever they make is refused.
void mutated_datagrams_never_pass() {
    CommandGate gate(key);
    const std::string heard = authentic(gate, 1, start());
    expect_fate(CommandFate::accepted, gate.decide(heard, false));
    const std::string forged =
        signed_packet(other_key, gate.nonce(), 2, start()).SerializeAsString();
    tests::Random random(4711);
    for (int round = 0; round < 100000; ++round) {
        const std::string datagram = mutated(random, round % 2 == 0 ? heard : forged);
        TEST_ASSERT_TRUE(gate.decide(datagram, true).fate != CommandFate::accepted);
    }
    for (int round = 0; round < 50000; ++round) {
        std::string datagram(random.below(200), '\0');
        for (char& byte : datagram) byte = static_cast<char>(random.bits());
        TEST_ASSERT_TRUE(gate.decide(datagram, true).fate != CommandFate::accepted);
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(without_a_key_this_machine_alone_commands);
    RUN_TEST(with_a_key_everyone_needs_it);
    RUN_TEST(every_kind_of_command_passes);
    RUN_TEST(parameters_at_their_borders);
    RUN_TEST(faults_are_called_by_their_names);
    RUN_TEST(the_authenticator_covers_every_bit);
    RUN_TEST(commands_of_an_old_run_are_refused);
    RUN_TEST(the_counter_must_grow);
    RUN_TEST(a_hello_is_never_answered_with_more_than_it_sent);
    RUN_TEST(sizes_at_their_borders);
    RUN_TEST(mutated_datagrams_never_pass);
    return UNITY_END();
}
