# SPDX-License-Identifier: Apache-2.0
"""Writes copies of the judge's sources in which every comparison and every constant can be a mutant.

Sources are laid out by clang-format: an operator that compares stands between blanks, a bracket of a
template does not. So a few regular expressions find them.
"""
import re

COMPARISONS = {"<": "Less", "<=": "LessEqual", ">": "Greater", ">=": "GreaterEqual", "==": "Equal",
               "!=": "NotEqual"}
TOKEN = re.compile(
    r"(?P<skip>//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'|#[^\n]*)"
    r"|(?P<comparison>(?<=\s)(?:<=|>=|==|!=|<|>)(?=\s))"
    r"|(?P<number>(?<![\w.'])(?:\d[\d']*\.\d+(?:e-?\d+)?|\d+)(?![\w.']))")
# Numbers that the language needs at compile time, and what is no rule: layout, text, the ranges of
# session files, and the zeros that a State or a task begins with.
FIXED = re.compile(r"std::array<|static_assert|enum |setprecision|reader\.(?:number|integer)"
                   r"|^\s*(?:double|std::int64_t) \w+ = 0(?:\.0)?;")


def without_constexpr(text):
    """What asks at run time which mutant lives is no constant expression."""
    text = re.sub(r"(?m)^constexpr ", "inline ", text)
    text = re.sub(r"(?m)^(\s+)constexpr (?=[\w:<>]+ \w+ ?[={])", r"\1const ", text)
    return re.sub(r"\bconstexpr ", "", text)


class Mutants:
    """Numbers the mutants; each is (file, line number, what was changed, the same without a count)."""

    def __init__(self):
        self.all = {}
        self._next = 1

    def _add(self, name, line, source, words):
        """A word that was used for this line before gets a number."""
        for word in words:
            text = f"{word} in: {source}"
            count = 1 + sum(1 for other in self.all.values() if other[:2] == (name, line) and other[3] == text)
            shown = text if count == 1 else f"{word} ({count}) in: {source}"
            self.all[self._next] = (name, line, shown, text)
            self._next += 1

    def mutated(self, name, text):
        """The source with its mutants in it."""
        lines = text.split("\n")

        def replaced(match):
            if match.group("skip"):
                return match.group()
            line = text.count("\n", 0, match.start()) + 1
            if FIXED.search(lines[line - 1]):
                return match.group()
            first = self._next
            found = match.group()
            source = re.sub(r"\s*//.*", "", lines[line - 1]).strip()
            if match.group("number"):
                value = found.replace("'", "")
                self._add(name, line, source, [f"{found} a little more", f"{found} a little less"])
                return f"mutant::constant({first}, {value})"
            if found in ("==", "!="):
                self._add(name, line, source, [f"{found} turned round"])
                return f"== mutant::{COMPARISONS[found]}{{{first}}} =="
            self._add(name, line, source, [f"border of {found}", f"{found} turned round"])
            return f"< mutant::{COMPARISONS[found]}{{{first}}} >"

        changed = without_constexpr(TOKEN.sub(replaced, text))
        at = changed.index("#include")
        return changed[:at] + '#include "tests/mutation/mutant.h"\n' + changed[at:]
