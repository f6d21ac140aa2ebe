#!/bin/sh
# SPDX-License-Identifier: MIT
# modes.sh BOARD BUILD: runs modes.elf (modes/), which enters the entry code of samples from each
# processor mode. The sample has the registers of that mode, and they are unchanged afterwards. From
# the top, after the build.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
mkdir -p build/tests/profile
WORK=build/tests/profile/modes-$BOARD-$BUILD

sh "build/fw/$BOARD/qemu" "build/fw/$BOARD/$BUILD/modes.elf" '' 2>&1 </dev/null |
    tr -d '\r' >"$WORK.log"
differences=''
while read -r word rest; do
    case $word in
    difference:) differences="$differences$rest
" ;;
    ok) tap_ok "$rest" ;;
    not) tap_not_ok "${rest#ok }" "$(printf '%s' "$differences")" ;;
    esac
    case $word in
    ok | not) differences='' ;;
    esac
done <"$WORK.log"
tap_equal 'all interrupts were made' 'modes 12' "$(tail -n 1 "$WORK.log")"
tap_done
