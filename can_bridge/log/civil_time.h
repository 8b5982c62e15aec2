// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ghostcar::can_bridge {

/// A date and time of day in UTC, as logs write their beginning.
struct CivilTime {
    int year = 1970;
    int month = 1;    // 1 to 12
    int day = 1;      // 1 to 31
    int weekday = 4;  // 0 is Sunday
    int hour = 0;
    int minute = 0;
    int second = 0;
    int millisecond = 0;
};

/// From nanoseconds since 1970, not negative. The C library's functions are local to a time zone
/// or not safe between threads; the calendar itself is short (Gregorian, 400 years = 146097 days).
[[nodiscard]] constexpr CivilTime civil_time(std::int64_t time_ns) noexcept {
    const std::int64_t milliseconds = (time_ns < 0 ? 0 : time_ns) / 1'000'000;
    const std::int64_t days = milliseconds / 86'400'000;
    const std::int64_t rest = milliseconds % 86'400'000;
    // Years begin in March here, so that the leap day is the last of its year.
    const std::int64_t since_march = days + 719'468;  // 1970-01-01 counted from 0000-03-01
    const std::int64_t era = since_march / 146'097;
    const std::int64_t day_of_era = since_march % 146'097;
    const std::int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const std::int64_t day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
    CivilTime civil;
    civil.day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
    civil.month =
        static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
    civil.year = static_cast<int>(era * 400 + year_of_era + (civil.month <= 2 ? 1 : 0));
    civil.weekday = static_cast<int>((days + 4) % 7);
    civil.hour = static_cast<int>(rest / 3'600'000);
    civil.minute = static_cast<int>(rest / 60'000 % 60);
    civil.second = static_cast<int>(rest / 1000 % 60);
    civil.millisecond = static_cast<int>(rest % 1000);
    return civil;
}

}  // namespace ghostcar::can_bridge
