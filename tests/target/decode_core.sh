#!/bin/sh
# SPDX-License-Identifier: MIT
# decode_core.sh BOARD BUILD: tests the core that decode writes of a log with three crashes of
# build/fw/BOARD/BUILD/demo.elf, which have the same stack. gdb must find the frames of each report
# in threads of their own, must not show memory that did not arrive, and must name the same symbols
# at the addresses in registers. Run from the top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
. tests/target/gdb.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/demo.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-decode-core
LOG=$WORK.log REPORT=$WORK.json CORE=$WORK.core SYMBOLS=$WORK.symbols
export ELF REPORT CORE SYMBOLS

rm -f "$LOG" "$REPORT" "$CORE" "$CORE.gdb"
for kind in wild undef null; do
    timeout 60 sh "build/fw/$BOARD/qemu" "$ELF" "crash $kind" </dev/null 2>/dev/null
done >"$LOG"
nm --defined-only -S "$ELF" >"$SYMBOLS"
build/bobbin decode "$ELF" "$LOG" --json -o "$CORE" >"$REPORT" 2>"$WORK.notes"
tap_equal "decode accepts the log" 0 $?
tap_equal "decode says which stacks are moved" 2 "$(grep -c 'are moved by' "$WORK.notes")"
tap_equal "and nothing else" 2 "$(wc -l <"$WORK.notes")"
tap_gdb tests/target/decode_core.py last

build/bobbin decode "$ELF" "$LOG" --report=2 >"$WORK.second"
tap_equal "--report=2 prints the second report alone" 1 "$(grep -c '^stop: ' "$WORK.second")"
tap_check "it is that of the undefined instruction" \
    grep -q '^[^:]*: undefined instruction' "$WORK.second"
build/bobbin decode "$ELF" "$LOG" --report=2 -o "$CORE" >/dev/null 2>"$WORK.notes"
tap_equal "nothing is moved in a core of one report" "" "$(cat "$WORK.notes")"
build/bobbin decode "$ELF" "$LOG" --report=4 >/dev/null 2>"$WORK.notes"
tap_equal "a report that the log does not have is an error" 1 $?
tap_done
