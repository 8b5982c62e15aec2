// SPDX-License-Identifier: Apache-2.0
#include "model/track/ground_area.h"

#include <cmath>

#include "model/math/numeric.h"

namespace ghostcar::model {
namespace {

struct Extent {
    double low;
    double high;
};

Extent extent_along(const GroundArea& area, double x, double y) noexcept {
    Extent result{area[0].x_m * x + area[0].y_m * y, area[0].x_m * x + area[0].y_m * y};
    for (const GroundPoint& corner : area) {
        const double place = corner.x_m * x + corner.y_m * y;
        result.low = minimum(result.low, place);
        result.high = maximum(result.high, place);
    }
    return result;
}

bool a_side_separates(const GroundArea& sides, const GroundArea& other, double margin_m) noexcept {
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const GroundPoint& from = sides[i];
        const GroundPoint& to = sides[(i + 1) % sides.size()];
        const double x = to.y_m - from.y_m;
        const double y = from.x_m - to.x_m;
        const double length_m = std::sqrt(x * x + y * y);
        const Extent own = extent_along(sides, x, y);
        const Extent others = extent_along(other, x, y);
        if (minimum(own.high, others.high) - maximum(own.low, others.low) <= margin_m * length_m)
            return true;
    }
    return false;
}

}  // namespace

bool overlap(const GroundArea& first, const GroundArea& second, double margin_m) noexcept {
    return !a_side_separates(first, second, margin_m) && !a_side_separates(second, first, margin_m);
}

}  // namespace ghostcar::model
