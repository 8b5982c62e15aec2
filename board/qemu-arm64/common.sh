# SPDX-License-Identifier: Apache-2.0
# What every step of the image recipe shares: where things are, and how a step fails.
# Sourced, never run.

board_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project_dir=$(cd "$board_dir/../.." && pwd)

# Everything made here is a product of packages and of the tree, so it lives under build/ and may be
# deleted at any time.
target_dir=${GHOSTCAR_TARGET_DIR:-$project_dir/build/target}

# One line: what, where, what to do.
fail() {
    echo "board/qemu-arm64: $*" >&2
    exit 3
}

need() {
    local tool=$1 package=$2
    command -v "$tool" >/dev/null || fail "$tool is missing: apt-get install $package"
}

# Asking apt costs seconds; its answer can only have changed when its package lists have.
is_fresh() {
    local stamp=$1
    [ -e "$stamp" ] && [ "$stamp" -nt /var/lib/apt/lists ]
}
