#!/bin/sh
# SPDX-License-Identifier: MIT
# The example project, built with CMake, reports a crash: by find_package() from an installation,
# and by add_subdirectory() of Bobbin's source tree. Its own lines for Bobbin are at most 12. From
# the top.
set -u

. tests/tap.sh
. tests/integration/lib.sh
cd "$WORK" || exit

# NAME OPTION...: configures with OPTIONs and builds
build() {
    name=$1
    shift
    tap_check "$name: it is configured" cmake -S "$name" -B "$name/build" "$@"
    tap_check "$name: it builds, and each instruction is proved" cmake --build "$name/build" -j2
    check_crash "$name" "$name/build/fw.elf"
}

# ELF [SETTING]: the bytes of its table, or of a fresh one
table_bytes() {
    "$TREE/build/bobbin" check "$@" --json | sed -n 's/.*"table_bytes": \([0-9]*\).*/\1/p'
}

tap_check "make install" make -s -C "$TREE" install PREFIX="$WORK/prefix"
new_project package
build package -DCMAKE_PREFIX_PATH="$WORK/prefix" -DBOBBIN_FLAGS=--require=100
lines=$(bobbin_lines package/CMakeLists.txt package/fw.ld package/start.S)
tap_check "it has at most 12 lines for Bobbin ($lines)" test "$lines" -le 12 -a "$lines" -gt 5

new_project subdirectory "$TREE"
sed 's|find_package(bobbin REQUIRED)|add_subdirectory(bobbin/linker bobbin)|
    s|bobbin::core|bobbin::small bobbin::foreign bobbin::rules bobbin::profile|
    s|bobbin_embed(fw.elf)|bobbin_embed(fw.elf --small --require=100)|' \
    package/CMakeLists.txt >subdirectory/CMakeLists.txt
build subdirectory
elf=subdirectory/build/fw.elf
tap_equal "bobbin_embed passes --small on" "$(table_bytes "$elf" --small)" "$(table_bytes "$elf")"
tap_done
