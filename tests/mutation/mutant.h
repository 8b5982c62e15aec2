// SPDX-License-Identifier: Apache-2.0
// Mutants that are chosen at run time: mutate.py writes `a <mutant::less<7>> b` where the source
// has `a < b`, so that one build holds every mutant and GHOSTCAR_MUTANT=7 brings one of them to
// life. `a <op> b` is two operators of the same precedence as the one they stand for.
#pragma once

#include <cstdlib>

namespace mutant {

inline int chosen() {
    static const int number = [] {
        const char* const text = std::getenv("GHOSTCAR_MUTANT");
        return text == nullptr ? 0 : std::atoi(text);
    }();
    return number;
}

/// A constant, or one beside it.
inline double constant(int number, double value) {
    if (chosen() == number) return value == 0.0 ? 1e-9 : value * (1.0 + 1e-9);
    if (chosen() == number + 1) return value == 0.0 ? -1e-9 : value * (1.0 - 1e-9);
    return value;
}
inline int constant(int number, int value) {
    return value + (chosen() == number ? 1 : 0) - (chosen() == number + 1 ? 1 : 0);
}

// Mutant n moves the border, mutant n + 1 turns the answer round.
struct Less {
    int number;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
        if (chosen() == number) return a <= b;
        return (a < b) != (chosen() == number + 1);
    }
};
struct LessEqual {
    int number;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
        if (chosen() == number) return a < b;
        return (a <= b) != (chosen() == number + 1);
    }
};
struct Greater {
    int number;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
        if (chosen() == number) return a >= b;
        return (a > b) != (chosen() == number + 1);
    }
};
struct GreaterEqual {
    int number;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
        if (chosen() == number) return a > b;
        return (a >= b) != (chosen() == number + 1);
    }
};
// An equality has no border: one mutant.
struct Equal {
    int number;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
        return (a == b) != (chosen() == number);
    }
};
struct NotEqual {
    int number;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
        return (a != b) != (chosen() == number);
    }
};

template <typename A, typename Operator>
struct Half {
    const A& left;
    Operator compare;
};

#define GHOSTCAR_MUTANT_OPERATOR(Type, first, second)                 \
    template <typename A>                                             \
    Half<A, Type> operator first(const A& left, Type compare) {       \
        return {left, compare};                                       \
    }                                                                 \
    template <typename A, typename B>                                 \
    bool operator second(const Half<A, Type>& half, const B& right) { \
        return half.compare(half.left, right);                        \
    }
GHOSTCAR_MUTANT_OPERATOR(Less, <, >)
GHOSTCAR_MUTANT_OPERATOR(LessEqual, <, >)
GHOSTCAR_MUTANT_OPERATOR(Greater, <, >)
GHOSTCAR_MUTANT_OPERATOR(GreaterEqual, <, >)
GHOSTCAR_MUTANT_OPERATOR(Equal, ==, ==)
GHOSTCAR_MUTANT_OPERATOR(NotEqual, ==, ==)
#undef GHOSTCAR_MUTANT_OPERATOR

}  // namespace mutant
