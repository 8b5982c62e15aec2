// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/log/bus_logger.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "can_bridge/log/asc.h"
#include "can_bridge/log/blf_writer.h"
#include "can_bridge/log/candump_log.h"
#include "can_bridge/log/pcapng_writer.h"

namespace ghostcar::can_bridge {
namespace {

constexpr std::int64_t ns_per_tick = 1'000'000;
constexpr timespec pause{0, 5'000'000};

struct FormatRow {
    std::string_view name;
    LogFormat format;
    const char* file;
};
constexpr std::array<FormatRow, 4> formats = {{{"candump", LogFormat::candump, "can.log"},
                                               {"asc", LogFormat::asc, "can.asc"},
                                               {"blf", LogFormat::blf, "can.blf"},
                                               {"pcapng", LogFormat::pcapng, "can.pcapng"}}};

std::unique_ptr<LogWriter> writer_of(LogFormat format, std::ostream& stream,
                                     std::int64_t start_ns) {
    switch (format) {
        case LogFormat::asc:
            return std::make_unique<AscWriter>(stream, start_ns);
        case LogFormat::blf:
            return std::make_unique<BlfWriter>(stream, start_ns);
        case LogFormat::pcapng:
            return std::make_unique<PcapngWriter>(stream, start_ns);
        default:
            return std::make_unique<CandumpWriter>(stream);
    }
}

/// candump's times count since 1970; the others' since their own zero.
bool is_absolute(const LogWriter& writer) {
    return dynamic_cast<const CandumpWriter*>(&writer) != nullptr;
}

}  // namespace

BusLogConfig BusLogConfig::from_toml(model::TableReader& table) {
    BusLogConfig config;
    for (const std::string& name : table.texts("formats")) {
        bool is_known = false;
        for (const FormatRow& row : can_bridge::formats) {
            if (row.name != name) continue;
            is_known = true;
            config.formats.push_back(row.format);
        }
        if (!is_known)
            table.fail("formats", "\"" + name + "\" is not one of candump, asc, blf, pcapng",
                       "use one or several of them");
    }
    constexpr std::array<std::pair<std::string_view, bool>, 2> times{
        {{"tick", false}, {"wire", true}}};
    if (table.has("time")) config.uses_wire_time = table.choice("time", times);
    table.finish();
    return config;
}

BusLogger::BusLogger(const BusLogConfig& config, const std::filesystem::path& folder,
                     std::int64_t start_ns)
    : start_ns_(start_ns), uses_wire_time_(config.uses_wire_time) {
    for (const FormatRow& row : formats) {
        if (std::find(config.formats.begin(), config.formats.end(), row.format) ==
            config.formats.end())
            continue;
        auto file = std::make_unique<File>();
        const std::filesystem::path path = folder / row.file;
        file->stream.open(path, std::ios::binary | std::ios::trunc);
        if (!file->stream)
            throw std::runtime_error(path.string() +
                                     ": cannot be written; check the folder's rights and space");
        file->writer = writer_of(row.format, file->stream, start_ns);
        files_.push_back(std::move(file));
    }
    if (!files_.empty()) thread_.emplace("bus log", [this] { work(); });
}

BusLogger::~BusLogger() {
    close();
}

void BusLogger::record(std::span<const BusFrame> frames) noexcept {
    for (const BusFrame& frame : frames) ring_.push(frame);
}

void BusLogger::work() {
    while (!stop_.load(std::memory_order_relaxed)) {
        write_all();
        clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, nullptr);
    }
}

void BusLogger::write_all() {
    BusFrame frame;
    while (ring_.pop(frame)) {
        TimedFrame timed = frame.timed;
        const std::int64_t tick_ns = frame.tick * ns_per_tick;
        // A frame that a fault made has no time of its own; times never go back.
        const std::int64_t wire_ns = frame.timed.time_ns - start_ns_;
        const std::int64_t relative_ns = uses_wire_time_ ? wire_ns : tick_ns;
        if (relative_ns > last_ns_) last_ns_ = relative_ns;
        for (const std::unique_ptr<File>& file : files_) {
            timed.time_ns = last_ns_ + (is_absolute(*file->writer) ? start_ns_ : 0);
            file->writer->write(timed);
        }
        ++written_;
    }
}

void BusLogger::close() {
    if (!thread_) return;
    stop_.store(true, std::memory_order_relaxed);
    thread_->join();
    thread_.reset();
    write_all();
    for (const std::unique_ptr<File>& file : files_) {
        file->writer->finish();
        file->stream.close();
        has_failed_ = has_failed_ || file->stream.fail();
    }
}

}  // namespace ghostcar::can_bridge
