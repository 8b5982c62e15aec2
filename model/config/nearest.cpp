// SPDX-License-Identifier: Apache-2.0
#include "model/config/nearest.h"

#include <algorithm>
#include <limits>

namespace ghostcar::model {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

std::string nearest(std::string_view written, const std::vector<std::string>& known) {
    std::string best;
    std::size_t best_distance = std::numeric_limits<std::size_t>::max();
    for (const std::string& word : known) {
        const std::size_t distance = edit_distance(written, word);
        if (distance >= best_distance) continue;
        best = word;
        best_distance = distance;
    }
    return best;
}

}  // namespace ghostcar::model
