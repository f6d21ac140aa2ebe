#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BOARD BUILD PROGRAM: runs build/fw/BOARD/BUILD/PROGRAM.elf under the oracle, with and without
# interrupts; README.md says what that proves. From the top, with the firmware and the oracle built.
#
#   ORACLE_REPEAT   how often programs repeat their work; 1
#   ORACLE_SECONDS  time limit of a run; 250
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 PROGRAM=$3
. tests/oracle/lib.sh
: "${ORACLE_REPEAT:=1}"
ELF=build/fw/$BOARD/$BUILD/$PROGRAM.elf
WORK=build/tests/oracle/$BOARD/$BUILD/$PROGRAM
mkdir -p "${WORK%/*}"
rm -f "$WORK"-*.out

instructions=0

# FIELD: whether it is 0
nothing() {
    tap_equal "$name: $1" 0 "$(oracle_field "$WORK-$name" "$1")"
}

# NAME STATUS WORDS
run() {
    name=$1
    oracle_run "$ELF" "$WORK-$name" "$3"
    status=$?
    count=$(oracle_field "$WORK-$name" instructions)
    instructions=$((instructions + ${count:-0}))
    tap_check "$name: instructions were executed and frames checked" \
        test "$(oracle_field "$WORK-$name" frames)" -ge "${count:-1}"
    if [ "$(oracle_field "$WORK-$name" mismatches)" = 0 ]; then
        tap_ok "$name: mismatches"
        tap_equal "$name: the program's exit status" "$2" "$status"
    else
        tap_not_ok "$name: mismatches" "$(grep '^finding ' "$WORK-$name.out" | head -n 20
            tail -n 60 "$WORK-$name.err")"
    fi
    for field in skipped below_sp; do
        nothing "$field"
    done
}

# NAME STATUS WORDS: the same, and there must have been interrupts
run_interrupted() {
    run "$1" "$2" "interrupts $3"
    tap_check "$1: interrupts came at many addresses" test "$(oracle_field "$WORK-$1" interrupted)" -ge 20
}

repeated() {
    i=0
    while [ $i -lt "$ORACLE_REPEAT" ]; do
        printf '%s' "$1"
        i=$((i + 1))
    done
}

case $PROGRAM in
demo)
    work='record 100;sort;sort time;sort sensor;list 9;stats;verify;zones;label 1 abc;export csv;export json;'
    run plain 0 "$(repeated "$work")"
    run_interrupted interrupts 0 "$(repeated "$work")"
    # Not `garbage`: the program writes over its own saved registers, and no unwinder has them back.
    for kind in wild null undef overflow assert oldassert abort stackprotector; do
        run "crash-$kind" 70 "crash $kind"
        run_interrupted "interrupts-$kind" 70 "sort;crash $kind"
    done
    ;;
contexts)
    # Takes the processor's modes and banks for itself: no interrupt may come in between.
    run plain 0 ''
    ;;
*)
    run plain 0 "repeat=$ORACLE_REPEAT"
    run_interrupted interrupts 0 "repeat=$ORACLE_REPEAT"
    ;;
esac
tap_note "figure: $instructions instructions"
tap_done
