#!/bin/sh
# SPDX-License-Identifier: MIT
# cost.sh: counts the instructions of bobbin_step across an SVC and across an IRQ, with entry code
# as an RTOS has it (entry.S), all memory in windows and no cache. env.read_bank is called for sp
# and lr, and counts too. Two runs must give the same digits. Run from the top folder, with the
# firmware built.
set -u

. tests/tap.sh
ELF=build/fw/vexpress-a9/thumb-os/crossing-cost.elf
WORK=build/tests/bench/crossing-cost
# The goal is 400. This limit shows when a crossing becomes slower.
INSTRUCTIONS_MAX=570
mkdir -p "${WORK%/*}"

# FILE: runs the firmware
run() {
    sh build/fw/vexpress-a9/qemu "$ELF" '' </dev/null | tr -d '\r' >"$1"
}

tap_check "it runs" run "$WORK.log"
tap_check "it runs again" run "$WORK.again"
tap_check "the same digits twice" cmp "$WORK.log" "$WORK.again"
for kind in svc irq; do
    count=$(sed -n "s/^$kind: \([0-9]*\) instructions, after [23] steps: none\$/\1/p" "$WORK.log")
    tap_check "$kind: ${count:-no} instructions, at most $INSTRUCTIONS_MAX" \
        test "${count:-999999}" -le $INSTRUCTIONS_MAX
    tap_note "figure: $kind: ${count:-no} instructions of a step that crosses it"
done
tap_done
