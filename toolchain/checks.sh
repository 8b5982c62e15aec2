# SPDX-License-Identifier: Apache-2.0
# What ./dev check looks at, one function each. Sourced after dev_library.sh.

check_format() {
    cd "$GHOSTCAR_TOP"
    cxx_files | xargs -0 -r clang-format --style=file --dry-run -Werror ||
        { echo "./dev format puts it right"; return 1; }
}

check_lint() { "$GHOSTCAR_TOP/toolchain/lint.py" "$GHOSTCAR_TOP/build/desk-release"; }

check_include_direction() { "$GHOSTCAR_TOP/tests/check/include_direction.py"; }

# Everything that feeds State; the TOML library reads files before the first tick.
check_no_libm() {
    local archives
    mapfile -t archives < <(cd "$GHOSTCAR_TOP/build/desk-release" &&
        find model rt_core drivers can_bridge -name '*.a' ! -name libghostcar_toml.a \
            -printf "$PWD/%p\n" 2>/dev/null)
    [ ${#archives[@]} -gt 0 ] || { echo "no archive found in build/desk-release"; return 1; }
    "$GHOSTCAR_TOP/tests/check/no_libm.py" "${archives[@]}"
}

check_machine_names() { project_files | "$GHOSTCAR_TOP/tests/check/machine_names.py"; }

check_stages=(
    "format" check_format
    "include direction" check_include_direction
    "no machine names" check_machine_names
    "no libm" check_no_libm
    "lint" check_lint
)
