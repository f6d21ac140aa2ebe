#!/bin/sh
# SPDX-License-Identifier: MIT
# crossings_controls.sh BOARD BUILD: runs the firmware ../crossings with tables whose rules of
# exception entry code are wrong on purpose. The oracle must report a mismatch for each, and none
# for the right table. So must `bobbin check`. Where a single step is wrong and check accepts the
# table, the oracle must accept it too: then the rule is right for another reason. Run from the top
# folder, with the firmware, the oracle and its tools built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
. tests/oracle/lib.sh
. tests/target/table_bytes.sh
ELF=build/fw/$BOARD/$BUILD/crossings.elf
WORK=build/tests/oracle/controls/crossings-$BOARD-$BUILD
mkdir -p "${WORK%/*}"
build/bobbin table "$ELF" --exceptions=all -o "$WORK.table" 2>"$WORK.err"

# One in so many single steps is tried.
STRIDE=9

# KIND: a run with a table that is wrong in this way
mutant() {
    tap_check "$1: there is such a table" \
        build/tests/mutate_crossings "$WORK.table" "$1" "$WORK-$1.table"
    oracle_run "$ELF" "$WORK-$1" repeat=6 ",max=20,table=$WORK-$1.table"
}

# KIND: prints how many instructions of entry code `bobbin check` calls wrong with the last table
wrong_in_check() {
    table_copy "$ELF" "$WORK.elf"
    table_replace 0 <"$WORK-$1.table"
    build/bobbin check "$COPY" 2>&1 | awk '/^[0-9]+ / { entry = /of exception entry code/ }
        entry && $1 == "wrong" { wrong = $2 }
        END { print wrong + 0 }'
}

# KIND: tables in which one step is wrong
single_steps() {
    step=0 found=0 accepted=0 mismatches=0
    while build/tests/mutate_crossings "$WORK.table" "$1" "$WORK-$1.table" $step >"$WORK.changed" \
        2>&1; do
        if [ "$(wrong_in_check "$1")" -gt 0 ]; then
            found=$((found + 1))
        else
            oracle_run "$ELF" "$WORK-$1" repeat=6 ",max=20,table=$WORK-$1.table"
            accepted=$((accepted + 1))
            mismatches=$((mismatches + $(oracle_field "$WORK-$1" mismatches)))
        fi
        step=$((step + STRIDE))
    done
    tap_check "$1: single steps are found ($found)" test "$found" -gt 0
    tap_equal "$1: mismatches of single steps that check accepts ($accepted)" 0 "$mismatches"
}

mutant none
tap_equal "the right table: the program's status" 0 $?
tap_equal "the right table: mismatches" 0 "$(oracle_field "$WORK-none" mismatches)"
tap_equal "the right table: wrong in bobbin check" 0 "$(wrong_in_check none)"
for kind in slot exchange adjust unpopped bank alternative pad set r4; do
    mutant $kind
    tap_equal "$kind: the emulator fails" 90 $?
    tap_check "$kind: mismatches are reported" \
        test "$(oracle_field "$WORK-$kind" mismatches)" -gt 0
    wrong=$(wrong_in_check $kind)
    tap_check "$kind: wrong in bobbin check ($wrong)" test "$wrong" -gt 0
    single_steps $kind
done
tap_done
