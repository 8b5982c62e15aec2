// SPDX-License-Identifier: Apache-2.0
// Writes every frame of the session into logs that other tools read, beside the recording. The tick
// puts frames into a ring; a thread writes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "can_bridge/bus_ports.h"
#include "can_bridge/log/log_file.h"
#include "model/config/table_reader.h"
#include "rt_core/ring.h"
#include "rt_core/thread.h"

namespace ghostcar::can_bridge {

enum class LogFormat : std::uint8_t { candump, asc, blf, pcapng };

/// The session's table [can.log].
struct BusLogConfig {
    std::vector<LogFormat> formats;
    bool uses_wire_time = false;  // false: the time of the tick, as in the recording

    static BusLogConfig from_toml(model::TableReader& table);
};

class BusLogger final : public FrameTap {
public:
    static constexpr std::size_t ring_capacity = 16384;

    /// Opens can.log, can.asc, can.blf, can.pcapng in `folder`. `start_ns` since 1970 is the time
    /// of tick 0. Throws std::runtime_error, one line with the remedy.
    BusLogger(const BusLogConfig& config, const std::filesystem::path& folder,
              std::int64_t start_ns);
    ~BusLogger() override;
    BusLogger(const BusLogger&) = delete;
    BusLogger& operator=(const BusLogger&) = delete;

    void record(std::span<const BusFrame> frames) noexcept override;
    /// Is there room for the frames of so many ticks? Only in real time nobody waits for it.
    [[nodiscard]] bool has_room(std::size_t ticks) const noexcept {
        return ring_.has_room(std::min(ticks * 2 * FrameBatch::capacity, ring_capacity / 2));
    }

    /// Writes what is left and ends the files; the destructor does it too.
    void close();

    [[nodiscard]] std::uint64_t written() const noexcept { return written_; }
    [[nodiscard]] std::uint64_t dropped() const noexcept { return ring_.dropped(); }
    /// A disk that is full, for example.
    [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }

private:
    struct File {
        std::ofstream stream;
        std::unique_ptr<LogWriter> writer;
    };

    void work();
    void write_all();

    std::vector<std::unique_ptr<File>> files_;
    std::int64_t start_ns_;
    bool uses_wire_time_;
    rt_core::Ring<BusFrame> ring_{ring_capacity};
    std::uint64_t written_ = 0;
    std::int64_t last_ns_ = 0;
    bool has_failed_ = false;
    std::atomic<bool> stop_{false};
    std::optional<rt_core::Thread> thread_;
};

}  // namespace ghostcar::can_bridge
