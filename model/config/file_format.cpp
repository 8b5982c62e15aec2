// SPDX-License-Identifier: Apache-2.0
#include "model/config/file_format.h"

#include <limits>
#include <string>

namespace ghostcar::model {

void require_known_format(TableReader& reader) {
    const std::int64_t found =
        reader.integer_or("format", 1, 1, std::numeric_limits<std::int64_t>::max());
    if (found > file_format)
        reader.fail("format",
                    "found " + std::to_string(found) + ", but this ghostcar reads format " +
                        std::to_string(file_format),
                    "install a newer ghostcar, or write the file for format " +
                        std::to_string(file_format));
}

}  // namespace ghostcar::model
