#!/bin/sh
# SPDX-License-Identifier: MIT
# task_dump.sh BOARD BUILD FAMILY: runs build/fw/BOARD/BUILD/dump-FAMILY.elf, which reports all
# tasks of a kernel of tests/rtos. `bobbin tasks` must find the same tasks and frames in the memory
# of the same moment, and gdb the same names and frames in the core that decode writes. Run from the
# top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
. tests/target/gdb.sh
BOARD=$1 BUILD=$2 FAMILY=$3
ELF=build/fw/$BOARD/$BUILD/dump-$FAMILY.elf
QEMU=build/fw/$BOARD/qemu
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-dump-$FAMILY
LOG=$WORK.qemu.log RAM=$WORK.ram REPORT=$WORK.json CORE=$WORK.core TASKS=$WORK.tasks.json
export ELF QEMU WORK RAM REPORT CORE TASKS STEP

rm -f "$LOG" "$RAM" "$RAM.base" "$REPORT" "$CORE" "$CORE.gdb" "$TASKS"
STEP=run
gdb-multiarch -nx -batch -x tests/target/task_dump.py >"$WORK.gdb.out" 2>&1
tap_check "the memory is dumped" [ -s "$RAM" ]
build/bobbin decode "$ELF" "$LOG" --json -o "$CORE" >"$REPORT" 2>"$WORK.notes"
tap_equal "decode accepts the report" 0 $?
build/bobbin tasks "$ELF" "$RAM" --base="$(cat "$RAM.base")" --json >"$TASKS" 2>"$WORK.err"
tap_equal "tasks accepts the memory" 0 $?
tap_equal "decode has no doubt of gdb's traces" "" "$(cat "$WORK.notes")"
STEP=compare
tap_gdb tests/target/task_dump.py last
tap_done
