// SPDX-License-Identifier: Apache-2.0
#include "can_bridge/fault/condition.h"

#include <charconv>
#include <utility>

#include "can_bridge/state_value.h"
#include "model/math/numeric.h"

namespace ghostcar::can_bridge::fault {
namespace {

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

bool is_letter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           character == '_';
}

double truth(bool holds) noexcept {
    return holds ? 1.0 : 0.0;
}

/// NaN is not true.
bool is_true(double value) noexcept {
    return value < 0.0 || value > 0.0;
}

}  // namespace

/// Goes down the grammar; each rule appends its steps in the order in which they are carried out.
class ConditionParser {
public:
    explicit ConditionParser(std::string_view text) : text_(text) {}

    Condition parse() {
        disjunction();
        if (skip_blanks() < text_.size()) fail("expected an operator or the end");
        return condition_;
    }

private:
    using Operation = Condition::Operation;
    // Deeper nesting than any person writes; it bounds the recursion on hostile texts.
    static constexpr int deepest = 32;

    [[noreturn]] void fail(const std::string& what) const {
        std::string found = "the end";
        if (at_ < text_.size()) found = "'" + std::string(1, text_[at_]) + "'";
        throw ConditionError(at_ + 1, "found " + found + "; " + what);
    }

    std::size_t skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
        return at_;
    }

    [[nodiscard]] std::string_view word_here() const {
        std::size_t end = at_;
        while (end < text_.size() && (is_letter(text_[end]) || (end > at_ && is_digit(text_[end]))))
            ++end;
        return text_.substr(at_, end - at_);
    }

    bool take(std::string_view mark) {
        skip_blanks();
        if (text_.substr(at_, mark.size()) != mark) return false;
        at_ += mark.size();
        return true;
    }

    bool take_word(std::string_view word) {
        skip_blanks();
        if (word_here() != word) return false;
        at_ += word.size();
        return true;
    }

    void append(Operation operation, double number = 0.0,
                double (*read)(const rt_core::State&) noexcept = nullptr) {
        const bool is_value = operation == Operation::number || operation == Operation::name;
        const bool is_unary = operation == Operation::negate || operation == Operation::magnitude ||
                              operation == Operation::logical_not;
        if (condition_.count_ == Condition::most_steps) fail("the condition is too long");
        if (is_value && ++waiting_ > Condition::most_values)
            fail("too many values wait for their operators; write it in fewer parentheses");
        if (!is_value && !is_unary) --waiting_;
        condition_.steps_[condition_.count_++] = {operation, number, read};
    }

    void disjunction() {
        conjunction();
        while (take("||") || take_word("or")) {
            conjunction();
            append(Operation::logical_or);
        }
    }

    void conjunction() {
        negation();
        while (take("&&") || take_word("and")) {
            negation();
            append(Operation::logical_and);
        }
    }

    void negation() {
        skip_blanks();
        const bool is_different = text_.substr(at_, 2) == "!=";
        if (!is_different && (take("!") || take_word("not"))) {
            enter();
            negation();
            --depth_;
            append(Operation::logical_not);
        } else {
            comparison();
        }
    }

    void comparison() {
        sum();
        // The longer mark first: "<=" begins like "<".
        constexpr std::array<std::pair<std::string_view, Operation>, 6> comparisons = {{
            {"<=", Operation::less_or_equal},
            {">=", Operation::greater_or_equal},
            {"==", Operation::equal},
            {"!=", Operation::not_equal},
            {"<", Operation::less},
            {">", Operation::greater},
        }};
        for (const auto& [mark, operation] : comparisons) {
            if (!take(mark)) continue;
            sum();
            append(operation);
            return;
        }
        if (skip_blanks() < text_.size() && text_[at_] == '=') fail("expected == for equality");
    }

    void sum() {
        product();
        while (true) {
            if (take("+")) {
                product();
                append(Operation::add);
            } else if (take("-")) {
                product();
                append(Operation::subtract);
            } else {
                return;
            }
        }
    }

    void product() {
        factor();
        while (true) {
            if (take("*")) {
                factor();
                append(Operation::multiply);
            } else if (take("/")) {
                factor();
                append(Operation::divide);
            } else {
                return;
            }
        }
    }

    void factor() {
        if (skip_blanks() == text_.size()) fail("expected a number or a name");
        if (take("-")) {
            enter();
            factor();
            --depth_;
            append(Operation::negate);
        } else if (take("(")) {
            parenthesis();
        } else if (is_digit(text_[at_]) || text_[at_] == '.') {
            number();
        } else if (is_letter(text_[at_])) {
            name();
        } else {
            fail("expected a number or a name");
        }
    }

    void parenthesis() {
        enter();
        disjunction();
        --depth_;
        if (!take(")")) fail("expected ')'");
    }

    void enter() {
        if (++depth_ > deepest) fail("the condition is nested too deeply");
    }

    void number() {
        double value = 0.0;
        const auto [end, error] =
            std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (error != std::errc()) fail("expected a number");
        at_ = static_cast<std::size_t>(end - text_.data());
        append(Operation::number, value);
    }

    void name() {
        const std::string_view word = word_here();
        if (word == "abs") {
            at_ += word.size();
            if (!take("(")) fail("expected '(' behind abs");
            parenthesis();
            append(Operation::magnitude);
            return;
        }
        const StateValue* value = find_state_value(word);
        if (value == nullptr)
            throw ConditionError(at_ + 1, "there is no value \"" + std::string(word) +
                                              "\"; did you mean " +
                                              std::string(nearest_state_value(word)) + "?");
        at_ += word.size();
        append(Operation::name, 0.0, value->read);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t waiting_ = 0;
    int depth_ = 0;
    Condition condition_;
};

Condition Condition::parse(std::string_view text) {
    return ConditionParser(text).parse();
}

double Condition::combine(Operation operation, double left, double right) noexcept {
    switch (operation) {
        case Operation::add:
            return left + right;
        case Operation::subtract:
            return left - right;
        case Operation::multiply:
            return left * right;
        case Operation::divide:
            return left / right;
        case Operation::less:
            return truth(left < right);
        case Operation::less_or_equal:
            return truth(left <= right);
        case Operation::greater:
            return truth(left > right);
        case Operation::greater_or_equal:
            return truth(left >= right);
        case Operation::equal:
            return truth(left == right);
        case Operation::not_equal:
            return truth(left < right || left > right);
        case Operation::logical_and:
            return truth(is_true(left) && is_true(right));
        default:
            return truth(is_true(left) || is_true(right));
    }
}

bool Condition::holds(const rt_core::State& state) const noexcept {
    return is_true(value(state));
}

double Condition::value(const rt_core::State& state) const noexcept {
    std::array<double, most_values> stack{};  // as deep as the parser allowed
    std::size_t top = 0;
    for (std::size_t index = 0; index < count_; ++index) {
        const Step& step = steps_[index];
        switch (step.operation) {
            case Operation::number:
                stack[top++] = step.number;
                break;
            case Operation::name:
                stack[top++] = step.read(state);
                break;
            case Operation::negate:
                stack[top - 1] = -stack[top - 1];
                break;
            case Operation::magnitude:
                stack[top - 1] = model::magnitude(stack[top - 1]);
                break;
            case Operation::logical_not:
                stack[top - 1] = truth(!is_true(stack[top - 1]));
                break;
            default:
                --top;
                stack[top - 1] = combine(step.operation, stack[top - 1], stack[top]);
        }
    }
    return stack[0];
}

}  // namespace ghostcar::can_bridge::fault
