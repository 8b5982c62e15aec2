# SPDX-License-Identifier: Apache-2.0
# Filling a staging folder and turning it into a cpio archive whose bytes depend on its content alone.
# Sourced, after common.sh.

triplet=aarch64-linux-gnu
userland_dir=$target_dir/userland

# Debian's packages first; then the multiarch folders the cross build links against.
library_dirs=("$userland_dir/usr/lib/$triplet" "$userland_dir/lib/$triplet" "/usr/lib/$triplet" "/lib/$triplet")

find_library() {
    local dir
    for dir in "${library_dirs[@]}"; do
        if [ -e "$dir/$1" ]; then
            echo "$dir/$1"
            return
        fi
    done
    fail "library $1 of $2 is in no arm64 folder: install the package that holds it for arm64"
}

# Every shared library a program names (NEEDED, see ld.so(8)), and those that these name in turn.
copy_libraries() {
    local program=$1 stage=$2 name file
    for name in $(readelf --dynamic --wide "$program" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        [ -e "$stage/usr/lib/$triplet/$name" ] && continue
        file=$(find_library "$name" "$program")
        install -D -m 755 "$file" "$stage/usr/lib/$triplet/$name"
        copy_libraries "$file" "$stage"
    done
}

copy_program() {
    local program=$1 stage=$2 name=$3
    install -D -m 755 "$program" "$stage/usr/bin/$name"
    copy_libraries "$program" "$stage"
}

# The guest's timing is repeatable to the nanosecond only if its initramfs is: owner, mode, time, order
# and inode numbers are all fixed here.
write_archive() {
    local stage=$1 archive=$2
    chmod -R u=rwX,go=rX "$stage"
    find "$stage" -exec touch --no-dereference --date=@1767225600 {} +
    (cd "$stage" && find . -mindepth 1 -print0 | LC_ALL=C sort -z |
        cpio --create --null --format=newc --owner=0:0 --reproducible --quiet) >"$archive.part"
    mv "$archive.part" "$archive"
}
