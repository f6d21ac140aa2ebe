#!/bin/sh
# SPDX-License-Identifier: MIT
# loss.sh BOARD BUILD: tries to lose reports of build/fw/BOARD/BUILD/loss.elf in each way of
# ways.txt, and in stray stores to each variable of the port. check.py judges what arrives. Run from
# the top folder, with the firmware built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/loss.elf
mkdir -p build/tests/loss
LOG=build/tests/loss/$BOARD-$BUILD.log

# COMMAND RULE...: a program that hangs is ended, and that fails unless a rule permits it.
try() {
    command=$1
    shift
    QEMU_SECONDS=10 sh "build/fw/$BOARD/qemu" "$ELF" "$command" >"$LOG" 2>&1 </dev/null
    tap_check "$command" python3 tests/loss/check.py "$LOG" "$@"
}

# Prints "START SIZE" of each variable of the port in the image, in hexadecimal.
variables() {
    names=$(find "build/fw/$BOARD/$BUILD/port" -name '*.o' -exec arm-none-eabi-nm {} + |
        awk '$2 ~ /^[bBdDC]$/ { print $3 }' | sort -u | tr '\n' ' ')
    arm-none-eabi-nm -S "$ELF" | awk -v names="$names" '
        BEGIN { count = split(names, name, " "); for (i = 1; i <= count; i++) wanted[name[i]] }
        NF == 4 && $3 ~ /^[bBdD]$/ && $4 in wanted { print $1, $2 }' | tr '\n' ' '
}

while IFS='|' read -r boards command rules; do
    case $boards in
    '#'* | '') continue ;;
    all | *"$BOARD"*) ;;
    *) continue ;;
    esac
    # shellcheck disable=SC2086 # several rules
    try "$command" $rules
done <tests/loss/ways.txt
tap_done
