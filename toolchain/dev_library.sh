# SPDX-License-Identifier: Apache-2.0
# What the commands of ./dev share. Sourced, never run; GHOSTCAR_TOP is the top of the tree.

logs=$GHOSTCAR_TOP/build/logs
mkdir -p "$logs"

# ccache tells two trees apart by their paths unless told where they begin.
export CCACHE_BASEDIR=$GHOSTCAR_TOP

# fail CODE MESSAGE: one line, what and what to do.
fail() {
    echo "dev: $2" >&2
    exit "$1"
}

install_groups() { "$GHOSTCAR_TOP/toolchain/install" "$@" || exit $?; }

preset_names() {
    sed -n '/"buildPresets"/,$ s/.*"name": "\([^"]*\)".*/\1/p' "$GHOSTCAR_TOP/CMakePresets.json"
}

# Files of the project as git sees them: committed ones and new ones, nothing ignored. The tree may
# belong to somebody else (a build machine often runs as root).
project_files() {
    git -c safe.directory="$GHOSTCAR_TOP" -C "$GHOSTCAR_TOP" \
        ls-files -z --cached --others --exclude-standard --deduplicate -- "$@"
}
cxx_files() { project_files '*.cpp' '*.h' '*.c'; }

# configure_preset PRESET: CMake runs again by itself when a CMakeLists.txt changes, but not when
# the presets do.
configure_preset() {
    local build=$GHOSTCAR_TOP/build/$1
    [ "$build/build.ninja" -nt "$GHOSTCAR_TOP/CMakePresets.json" ] && return 0
    (cd "$GHOSTCAR_TOP" && cmake --preset "$1") >"$logs/configure-$1.log" 2>&1 || {
        sed -n '/CMake Error/,$p' "$logs/configure-$1.log" >&2
        echo "dev: CMake could not configure $1; its message is above" >&2
        return 1
    }
    touch "$build/build.ninja"
}

# build_preset PRESET TARGET...: progress on a terminal, silence elsewhere, the errors if it fails.
build_preset() {
    local preset=$1 build=$GHOSTCAR_TOP/build/$1 log=$logs/ninja-$1.log
    shift
    configure_preset "$preset" || return 1
    if [ -t 1 ]; then
        (cd "$build" && { ninja -n "$@" | grep -q 'no work to do' || ninja -j "$(nproc)" "$@"; }) && return 0
    else
        ninja -C "$build" -j "$(nproc)" "$@" >"$log" 2>&1 && return 0
        grep -A12 -E 'FAILED|error:' "$log" | head -n 60 >&2 || tail -n 20 "$log" >&2
    fi
    echo "dev: the build of $preset failed; the compiler's message is above" >&2
    return 1
}

# run_stages NAME COMMAND NAME COMMAND...: one line each, the whole output in build/logs, its end
# shown when the stage fails. A stage counts as one, or as many as its last line "N passed, N failed"
# says. Adds to the variables passed and failed.
passed=0
failed=0
run_stages() {
    local total=$(($# / 2)) number=0 name prefix log start status counts
    while [ $# -gt 0 ]; do
        name=$1
        number=$((number + 1))
        printf -v prefix '[%*d/%d] %-24s' ${#total} "$number" "$total" "$name"
        log=$logs/${name// /-}.log
        start=$SECONDS
        [ ! -t 1 ] || printf '%s ...\r' "$prefix"
        status=0
        (eval "$2") >"$log" 2>&1 </dev/null || status=$?
        counts=$(tail -n 1 "$log" | grep -oE '[0-9]+ passed, [0-9]+ failed$') || counts=
        if [ -z "$counts" ]; then
            counts="1 passed, 0 failed"
            [ $status -eq 0 ] || counts="0 passed, 1 failed"
        elif [ $status -ne 0 ] && [[ $counts == *" 0 failed" ]]; then
            counts=${counts/ 0 failed/ 1 failed}
        fi
        printf '%s %s  (%d s)\n' "$prefix" "$counts" $((SECONDS - start))
        passed=$((passed + ${counts%% *}))
        counts=${counts##*, }
        failed=$((failed + ${counts%% *}))
        if [ "${counts%% *}" -gt 0 ]; then
            tail -n 60 "$log" | sed 's/^/    /'
            echo "    all of it: ${log#"$GHOSTCAR_TOP"/}"
        fi
        shift 2
    done
}

# The last line and the exit code of every command that runs stages.
finish_stages() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
