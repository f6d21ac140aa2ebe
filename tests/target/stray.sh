#!/bin/sh
# SPDX-License-Identifier: MIT
# stray.sh BOARD BUILD: a wild store to any variable of the port before a crash does not cost the
# report. Stores three values to each word. Run from the top folder, with the firmware built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/hostile.elf
mkdir -p build/tests/target
LOG=build/tests/target/$BOARD-$BUILD-stray.log
VALUES=3

# Prints the names of the variables that the objects of the port define.
variables() {
    find "build/fw/$BOARD/$BUILD/port" -name '*.o' -exec arm-none-eabi-nm {} + |
        awk '$2 ~ /^[bBdDC]$/ { print $3 }' | sort -u
}

# Prints "START SIZE" of each of these variables in the image, in hexadecimal.
ranges() {
    arm-none-eabi-nm -S "$ELF" | awk -v names="$(variables | tr '\n' ' ')" '
        BEGIN { count = split(names, name, " "); for (i = 1; i <= count; i++) wanted[name[i]] }
        NF == 4 && $3 ~ /^[bBdD]$/ && $4 in wanted { print $1, $2 }'
}

ranges=$(ranges | tr '\n' ' ')
words=$(ranges | while read -r start size; do
    echo $(((0x$start % 4 + 0x$size + 3) / 4))
done | awk '{ sum += $1 } END { print sum + 0 }')
tap_check "the port has variables" test "$words" -ge 50
tap_check "the command line has room for them" test "${#ranges}" -lt 400
sh "build/fw/$BOARD/qemu" "$ELF" "stray $ranges" >"$LOG" 2>&1 </dev/null
tap_equal "status" 0 $?
tap_equal "each store is followed by a crash" "stray $((VALUES * words))" \
    "$(tr -d '\r' <"$LOG" | tail -n 1)"
tap_equal "each crash is reported to its end" $((VALUES * words)) \
    "$(grep -c '^%bobbin [^ ]* end [0-9]* ' "$LOG")"
tap_equal "no report is taken for one inside another" 0 "$(grep -c 'a fault inside' "$LOG")"
tap_note "figure: $words words of the port, $((VALUES * words)) reports"
tap_done
