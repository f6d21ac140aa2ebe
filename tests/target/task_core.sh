#!/bin/sh
# SPDX-License-Identifier: MIT
# task_core.sh BOARD BUILD KIND: tests the core that decode writes of a report with tasks. Runs
# `crash KIND` of build/fw/BOARD/BUILD/demo.elf and turns its report into one where two tasks have
# this trace, without the stack. gdb must show the names of the tasks, and the frames that decode
# shows. Run from the top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
. tests/target/gdb.sh
BOARD=$1 BUILD=$2 KIND=$3
ELF=build/fw/$BOARD/$BUILD/demo.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-$KIND-tasks
LOG=$WORK.crash.log TASKS_LOG=$WORK.log REPORT=$WORK.json CORE=$WORK.core
export ELF LOG TASKS_LOG REPORT CORE STEP

rm -f "$LOG" "$TASKS_LOG" "$REPORT" "$CORE" "$CORE.gdb"
sh "build/fw/$BOARD/qemu" "$ELF" "crash $KIND" >"$LOG" 2>"$WORK.err" </dev/null
STEP=write
gdb-multiarch -nx -batch -x tests/target/task_core.py >/dev/null 2>"$WORK.gdb.err"
build/bobbin decode "$ELF" "$TASKS_LOG" --json -o "$CORE" >"$REPORT" 2>"$WORK.notes"
tap_equal "decode accepts the report with tasks" 0 $?
tap_equal "decode has no doubt of gdb's traces" "" "$(cat "$WORK.notes")"
STEP=compare
tap_gdb tests/target/task_core.py last
tap_done
