// SPDX-License-Identifier: Apache-2.0
// A condition such as `speed > 50 && gear == 3`, read once into steps without names:
//
//   condition  = and { "||" and }          words `or`, `and`, `not` may stand for || && !
//   and        = not { "&&" not }
//   not        = [ "!" ] comparison
//   comparison = sum [ ( < | <= | > | >= | == | != ) sum ]
//   sum        = product { ( + | - ) product }
//   product    = factor { ( * | / ) factor }
//   factor     = number | name | "-" factor | "abs" "(" condition ")" | "(" condition ")"
//
// True is 1, and what is not 0 is true; a comparison with NaN (0/0) is false.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "rt_core/state.h"

namespace ghostcar::can_bridge::fault {

/// What is wrong, and at which character (from 1).
class ConditionError : public std::runtime_error {
public:
    ConditionError(std::size_t column, const std::string& what)
        : std::runtime_error(what), column_(column) {}
    [[nodiscard]] std::size_t column() const noexcept { return column_; }

private:
    std::size_t column_;
};

class Condition {
public:
    static constexpr std::size_t most_steps = 48;
    static constexpr std::size_t most_values = 12;  // that wait for their operator at one time

    /// Throws ConditionError.
    static Condition parse(std::string_view text);

    [[nodiscard]] double value(const rt_core::State& state) const noexcept;
    [[nodiscard]] bool holds(const rt_core::State& state) const noexcept;

private:
    friend class ConditionParser;

    enum class Operation : std::uint8_t {
        number,
        name,
        negate,
        magnitude,
        logical_not,
        add,
        subtract,
        multiply,
        divide,
        less,
        less_or_equal,
        greater,
        greater_or_equal,
        equal,
        not_equal,
        logical_and,
        logical_or
    };
    struct Step {
        Operation operation = Operation::number;
        double number = 0.0;
        double (*read)(const rt_core::State& state) noexcept = nullptr;
    };

    [[nodiscard]] static double combine(Operation operation, double left, double right) noexcept;

    std::array<Step, most_steps> steps_{};
    std::size_t count_ = 0;
};

}  // namespace ghostcar::can_bridge::fault
