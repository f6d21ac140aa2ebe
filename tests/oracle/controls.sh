#!/bin/sh
# SPDX-License-Identifier: MIT
# controls.sh BOARD BUILD: tables that are wrong on purpose. The oracle must find each, in the function
# that was changed, and end the emulator with a failure; and must find nothing in the right one.
# From the top, with the firmware, the oracle and its tools built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
. tests/oracle/lib.sh
ELF=build/fw/$BOARD/$BUILD/demo.elf
WORK=build/tests/oracle/controls/$BOARD-$BUILD
FUNCTION=samples_sort
mkdir -p "${WORK%/*}"

# KIND: a run with a table that KIND has changed
mutant() {
    build/tests/mutate "$ELF" $FUNCTION "$1" "$WORK-$1.bin" 2>"$WORK-$1.err" &&
        oracle_run "$ELF" "$WORK-$1" "sort" ",table=$WORK-$1.bin"
}

# KIND WHAT: must be found, as a mismatch of WHAT (a pattern) in FUNCTION
caught() {
    mutant "$1"
    tap_equal "$1: the emulator fails" 90 $?
    tap_check "$1: $FUNCTION is named for it" grep -qE "^finding $FUNCTION ($2) " "$WORK-$1.out"
    tap_equal "$1: no other function is" "" "$(grep '^finding ' "$WORK-$1.out" | grep -v " $FUNCTION ")"
}

mutant none
tap_equal "the right table: the program's status" 0 $?
tap_equal "the right table: mismatches" 0 "$(oracle_field "$WORK-none" mismatches)"

caught cfa 'sp'
caught slot 'r4'
caught ra 'pc|pc-outside-code'
caught same 'r4'
caught epilogue 'pc|sp|pc-outside-code|bad-sp'
caught prologue 'pc|sp|pc-outside-code'
caught root 'outermost'
caught none-row 'no-rule'

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
