// SPDX-License-Identifier: Apache-2.0
// A machine that is no machine, and what the check has to say of it.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "rt_core/machine_check/machine_check.h"
#include "tests/unit/rt_core/fake_machine.h"
#include "tests/unit/unity_cpp.h"

namespace ghostcar::tests {

using namespace rt_core;

inline std::optional<FakeMachine> machine;

inline CheckLine line_named(const std::string& name) {
    const std::vector<CheckLine> lines = check_machine(machine->view);
    const auto line = std::find_if(lines.begin(), lines.end(),
                                   [&](const CheckLine& entry) { return entry.name == name; });
    if (line == lines.end()) {
        throw std::runtime_error("no line named " + name);
    }
    return *line;
}

inline bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The line has this verdict, and its finding and its remedy hold these words.
inline void expect(const std::string& name, CheckVerdict verdict, const std::string& found,
                   const std::string& remedy) {
    const CheckLine line = line_named(name);
    const std::string shown = to_text({line});
    TEST_ASSERT_EQUAL_STRING_MESSAGE(std::string(verdict_name(verdict)).c_str(),
                                     std::string(verdict_name(line.verdict)).c_str(),
                                     shown.c_str());
    TEST_ASSERT_TRUE_MESSAGE(holds(line.found, found), shown.c_str());
    TEST_ASSERT_TRUE_MESSAGE(holds(line.remedy, remedy), shown.c_str());
    TEST_ASSERT_TRUE_MESSAGE((verdict == CheckVerdict::ok) == line.remedy.empty(), shown.c_str());
}

inline void expect_ok(const std::string& name, const std::string& found) {
    expect(name, CheckVerdict::ok, found, "");
}

inline void expect_warn(const std::string& name, const std::string& found,
                        const std::string& remedy) {
    expect(name, CheckVerdict::warn, found, remedy);
}

inline void expect_fail(const std::string& name, const std::string& found,
                        const std::string& remedy) {
    expect(name, CheckVerdict::fail, found, remedy);
}

}  // namespace ghostcar::tests
