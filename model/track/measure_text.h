// SPDX-License-Identifier: Apache-2.0
// Measures in complaints about a track file.
#pragma once

#include <iomanip>
#include <sstream>
#include <string>

namespace ghostcar::model {

/// "12.345 m": to the millimetre; small lengths to three digits.
inline std::string metres(double value_m) {
    std::ostringstream out;
    if (value_m > -0.01 && value_m < 0.01)
        out << std::setprecision(3) << value_m;
    else
        out << std::fixed << std::setprecision(3) << value_m;
    return out.str() + " m";
}

/// "0.12345678 m", without useless zeros: for those who compute with it.
inline std::string exact_metres(double value_m) {
    std::ostringstream out;
    out << std::fixed << std::setprecision(8) << value_m;
    const std::string text = out.str();
    const std::size_t last = text.find_last_not_of('0');
    return text.substr(0, text[last] == '.' ? last : last + 1) + " m";
}

/// Four digits, no unit.
inline std::string plain(double value) {
    std::ostringstream out;
    out << std::setprecision(4) << value;
    return out.str();
}

}  // namespace ghostcar::model
