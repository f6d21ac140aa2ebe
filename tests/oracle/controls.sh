#!/bin/sh
# SPDX-License-Identifier: MIT
# controls.sh BOARD BUILD: runs tables that are wrong on purpose. For each, the oracle must report a
# mismatch in the changed function and end the emulator with a failure. For the right table it must
# report nothing. Run from the top folder, with the firmware, the oracle and its tools built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
. tests/oracle/lib.sh
ELF=build/fw/$BOARD/$BUILD/demo.elf
WORK=build/tests/oracle/controls/$BOARD-$BUILD
mkdir -p "${WORK%/*}"

# FUNCTION KIND: a run with interrupts and a table in which FUNCTION is changed
mutant() {
    build/tests/mutate "$ELF" "$1" "$2" "$WORK-$2.bin" 2>"$WORK-$2.err" &&
        oracle_run "$ELF" "$WORK-$2" "interrupts sort;stats" ",max=0,table=$WORK-$2.bin"
}

# FUNCTION KIND WHAT: the oracle must report a mismatch of WHAT (a pattern) in FUNCTION
caught() {
    mutant "$1" "$2"
    tap_equal "$2: the emulator fails" 90 $?
    tap_check "$2: $1 is named for it" grep -qE "^finding $1 ($3) " "$WORK-$2.out"
    tap_equal "$2: no other function is" "" "$(grep '^finding ' "$WORK-$2.out" | grep -v " $1 ")"
}

mutant samples_sort none
tap_equal "the right table: the program's status" 0 $?
tap_equal "the right table: mismatches" 0 "$(oracle_field "$WORK-none" mismatches)"
tap_check "the right table: interrupts came at many addresses" \
    test "$(oracle_field "$WORK-none" interrupted)" -ge 20

caught samples_sort cfa 'sp'
caught samples_sort slot 'r4'
caught print_running double 'd8'
caught samples_sort ra 'pc|pc-outside-code'
caught samples_sort same 'r4'
caught samples_sort epilogue 'pc|sp|pc-outside-code|bad-sp'
caught samples_sort prologue 'pc|sp|pc-outside-code'
caught samples_sort root 'outermost'
caught samples_sort none-row 'no-rule'
caught board_irq_entry leaf 'past-exception'

# The table of another build is refused before the first instruction.
case $BUILD in
thumb-os) OTHER=arm-o2 ;;
*) OTHER=thumb-os ;;
esac
build/bobbin table "build/fw/$BOARD/$OTHER/demo.elf" -o "$WORK-other.bin" 2>"$WORK-other.err"
oracle_run "$ELF" "$WORK-other" sort ",table=$WORK-other.bin"
tap_check "a table of another build is refused" test $? -ne 0 -a ! -e "$WORK-other.out"
tap_check "and the message says why" grep -q "other-image" "$WORK-other.err"
tap_done
