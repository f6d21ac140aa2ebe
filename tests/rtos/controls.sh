#!/bin/sh
# SPDX-License-Identifier: MIT
# controls.sh BOARD BUILD FAMILY KIND...: runs the test kernel of FAMILY with tables whose resume
# rules are wrong on purpose (tests/oracle/mutate_tasks.c). The oracle and `bobbin check` must
# report each KIND, and nothing for the right table. Run from the top folder, with the firmware, the
# oracle and its tools built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 FAMILY=$3
shift 3
. tests/rtos/lib.sh
. tests/target/table_bytes.sh
build/bobbin table "$ELF" --exceptions=all -o "$WORK.table" 2>"$WORK.table.err"

# KIND: a run with a table that is wrong in this way
mutant() {
    tap_check "$FAMILY, $1: there is such a table" \
        build/tests/mutate_tasks "$WORK.table" "$1" "$WORK-$1.table"
    oracle_run "$ELF" "$WORK-$1" ticks=40 "$RTOS_OPTIONS,table=$WORK-$1.table"
    status=$?
    table_copy "$ELF" "$WORK-$1.elf"
    table_replace 0 <"$WORK-$1.table"
    build/bobbin check "$COPY" >"$WORK-$1.check" 2>&1
    checked=$?
}

# Tables in which one slot is wrong. `bobbin check` must find all, the oracle the first ones.
single_slots() {
    step=0 missed=0
    while build/tests/mutate_tasks "$WORK.table" slot "$WORK-slot.table" $step >"$WORK.changed" \
        2>&1; do
        table_copy "$ELF" "$WORK-slot.elf"
        table_replace 0 <"$WORK-slot.table"
        build/bobbin check "$COPY" >"$WORK-slot.check" 2>&1 && missed=$((missed + 1))
        if [ $step -lt 4 ]; then
            oracle_run "$ELF" "$WORK-slot" ticks=40 "$RTOS_OPTIONS,table=$WORK-slot.table"
            tap_equal "$FAMILY, only slot $step: the oracle's status" 90 $?
        fi
        step=$((step + 1))
    done
    tap_check "$FAMILY: there are slots ($step)" test "$step" -gt 1
    tap_equal "$FAMILY: wrong slots that check misses" 0 "$missed"
}

mutant none
tap_equal "$FAMILY, the right table: the oracle's status" 0 "$status"
tap_equal "$FAMILY, the right table: check's status" 0 "$checked"
for kind; do
    mutant "$kind"
    tap_equal "$FAMILY, $kind: the oracle's status" 90 "$status"
    tap_equal "$FAMILY, $kind: check's status" 1 "$checked"
    tap_note "$(grep '^finding ' "$WORK-$kind.out" | head -n 3)"
    tap_note "$(grep -i 'resume' "$WORK-$kind.check" | head -n 3)"
done
single_slots
tap_done
