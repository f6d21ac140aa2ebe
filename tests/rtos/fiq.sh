#!/bin/sh
# SPDX-License-Identifier: MIT
# fiq.sh BOARD BUILD FAMILY: runs the test kernel of FAMILY under the oracle with FIQs, which
# nothing masks, until one came at nearly each instruction of the code that switches tasks. At each
# FIQ the traces of all tasks must be right. Run from the top folder, with the firmware and the
# oracle built.
#
#   RTOS_FIQ_TICKS   how long it runs: 5000 instructions each
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 FAMILY=$3
. tests/rtos/lib.sh
WORK=$WORK-fiq
# How many of these instructions must be interrupted, in percent. `make oracle` requires all.
REQUIRED=${RTOS_FIQ_REQUIRED:-75}

oracle_run "$ELF" "$WORK" "fiq ticks=${RTOS_FIQ_TICKS:-400}" "$RTOS_OPTIONS"
tap_equal "the program's status" 0 $?
for field in mismatches losses skipped below_sp; do
    tap_equal "$field" 0 "$(oracle_field "$WORK" $field)"
done
tap_check "tasks were traced" test "$(oracle_field "$WORK" tasks)" -gt 0

# Prints the ranges of code that switches, which is ARM code: of an interrupt, what follows the
# handler in C.
ranges() {
    for name in board_svc_entry svc_restore irq_restore context_restore schedule_restore \
        rtthread_switch switch_restore lk_switch lk_restore; do
        arm-none-eabi-nm -S "$ELF" | sed -n "s/^\([0-9a-f]*\) \([0-9a-f]*\) T $name\$/range \1 \2/p"
    done
    arm-none-eabi-objdump -d --disassemble=board_irq_entry "$ELF" | sed -n '/<kernel_handle>/,$p' |
        sed -n '2,$s/^ *\([0-9a-f]*\):.*/range \1 4/p' | sed 's/ \([0-9a-f]\{7\}\) / 0\1 /
            s/ \([0-9a-f]\{4\}\) / 0000\1 /; s/ \([0-9a-f]\{5\}\) / 000\1 /'
}

# Addresses of instructions of the code that switches: of lines TYPE.
instructions() {
    ranges | cat - "$WORK.out" | awk -v type="$1" '
        function number(text, i, value) {
            for (i = 1; i <= length(text); i++)
                value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
            return value
        }
        $1 == "range" { start[++count] = number($2); end[count] = start[count] + number($3) }
        $1 == type {
            last = number($3)
            for (at = number($2); at < last; at += 4)
                for (i = 1; i <= count; i++)
                    if (at >= start[i] && at < end[i])
                        printf "%08x\n", at
        }' | sort
}

instructions executed >"$WORK.executed"
instructions interrupted_run >"$WORK.interrupted"
all=$(wc -l <"$WORK.executed")
some=$(wc -l <"$WORK.interrupted")
tap_check "$some of $all instructions of switches were interrupted" \
    test "$((some * 100))" -ge "$((all * REQUIRED))"
tap_note "without: $(comm -23 "$WORK.executed" "$WORK.interrupted" | paste -sd ' ')"
tap_done
