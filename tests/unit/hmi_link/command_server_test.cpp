// SPDX-License-Identifier: Apache-2.0
// The command server on a real socket of this machine.
#include "hmi_link/command_server.h"

#include <poll.h>
#include <sys/stat.h>

#include <cstring>
#include <stdexcept>
#include <thread>

#include "tests/unit/hmi_link/command_packets.h"
#include "tests/unit/hmi_link/samples.h"
#include "tests/unit/unity_cpp.h"

using namespace ghostcar;
using namespace ghostcar::hmi_link;
using tests::command_bytes;
using tests::TemporaryFile;

void setUp() {}
void tearDown() {}

namespace {

CommandConfig on_any_port() {
    CommandConfig config;
    config.listen = SocketAddress::parse("127.0.0.1:0");
    return config;
}

/// An operator: sends a datagram and waits for its answer.
class Operator {
public:
    explicit Operator(const CommandServer& server) : to_(server.address()) {}

    v1::CommandReplyPacket ask(const std::string& datagram) {
        TEST_ASSERT_TRUE(socket_.send(datagram, to_));
        pollfd event{socket_.descriptor(), POLLIN, 0};
        TEST_ASSERT_EQUAL_INT(1, ::poll(&event, 1, 30'000));
        std::array<char, 512> buffer{};
        SocketAddress from;
        const std::int64_t length = socket_.receive(buffer.data(), buffer.size(), from);
        v1::CommandReplyPacket reply;
        TEST_ASSERT_TRUE(reply.ParseFromArray(buffer.data(), static_cast<int>(length)));
        return reply;
    }
    void tell(const std::string& datagram) { TEST_ASSERT_TRUE(socket_.send(datagram, to_)); }

private:
    UdpSocket socket_{*SocketAddress::parse("127.0.0.1:0")};
    SocketAddress to_;
};

void wait_for(const CommandServer& server, CommandFate fate, std::uint64_t count) {
    while (server.count(fate) < count) std::this_thread::yield();
}

void a_command_enters_one_tick() {
    CommandServer server(on_any_port());
    Operator person(server);
    const auto reply = person.ask(tests::plain_packet(
        command_bytes(v1::COMMAND_KIND_SET_PARAMETER, v1::PARAMETER_GRADE, 0.25), 77));
    TEST_ASSERT_TRUE(reply.reply().accepted());
    TEST_ASSERT_EQUAL_UINT64(77, reply.reply().counter());
    person.ask(tests::plain_packet(command_bytes(v1::COMMAND_KIND_PAUSE)));

    rt_core::Inputs inputs;
    inputs.command.kind = rt_core::CommandKind::stop;
    server.latch(1, inputs);  // another source was first: the commands wait
    TEST_ASSERT_TRUE(inputs.command.kind == rt_core::CommandKind::stop);
    inputs = {};
    server.latch(2, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == rt_core::CommandKind::set_parameter);
    TEST_ASSERT_TRUE(inputs.command.parameter == rt_core::Parameter::grade);
    TEST_ASSERT_EQUAL_DOUBLE(0.25, inputs.command.value);
    inputs = {};
    server.latch(3, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == rt_core::CommandKind::pause);
    inputs = {};
    server.latch(4, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == rt_core::CommandKind::none);
    TEST_ASSERT_EQUAL_UINT64(2, server.count(CommandFate::accepted));
    TEST_ASSERT_EQUAL_UINT64(0, server.dropped());
}

void with_a_key_hello_then_command() {
    const TemporaryFile file;
    file.set_content(std::string(32, '\1'));
    CommandConfig config = on_any_port();
    config.key_file = file.path();
    CommandServer server(config);
    Operator person(server);
    const auto hello = person.ask(tests::hello_packet(64)).hello();
    const CommandKey key(tests::key_bytes(1));
    const auto packet = tests::signed_packet(key, hello.nonce(), hello.next_counter(),
                                             command_bytes(v1::COMMAND_KIND_START));
    TEST_ASSERT_TRUE(person.ask(packet.SerializeAsString()).reply().accepted());

    person.tell(packet.SerializeAsString());  // heard and sent again
    person.tell(tests::plain_packet(command_bytes(v1::COMMAND_KIND_STOP)));
    person.tell(std::string(513, 'x'));
    person.tell("garbage");
    wait_for(server, CommandFate::malformed, 1);
    TEST_ASSERT_EQUAL_UINT64(1, server.count(CommandFate::old_counter));
    TEST_ASSERT_EQUAL_UINT64(1, server.count(CommandFate::wrong_nonce));
    TEST_ASSERT_EQUAL_UINT64(1, server.count(CommandFate::oversize));
    TEST_ASSERT_EQUAL_UINT64(4, server.dropped());
    rt_core::Inputs inputs;
    server.latch(1, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == rt_core::CommandKind::start);
    inputs = {};
    server.latch(2, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == rt_core::CommandKind::none);
}

void a_flood_is_refused_beyond_the_queue() {
    CommandServer server(on_any_port());
    Operator person(server);
    const std::string pause = tests::plain_packet(command_bytes(v1::COMMAND_KIND_PAUSE));
    for (std::size_t i = 0; i < CommandServer::queue_capacity; ++i)
        TEST_ASSERT_TRUE(person.ask(pause).reply().accepted());
    const auto reply = person.ask(pause).reply();
    TEST_ASSERT_FALSE(reply.accepted());
    TEST_ASSERT_EQUAL_INT(v1::COMMAND_VERDICT_QUEUE_FULL, reply.verdict());
    TEST_ASSERT_EQUAL_UINT64(1, server.count(CommandFate::queue_full));
    rt_core::Inputs inputs;
    server.latch(1, inputs);
    TEST_ASSERT_TRUE(person.ask(pause).reply().accepted());
}

void without_an_address_it_is_off() {
    CommandServer server(CommandConfig{});
    rt_core::Inputs inputs;
    server.latch(1, inputs);
    TEST_ASSERT_TRUE(inputs.command.kind == rt_core::CommandKind::none);
    server.close();
}

void expect_refused(const CommandConfig& config, const char* what) {
    try {
        const CommandServer server(config);
        TEST_FAIL_MESSAGE(what);
    } catch (const std::runtime_error& error) {
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), what), error.what());
    }
}

void a_bad_key_is_refused() {
    const TemporaryFile file;
    CommandConfig config = on_any_port();
    config.key_file = file.path();
    for (const std::size_t size : {std::size_t{0}, std::size_t{31}, std::size_t{33}}) {
        file.set_content(std::string(size, 'k'));
        expect_refused(config, "exactly 32");
    }
    file.set_content(std::string(32, 'k'));
    for (const mode_t mode : {0640U, 0604U, 0610U, 0601U, 0620U}) {
        ::chmod(file.path().c_str(), mode);
        expect_refused(config, "chmod 600");
    }
    ::chmod(file.path().c_str(), 0600);
    { const CommandServer server(config); }
    ::chmod(file.path().c_str(), 0400);
    { const CommandServer server(config); }
    config.key_file = "/tmp";
    expect_refused(config, "is not a file");
    config.key_file = file.path() + "-absent";
    expect_refused(config, "cannot be opened");
}

/// A kernel without IPv6, say.
void addresses_that_the_kernel_does_not_know_are_told() {
    try {
        const UdpSocket socket(AF_MAX);
        TEST_FAIL();
    } catch (const std::runtime_error& error) {
        TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(error.what(), "write IPv4"), error.what());
    }
}

void a_taken_port_is_named() {
    const CommandServer first(on_any_port());
    CommandConfig config;
    config.listen = first.address();
    expect_refused(config, first.address().text().c_str());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_command_enters_one_tick);
    RUN_TEST(with_a_key_hello_then_command);
    RUN_TEST(a_flood_is_refused_beyond_the_queue);
    RUN_TEST(without_an_address_it_is_off);
    RUN_TEST(a_bad_key_is_refused);
    RUN_TEST(addresses_that_the_kernel_does_not_know_are_told);
    RUN_TEST(a_taken_port_is_named);
    return UNITY_END();
}
