#!/bin/sh
# SPDX-License-Identifier: MIT
# processors.sh BOARD COUNT: tests build/fw/BOARD/processors-COUNT/processors.elf, crash reports of
# COUNT processors. Run from the top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
. tests/target/gdb.sh
BOARD=$1 COUNT=$2
ELF=build/fw/$BOARD/processors-$COUNT/processors.elf
QEMU=build/fw/$BOARD/qemu
mkdir -p build/tests/processors
WORK=build/tests/processors/$BOARD-$COUNT
LOG=$WORK.log
OPTIONS="-smp $COUNT"
# On this board each processor has a UART of its own.
[ "$BOARD" != mps3-an536 ] || OPTIONS="$OPTIONS -serial file:$WORK.other"
# Each processor in a thread of its own, instead of one after the other.
THREADS=$WORK.qemu
sed 's/ -icount [^ ]*//' "$QEMU" >"$THREADS"
export ELF QEMU WORK LOG OPTIONS COMMANDS

all=$(printf '%x' $(((1 << COUNT) - 1)))

# SCRIPT COMMANDS: runs the firmware; its output is in $LOG
run() {
    rm -f "$WORK.other"
    # shellcheck disable=SC2086 # options without spaces
    sh "$1" "$ELF" "$2" $OPTIONS >"$LOG" 2>"$WORK.err" </dev/null
    status=$?
    [ ! -e "$WORK.other" ] || cat "$WORK.other" >>"$LOG"
    return $status
}

# The report in $LOG, a line for each processor
summary() {
    build/bobbin decode "$ELF" "$LOG" --json | python3 tests/processors/summary.py
}

# NAME COMMANDS EXPECTED: runs the firmware, its report must have this summary
report() {
    run "$QEMU" "$2"
    tap_equal "$1: the device ends with the status of a report" 70 $?
    tap_equal "$1: it reports once" 1 "$(grep -c '%bobbin [^ ]*[.]0 report ' "$LOG")"
    tap_equal "$1: the report" "$3" "$(summary)"
}

# The numbers of reports, of notes about a fault inside, and of last lines in $LOG
counts() {
    echo "$(grep -c '%bobbin [^ ]*[.]0 report ' "$LOG")" \
        "$(grep -c ' note : a fault inside ' "$LOG")" "$(grep -c ' end [0-9]* ' "$LOG")"
}

# NUMBER...: summaries of processors whose stack is private
private() {
    for number; do
        echo "$number stopped unreadable spin 0"
    done
}

# STATE NUMBER...: summaries of these processors
lines() {
    state=$1
    shift
    for number; do
        if [ "$state" = silent ]; then
            echo "$number silent - - 0"
        elif [ "$number" = 0 ]; then
            echo "0 $state outermost reset_handler 3"
        else
            echo "$number $state outermost others_reset $((number + 3))"
        fi
    done
}

others=$(seq 1 $((COUNT - 1)))
last=$((COUNT - 1))
causes="data-abort undefined assert abort"
cause_of_last=$(echo "$causes" | cut -d ' ' -f "$COUNT")
last_mask=$(printf '%x' $((1 << last)))

# shellcheck disable=SC2086 # numbers
report "the first crashes" "crash 1 0 0" "$(lines data-abort 0; lines stopped $others)"
COMMANDS="crash 1 0 0" tap_gdb tests/processors/compare_processors.py "end"
report "the last crashes" "crash $last_mask 0 0" \
    "$(lines "$cause_of_last" "$last"; lines stopped $(seq 0 $((last - 1))))"
COMMANDS="crash $last_mask 0 0" tap_gdb tests/processors/compare_processors.py "end"
report "IRQs are masked" "crash 1 $all 0" "$(lines data-abort 0; lines stopped $others)"
COMMANDS="crash 1 $all 0" tap_gdb tests/processors/compare_processors.py "end"
report "all is masked" "crash 1 0 $all" "$(lines data-abort 0; lines silent $others)"
report "in handlers" "crash 1 0 0 $all" "$(lines data-abort 0; lines stopped $others)"
report "a handler without registers" "here 1 0 0" "$(lines data-abort 0; lines stopped $others)"
report "private memory" "private 1 0 0" "$(lines data-abort 0; private $others)"
report "the others are off" "alone 1 0 0" "$(lines data-abort 0)"

run "$QEMU" "inside 1 0 0"
tap_equal "a fault inside: the device ends with the status of a report" 70 $?
tap_equal "a fault inside: reports, notes and ends" "1 1 1" "$(counts)"
run "$QEMU" "inside $all 0 $all"
tap_equal "all have faults, one inside: the status" 70 $?
tap_equal "all have faults, one inside: reports, notes and ends" "1 1 1" "$(counts)"

# Who reports depends on time.
for script in "$QEMU" $(yes "$THREADS" | head -n 10); do
    run "$script" "crash $all 0 $all"
    tap_equal "all crash: the status" 70 $?
    tap_equal "all crash: it reports once" 1 "$(grep -c '%bobbin [^ ]*[.]0 report ' "$LOG")"
    tap_equal "all crash: the others are in the report" $((COUNT - 1)) \
        "$(grep -c '%bobbin [^ ]* cpu [0-9] faulted ' "$LOG")"
    tap_equal "all crash: the report" "$(lines faulted 0 $others)" \
        "$(summary | sed "s/ [^ ]* / faulted /" | sort -n)"
done
run "$QEMU" "crash $all 0 $all"
REPORT=$WORK.json CORE=$WORK.core
export REPORT CORE
tap_check "decode writes a core" \
    sh -c 'build/bobbin decode "$ELF" "$LOG" --json -o "$CORE" >"$REPORT"'
tap_gdb tests/processors/compare_core.py end

for script in "$QEMU" "$THREADS"; do
    run "$script" "rounds $all 0 0"
    tap_equal "faults at the same time: each is in one report, and reports do not mix" 0 $?
done
tap_done
