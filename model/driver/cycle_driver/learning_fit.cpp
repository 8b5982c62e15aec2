// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "model/driver/cycle_driver/learning_record.h"

namespace ghostcar::model {
namespace {

struct Place {
    double x;
    double y;
};

/// Piecewise linear through the points; before the first it stays level, after the last it goes on
/// as steeply as over the last `tail` of x, or level when that would climb.
double read_off(const std::vector<Place>& points, double x, double tail) {
    if (x <= points.front().x) return points.front().y;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (x > points[i].x) continue;
        const double width = points[i].x - points[i - 1].x;
        return width > 0.0 ? blend(points[i - 1].y, points[i].y, (x - points[i - 1].x) / width)
                           : points[i].y;
    }
    const Place& last = points.back();
    for (std::size_t i = points.size(); i-- > 0;) {
        if (last.x - points[i].x < tail) continue;
        const double slope = (last.y - points[i].y) / (last.x - points[i].x);
        return last.y + minimum(0.0, slope) * (x - last.x);
    }
    return last.y;
}

/// Engine speed over vehicle speed. A gear that was not driven in is taken for an ordinary one.
void fit_ratios(const LearningRecord& record, LearnedCar& car) {
    double before = 160.0;
    for (std::size_t g = 0; g < static_cast<std::size_t>(car.gears); ++g) {
        const bool driven = record.kph_squared[g] > 0.0 && record.rpm_times_kph[g] > 0.0;
        car.rpm_per_kph[g] =
            driven ? record.rpm_times_kph[g] / record.kph_squared[g] : 0.75 * before;
        before = car.rpm_per_kph[g];
    }
}

void fit_coast(const LearningRecord& record, LearnedCar& car) {
    // Normal equations of a parabola, solved by elimination: three unknowns.
    std::array<std::array<double, 4>, 3> m{};
    for (const RateBin& bin : record.coast) {
        if (bin.count <= 0.0) continue;
        const double v = bin.place() * 0.1;  // scaled, so that the powers are alike
        const std::array<double, 3> powers{1.0, v, v * v};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) m[i][j] += powers[i] * powers[j];
            m[i][3] += powers[i] * bin.rate();
        }
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(magnitude(m[i][i]) > 1e-9)) return;
        for (std::size_t k = i + 1; k < 3; ++k) {
            const double factor = m[k][i] / m[i][i];
            for (std::size_t j = i; j < 4; ++j) m[k][j] -= factor * m[i][j];
        }
    }
    std::array<double, 3> c{};
    for (std::size_t i = 3; i-- > 0;) {
        double rest = m[i][3];
        for (std::size_t j = i + 1; j < 3; ++j) rest -= m[i][j] * c[j];
        c[i] = rest / m[i][i];
    }
    car.coast_mps2 = {maximum(0.0, c[0]), c[1] * 0.1, c[2] * 0.01};
}

/// What a bin measured as pull: acceleration plus the coast deceleration in that gear.
Place pull_of(const RateBin& bin, double rpm_per_kph, double drag_share, const LearnedCar& car) {
    const double kph = bin.place() / rpm_per_kph;
    const double acceleration = bin.rate() / rpm_per_kph * mps_per_kph;
    return {bin.place(), acceleration + drag_share * car.coast(kph * mps_per_kph)};
}

void fit_pull(const LearningRecord& record, LearnedCar& car) {
    const auto base = static_cast<std::size_t>(car.base_gear - 1);
    std::array<std::vector<Place>, LearnedCar::accelerators.size()> columns;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (const RateBin& bin : record.base[j]) {
            if (bin.count <= 0.0) continue;
            columns[j].push_back(pull_of(bin, car.rpm_per_kph[base], car.drag_share[base], car));
        }
    }
    for (std::size_t i = 0; i < LearnedCar::speed_points; ++i) {
        const double rpm = LearnedCar::first_rpm + LearnedCar::rpm_step * static_cast<double>(i);
        for (std::size_t j = 0; j < columns.size(); ++j) {
            double pull = columns[j].empty() ? -1e9 : read_off(columns[j], rpm, 600.0);
            // More accelerator never pulls less: also fills a column without data.
            if (j > 0) pull = maximum(pull, car.pull_mps2[i][j - 1] + 1e-3);
            car.pull_mps2[i][j] = maximum(pull, -5.0);
        }
    }
}

void fit_gains(const LearningRecord& record, LearnedCar& car, std::size_t accelerator) {
    for (std::size_t g = 0; g < static_cast<std::size_t>(car.gears); ++g) {
        double measured = 0.0;
        double expected = 0.0;
        for (const RateBin& bin : record.gears[g]) {
            if (bin.count <= 0.0) continue;
            const Place place = pull_of(bin, car.rpm_per_kph[g], car.drag_share[g], car);
            measured += place.y;
            expected += car.pull(place.x, accelerator);
        }
        // Not driven in: the ratios alone tell.
        car.gain[g] =
            expected > 0.0 && measured > 0.0
                ? measured / expected
                : car.rpm_per_kph[g] / car.rpm_per_kph[static_cast<std::size_t>(car.base_gear - 1)];
    }
}

/// Mass in gear M = M0·(1 + j·ratio²), and gain ~ ratio/M: the first and the last gear tell j.
void fit_drag_shares(LearnedCar& car) {
    const auto last = static_cast<std::size_t>(car.gears - 1);
    const double r1 = car.rpm_per_kph[0];
    const double rn = car.rpm_per_kph[last];
    double j = 0.0;
    if (last > 0) {
        const double q = (car.gain[last] / rn) / (car.gain[0] / r1);  // M1 / Mn
        j = clamp((q - 1.0) / maximum(1e-9, r1 * r1 - q * rn * rn), 0.0, 1.0 / (r1 * r1));
    }
    for (std::size_t g = 0; g <= last; ++g) {
        car.drag_share[g] = 1.0 / (1.0 + j * car.rpm_per_kph[g] * car.rpm_per_kph[g]);
    }
}

void fit_clutch(const LearningRecord& record, LearnedCar& car) {
    car.touch_pedal = record.touch.count > 0.0 ? record.touch.place() : 0.6;
    std::vector<Place> points{{0.0, car.coast(0.0)}};  // over touch − pedal
    for (std::size_t i = record.clutch.size(); i-- > 0;) {
        const RateBin& bin = record.clutch[i];
        const double depth = car.touch_pedal - (bin.count > 0.0 ? bin.place() : 1e9);
        if (depth <= 0.005) continue;
        points.push_back({depth, maximum(points.back().y, bin.rate() + car.coast(0.0))});
    }
    const Place last = points.back();
    const double mean_slope = last.x > 0.0 ? (last.y - points.front().y) / last.x : 30.0;
    for (std::size_t i = 0; i < car.clutch_mps2.size(); ++i) {
        const double depth = LearnedCar::pedal_step * static_cast<double>(i);
        car.clutch_mps2[i] = depth <= last.x ? read_off(points, depth, 1.0)
                                             : last.y + 1.5 * mean_slope * (depth - last.x);
    }
}

void fit_brake(const LearningRecord& record, LearnedCar& car) {
    std::vector<Place> points{{0.0, 0.0}};
    for (std::size_t i = 0; i < record.brake.size(); ++i) {
        const RateBin& bin = record.brake[i];
        if (bin.count <= 0.0) continue;
        const double coast = car.coast(record.brake_kph[i] / bin.count * mps_per_kph);
        points.push_back({bin.place(), maximum(points.back().y, bin.rate() - coast)});
    }
    // Slopes beyond the last point: the mean of the second half.
    const Place last = points.back();
    const Place& middle = points[points.size() / 2];
    const double slope = last.x > middle.x ? (last.y - middle.y) / (last.x - middle.x) : 10.0;
    for (std::size_t i = 0; i < car.brake_mps2.size(); ++i) {
        const double pedal = LearnedCar::pedal_step * static_cast<double>(i);
        car.brake_mps2[i] = pedal <= last.x ? read_off(points, pedal, 1.0)
                                            : last.y + maximum(1.0, slope) * (pedal - last.x);
    }
}

}  // namespace

LearnedCar fit(const LearningRecord& record, std::int64_t gears, std::int64_t base_gear,
               std::size_t gain_accelerator) {
    LearnedCar car;
    car.gears = gears;
    car.base_gear = base_gear;
    car.idle_rpm = record.idle.count > 0.0 ? record.idle.place() : 0.0;
    car.drag_share.fill(0.95);
    fit_ratios(record, car);
    fit_coast(record, car);
    for (int round = 0; round < 3; ++round) {  // gains and drag shares need each other
        fit_pull(record, car);
        fit_gains(record, car, gain_accelerator);
        fit_drag_shares(car);
    }
    fit_clutch(record, car);
    fit_brake(record, car);
    return car;
}

}  // namespace ghostcar::model
