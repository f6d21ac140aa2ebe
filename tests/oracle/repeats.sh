#!/bin/sh
# SPDX-License-Identifier: MIT
# repeats.sh BOARD/BUILD/PROGRAM...: runs a firmware with interrupts under the oracle twice; all
# figures must be equal. The second run reads all registers at each instruction and compares them
# with those that the oracle would have used. Run from the top folder, with the firmware and the
# oracle built.
set -u

. tests/tap.sh
mkdir -p build/tests/oracle/repeats
for image; do
    BOARD=${image%%/*}
    . tests/oracle/lib.sh
    WORK=build/tests/oracle/repeats/$(echo "$image" | tr / -)
    for run in first second; do
        all=
        [ $run = first ] || all=,registers=all
        oracle_run "build/fw/$image.elf" "$WORK-$run" "interrupts repeat=10" "$all"
        tap_equal "$image: the program's status, $run run" 0 $?
    done
    tap_check "$image: interrupts came" test "$(oracle_field "$WORK-first" resumed)" -gt 100
    tap_check "$image: both runs are the same" cmp "$WORK-first.out" "$WORK-second.out"
done
tap_done
