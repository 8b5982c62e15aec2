#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when an archive that feeds State calls libm: its results differ between C libraries.

Only the exactly rounded functions are allowed; they have one right answer everywhere.

usage: no_libm.py ARCHIVE...    exit code 1 and one line per call
"""
import re
import subprocess
import sys

EXACT = {"ceil", "fabs", "floor", "sqrt", "trunc"}

# The functions of <math.h>, without the suffix f or l of their float and long double forms.
LIBM = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax",
    "fmin", "fmod", "frexp", "hypot", "ilogb", "j0", "j1", "jn", "ldexp", "lgamma", "llrint",
    "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "modf", "nan",
    "nearbyint", "nextafter", "nexttoward", "pow", "pow10", "remainder", "remquo", "rint", "round",
    "roundeven", "scalb", "scalbln", "scalbn", "significand", "sin", "sincos", "sinh", "sqrt",
    "tan", "tanh", "tgamma", "trunc", "y0", "y1", "yn",
}
FORBIDDEN = {name + suffix for name in LIBM for suffix in ("", "f", "l")} - EXACT
WRAPPED = re.compile(r"^__(\w+?)(?:_finite)?$")  # __exp_finite, __sin


def libm_calls(archive):
    """Yields (object, symbol) for each undefined symbol of the archive that is libm's."""
    listing = subprocess.run(["nm", "--undefined-only", "--format=posix", archive],
                             check=True, capture_output=True, text=True).stdout
    member = archive
    for line in listing.splitlines():
        if line.endswith(":"):
            member = line[:-1]
            continue
        symbol = line.split()[0].split("@")[0] if line.split() else ""
        wrapped = WRAPPED.match(symbol)
        if symbol in FORBIDDEN or (wrapped and wrapped.group(1) in FORBIDDEN):
            yield member, symbol


def main():
    if len(sys.argv) < 2:
        print(__doc__.splitlines()[-1], file=sys.stderr)
        return 2
    found = [f"{member}: calls {symbol} of libm; model/math has the function with the same bits everywhere"
             for archive in sys.argv[1:] for member, symbol in libm_calls(archive)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
