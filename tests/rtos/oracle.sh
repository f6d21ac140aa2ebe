#!/bin/sh
# SPDX-License-Identifier: MIT
# oracle.sh BOARD BUILD FAMILY: runs the test kernel of FAMILY under the oracle. At each switch and
# each exception, the traces of all tasks must be right and reach the task's first function. Run
# from the top folder, with the firmware and the oracle built.
#
#   RTOS_TICKS   how long it runs: 5000 instructions each
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 FAMILY=$3
. tests/rtos/lib.sh
TICKS=${RTOS_TICKS:-300}

oracle_run "$ELF" "$WORK" "ticks=$TICKS" "$RTOS_OPTIONS"
tap_equal "the program's status" 0 $?
said=$(tr -d '\r' <"$WORK.log" | grep '^ok rtos: ')
tap_check "${said:-it prints no verdict}" test "${said#ok rtos: 0 checks}" = "${said:-?}"
if [ "$(oracle_field "$WORK" mismatches)" != 0 ]; then
    tap_not_ok "mismatches" "$(grep '^finding ' "$WORK.out" | head -n 20
        tail -n 60 "$WORK.err")"
fi
for field in mismatches losses skipped below_sp; do
    tap_equal "$field" 0 "$(oracle_field "$WORK" $field)"
done
# A task may have been interrupted where the oracle does not know all registers.
unclear=$(oracle_field "$WORK" tasks_unclear)
tap_check "at most 1 trace in 100 has an unknown end ($unclear)" \
    test "$((unclear * 100))" -le "$(oracle_field "$WORK" tasks)"
# How the tasks of a family leave: by a call, or only by exceptions.
case $FAMILY in
threadx) left='tasks_by_call tasks_by_interrupt tasks_left' ;;
rtthread) left='tasks_by_call tasks_by_interrupt' ;;
lk) left=tasks_by_call ;;
*) left=tasks_by_interrupt ;;
esac
for field in switches tasks tasks_frames tasks_doubles tasks_new tasks_started $left; do
    count=$(oracle_field "$WORK" "$field")
    tap_check "$field: ${count:-none}" test "${count:-0}" -gt 0
done
tap_note "figure: $(oracle_field "$WORK" instructions) instructions"
tap_done
