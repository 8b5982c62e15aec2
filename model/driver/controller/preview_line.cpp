// SPDX-License-Identifier: Apache-2.0
#include "model/driver/controller/preview_line.h"

#include <cmath>
#include <cstring>

#include "model/track/ground_area.h"
#include "model/track/track.h"

namespace ghostcar::model {
namespace {

/// A circuit goes round; an open road goes straight on.
GroundPoint point_at(const Track& track, double along_m) {
    const RoadPoint road = track.at(along_m);
    const double beyond_m = track.closed() ? 0.0 : maximum(along_m - track.length_m(), 0.0);
    return {road.x_m + beyond_m * road.cosine_heading, road.y_m + beyond_m * road.sine_heading};
}

/// Four floats in one register; each of them is computed as it would be alone, so the bits are
/// the same with every compiler and processor.
using Four = float __attribute__((vector_size(16)));

Four four(const float* values) noexcept {
    Four result;
    std::memcpy(&result, values, sizeof result);
    return result;
}

}  // namespace

PreviewLine::PreviewLine(const Track& track) {
    const double length_m = std::ceil(track.length_m());
    last_start_ = static_cast<double>(quarters) * length_m;
    for (double begin_m = 0.0; begin_m <= length_m; begin_m += static_cast<double>(starts)) {
        const GroundPoint origin = point_at(track, begin_m);
        Block& block = blocks_.emplace_back(Block{origin.x_m, origin.y_m, {}, {}});
        for (std::size_t quarter = 0; quarter < quarters; ++quarter)
            for (std::size_t n = 0; n < starts + points; ++n) {
                const GroundPoint point =
                    point_at(track, begin_m + static_cast<double>(n) +
                                        static_cast<double>(quarter) / double{quarters});
                block.x[quarter][n] = static_cast<float>(point.x_m - origin.x_m);
                block.y[quarter][n] = static_cast<float>(point.y_m - origin.y_m);
            }
    }
}

void PreviewLine::look(double along_m, double x_m, double y_m, const SineCosine& heading,
                       Preview& preview) const noexcept {
    const double position = clamp(static_cast<double>(quarters) * along_m, 0.0, last_start_);
    const auto start = static_cast<std::size_t>(position);
    const Block& block = blocks_[start / (quarters * starts)];
    const std::size_t from = start % (quarters * starts);
    const std::size_t to = from + 1;
    const float* const from_x = &block.x[from % quarters][from / quarters];
    const float* const from_y = &block.y[from % quarters][from / quarters];
    const float* const to_x = &block.x[to % quarters][to / quarters];
    const float* const to_y = &block.y[to % quarters][to / quarters];

    const auto share = static_cast<float>(position - static_cast<double>(start));
    const auto base_x = static_cast<float>(block.x_m - x_m);
    const auto base_y = static_cast<float>(block.y_m - y_m);
    const auto cosine = static_cast<float>(heading.cosine);
    const auto sine = static_cast<float>(heading.sine);
    for (std::size_t k = 0; k < points; k += 4) {
        const Four x = four(from_x + k);
        const Four y = four(from_y + k);
        const Four dx = (x + base_x) + (four(to_x + k) - x) * share;
        const Four dy = (y + base_y) + (four(to_y + k) - y) * share;
        const Four forward = dx * cosine + dy * sine;
        const Four left = dy * cosine - dx * sine;
        const Four first = __builtin_shufflevector(forward, left, 0, 4, 1, 5);
        const Four second = __builtin_shufflevector(forward, left, 2, 6, 3, 7);
        std::memcpy(preview[k], &first, sizeof first);
        std::memcpy(preview[k + 2], &second, sizeof second);
    }
}

}  // namespace ghostcar::model
