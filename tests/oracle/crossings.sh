#!/bin/sh
# SPDX-License-Identifier: MIT
# crossings.sh BOARD BUILD: runs the firmware ../crossings under the oracle. There must be crossings
# of each kind of exception, from each mode and nested ones, all right. Run from the top folder,
# with the firmware and the oracle built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
. tests/oracle/lib.sh
ELF=build/fw/$BOARD/$BUILD/crossings.elf
WORK=build/tests/oracle/crossings/$BOARD-$BUILD
mkdir -p "${WORK%/*}"

oracle_run "$ELF" "$WORK" "repeat=${ORACLE_ROUNDS:-20}"
tap_equal "the program's status" 0 $?
said=$(tr -d '\r' <"$WORK.log" | grep '^ok crossings: ')
tap_check "${said:-it prints no verdict}" test "${said#ok * 0 checks}" = "${said:-?}"
if [ "$(oracle_field "$WORK" mismatches)" != 0 ]; then
    tap_not_ok "mismatches" "$(grep '^finding ' "$WORK.out" | head -n 20
        tail -n 60 "$WORK.err")"
fi
for field in mismatches losses skipped below_sp crossings_no_rule; do
    tap_equal "$field" 0 "$(oracle_field "$WORK" $field)"
done
for field in nested lent call undefined prefetch_abort data_abort irq fiq \
    from_usr from_fiq from_irq from_svc from_abt from_und from_sys; do
    count=$(oracle_field "$WORK" "crossings_$field")
    tap_check "crossings_$field: ${count:-none}" test "${count:-0}" -gt 0
done
# An interrupt may have come where the oracle does not know all registers.
undecided=$(oracle_field "$WORK" crossings_undecided)
crossings=$(oracle_field "$WORK" crossings)
tap_check "at most 1 register in 20 crossings is undecided ($undecided)" \
    test "$((undecided * 20))" -le "$crossings"
tap_note "figure: $crossings crossings"
tap_done
