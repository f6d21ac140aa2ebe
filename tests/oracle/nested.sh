#!/bin/sh
# SPDX-License-Identifier: MIT
# nested.sh BOARD BUILD: runs crashes and samples of the firmware ../nested under the oracle. Each
# trace crosses all exceptions up to the reset handler. Only the sampler's entry code has no rule,
# while it is in the mode whose registers it reads. Run from the top folder, with the firmware and
# the oracle built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
. tests/oracle/lib.sh
ELF=build/fw/$BOARD/$BUILD/nested.elf
WORK=build/tests/oracle/crossings/nested-$BOARD-$BUILD
mkdir -p "${WORK%/*}"

for kind in nested call sampler; do
    oracle_run "$ELF" "$WORK-$kind" "crash $kind" ",stop=1000000"
    result=$WORK-$kind
    if [ "$(oracle_field "$result" mismatches)" = 0 ]; then
        tap_ok "crash $kind: mismatches"
    else
        tap_not_ok "crash $kind: mismatches" "$(grep '^finding ' "$result.out" | head -n 20
            tail -n 60 "$result.err")"
    fi
    for field in losses skipped below_sp; do
        tap_equal "crash $kind: $field" 0 "$(oracle_field "$result" $field)"
    done
    tap_check "crash $kind: exceptions are crossed" \
        test "$(oracle_field "$result" crossings)" -gt 0
    tap_equal "crash $kind: other entry code without a rule" '' \
        "$(grep '^gap ' "$result.out" | grep -v '^gap bobbin_sample_fiq_entry no-rule ')"
done
tap_done
