// SPDX-License-Identifier: Apache-2.0
// `ghostcar manoeuvre`: one car, inputs from a file, its states into another. No session, no road,
// no judge: for comparing the car with other models and with measurements.
#include <toml++/toml.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "board/ghostcar/data_files.h"
#include "board/ghostcar/options.h"
#include "board/ghostcar/overrides.h"
#include "model/config/csv_reader.h"
#include "model/math/trigonometry.h"
#include "model/vehicle/manoeuvre.h"

namespace ghostcar::board {
namespace {

using model::CarState;

constexpr const char* columns =
    "t_s,x_m,y_m,yaw_rad,vx_mps,vy_mps,yaw_rate_radps,slip_angle_rad,roll_rad,pitch_rad,"
    "wheel_speed_fl_radps,wheel_speed_fr_radps,wheel_speed_rl_radps,wheel_speed_rr_radps,"
    "wheel_load_fl_n,wheel_load_fr_n,wheel_load_rl_n,wheel_load_rr_n,engine_rpm";

constexpr double largest_speed_mps = 150.0;
constexpr std::int64_t shown_every_ticks = 1'000'000;

model::CarParameters read_vehicle(const std::string& name) {
    const SourceText source = read_data(DataKind::vehicle, name);
    const toml::table table = parse_toml(source.text, source.path);
    model::TableReader reader(table);
    return model::CarParameters::from_toml(reader);
}

/// Between the car's x axis and its velocity, + to the left; of a car that reverses, between the
/// x axis and the way it came.
double slip_angle_rad(const model::PlanarMotion& motion) {
    if (motion.forward_mps == 0.0) return model::sign(motion.left_mps) * 0.5 * model::pi;
    return model::arc_tangent(motion.left_mps / motion.forward_mps);
}

/// Writes rows of numbers with as many digits as give the same number when read back.
class RowWriter {
public:
    explicit RowWriter(const std::string& path)
        : path_(path), file_(path, std::ios::binary | std::ios::trunc) {
        if (!file_) fail("cannot be written");
        file_ << columns << '\n';
    }

    void write(double t_s, const CarState& car) {
        text_.clear();
        const model::PlanarMotion& motion = car.motion;
        for (const double value :
             {t_s, motion.x_m, motion.y_m, motion.yaw_rad, motion.forward_mps, motion.left_mps,
              motion.yaw_rate_radps, slip_angle_rad(motion), car.roll_rad, car.pitch_rad})
            add(value);
        for (const model::WheelState& wheel : car.wheels) add(wheel.spin_radps);
        for (const model::WheelState& wheel : car.wheels) add(wheel.load_n);
        add(car.drive.engine_speed_radps / model::radps_per_rpm);
        text_.back() = '\n';
        file_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    }

    void close() {
        file_.close();
        if (file_.fail()) fail("cannot be written to its end");
    }

private:
    void add(double value) {
        std::array<char, 32> digits{};
        const std::to_chars_result end =
            std::to_chars(digits.data(), digits.data() + digits.size(), value + 0.0);  // no -0
        text_.append(digits.data(), end.ptr);
        text_ += ',';
    }

    [[noreturn]] void fail(const char* what) const {
        throw std::runtime_error(path_ + ": " + what + " (" + std::strerror(errno) +
                                 "); check the folder, its permissions and the space left");
    }

    std::string path_;
    std::ofstream file_;
    std::string text_;
};

/// Refuses NaN too.
void require_within(const char* option, double value, double largest) {
    if (!(model::magnitude(value) <= largest))
        throw UsageError(std::string(option) + ": found " + model::short_text(value) +
                         "; must be " + model::Range::between(-largest, largest).text());
}

void show_progress(double done_s, double all_s) {
    std::cerr << "\r" << static_cast<std::int64_t>(done_s) << " of "
              << static_cast<std::int64_t>(all_s) << " s" << std::flush;
}

}  // namespace

int manoeuvre_command(const ManoeuvreOptions& options) {
    const model::Car car(read_vehicle(options.vehicle));
    require_within("--speed-mps", options.speed_mps, largest_speed_mps);
    require_within("--road-wheel-angle-rad", options.road_wheel_angle_rad,
                   car.parameters().steering.largest_angle_rad);
    const SourceText inputs = read_text(options.inputs, DataKind::cycle);
    const model::Manoeuvre manoeuvre(inputs.text, inputs.path, car.parameters());
    const std::string wrong_gear = manoeuvre.wrong_first_gear(car.parameters(), options.speed_mps);
    if (!wrong_gear.empty()) throw UsageError(inputs.path + ": the first row: " + wrong_gear);
    std::error_code ignored;
    if (std::filesystem::equivalent(options.inputs, options.out, ignored))
        throw UsageError(options.out + ": is the file of the inputs; choose another --out");

    RowWriter out(options.out);
    const auto& rows = manoeuvre.rows();
    const bool on_terminal = isatty(STDERR_FILENO) == 1;
    std::int64_t shown_tick = rows.front().tick;
    CarState state = manoeuvre.start(car, options.speed_mps, options.road_wheel_angle_rad);
    out.write(rows.front().t_s, state);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (!manoeuvre.drive(car, state, i - 1)) {
            out.close();
            std::cerr << (shown_tick != rows.front().tick ? "\r\033[K" : "")
                      << "ghostcar: " << options.out
                      << ": ends before t_s = " << model::short_text(rows[i].t_s)
                      << ": the car's state is no longer a number; check the numbers in "
                      << options.vehicle << '\n';
            return exit_failed;
        }
        out.write(rows[i].t_s, state);
        if (on_terminal && rows[i].tick - shown_tick >= shown_every_ticks) {
            shown_tick = rows[i].tick;
            show_progress(rows[i].t_s - rows.front().t_s, rows.back().t_s - rows.front().t_s);
        }
    }
    if (shown_tick != rows.front().tick) std::cerr << "\r\033[K";
    out.close();
    return exit_passed;
}

}  // namespace ghostcar::board
