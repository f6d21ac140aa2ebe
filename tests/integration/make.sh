#!/bin/sh
# SPDX-License-Identifier: MIT
# The example project, built with Make and bobbin.mk, reports a crash: with Bobbin's source tree in
# bobbin/, and with an installation there. Its own lines for Bobbin are at most 12. From the top.
set -u

. tests/tap.sh
. tests/integration/lib.sh
cd "$WORK" || exit

# NAME BOBBIN: the project with BOBBIN as bobbin/
build() {
    new_project "$1" "$2"
    tap_check "$1: it builds, and each instruction is proved" \
        make -s -j2 -C "$1" BOBBIN_FLAGS=--require=100
    check_crash "$1" "$1/fw.elf"
}

build tree "$TREE"
lines=$(bobbin_lines tree/Makefile tree/fw.ld tree/start.S)
tap_check "it has at most 12 lines for Bobbin ($lines)" test "$lines" -le 12 -a "$lines" -gt 5

tap_check "make install" make -s -C "$TREE" install PREFIX="$WORK/prefix"
build installed "$WORK/prefix/share/bobbin"

rm tree/fw.elf
make -s -C tree
tap_check "a second make links again" test -e tree/fw.elf

new_project failing "$TREE"
make -s -j2 -C failing BOBBIN_FLAGS=--format=nonsense >failing.log 2>&1
tap_equal "make fails if bobbin embed fails" 2 $?
tap_check "and removes the image" test ! -e failing/fw.elf
tap_done
