// SPDX-License-Identifier: Apache-2.0
// Is this the kind of XML a drawing is made of? Elements, attributes and escaped text only: no
// comments, no processing instructions, no CDATA.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ghostcar::tests {

class WellFormed {
public:
    explicit WellFormed(std::string_view text) : rest_(text) {}

    /// One element that holds everything, all of it in order.
    bool check() {
        do {
            if (!text() || !take('<')) return false;
            if (!(take('/') ? end_tag() : start_tag())) return false;
        } while (!open_.empty());
        return rest_.find_first_not_of("\n ") == std::string_view::npos;
    }

private:
    bool take(char letter) {
        if (rest_.empty() || rest_.front() != letter) return false;
        rest_.remove_prefix(1);
        return true;
    }

    std::string name() {
        std::size_t length = 0;
        while (length < rest_.size() &&
               (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 ||
                rest_[length] == '-')) {
            ++length;
        }
        std::string result(rest_.substr(0, length));
        rest_.remove_prefix(length);
        return result;
    }

    /// Every & must begin one of the five entities or a character number.
    static bool escaped(std::string_view text) {
        for (std::size_t at = text.find('&'); at != std::string_view::npos;
             at = text.find('&', at + 1)) {
            const std::string_view entity = text.substr(at + 1, text.find(';', at) - at - 1);
            const bool known = entity == "amp" || entity == "lt" || entity == "gt" ||
                               entity == "quot" || entity == "apos" || entity == "#39";
            if (!known) return false;
        }
        return true;
    }

    bool text() {
        const std::size_t end = rest_.find('<');
        if (end == std::string_view::npos) return false;
        const bool good = escaped(rest_.substr(0, end)) && (!open_.empty() || end == 0);
        rest_.remove_prefix(end);
        return good;
    }

    bool end_tag() {
        if (open_.empty() || name() != open_.back()) return false;
        open_.pop_back();
        return take('>');
    }

    bool start_tag() {
        const std::string element = name();
        if (element.empty()) return false;
        std::set<std::string> seen;
        while (take(' ')) {
            const std::string attribute = name();
            if (attribute.empty() || !seen.insert(attribute).second) return false;
            if (!take('=') || !take('"')) return false;
            const std::size_t end = rest_.find('"');
            if (end == std::string_view::npos) return false;
            const std::string_view value = rest_.substr(0, end);
            if (value.find('<') != std::string_view::npos || !escaped(value)) return false;
            rest_.remove_prefix(end + 1);
        }
        if (take('/')) return take('>');
        open_.push_back(element);
        return take('>');
    }

    std::string_view rest_;
    std::vector<std::string> open_;
};

inline bool is_well_formed(std::string_view text) {
    return WellFormed(text).check();
}

}  // namespace ghostcar::tests
