#!/bin/sh
# SPDX-License-Identifier: MIT
# nested.sh BOARD BUILD KIND: tests `crash KIND` of build/fw/BOARD/BUILD/nested.elf, a crash in
# exception handlers. The trace must cross each exception and end in the reset handler. At each
# level, its frames and registers must agree with gdb: on the live target at the moment of the
# exception, and on the core that decode writes. Run from the top folder, with the firmware and the
# tool built.
set -u

. tests/tap.sh
. tests/target/gdb.sh
BOARD=$1 BUILD=$2 KIND=$3
ELF=build/fw/$BOARD/$BUILD/nested.elf
QEMU=build/fw/$BOARD/qemu
COMMANDS="crash $KIND"
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-$KIND
REPORT=$WORK.json
CORE=$WORK.core
LOG=$WORK.log
export BUILD ELF QEMU COMMANDS LOG REPORT CORE KIND WORK

case $KIND in
irq) cause=data-abort levels="irq" ;;
nested) cause=data-abort levels="fiq irq svc" ;;
nested-assert) cause=assert levels="fiq irq svc" ;;
call) cause=undefined levels="svc" ;;
sampler) cause=data-abort levels="fiq irq svc" ;;
esac

rm -f "$LOG" "$REPORT" "$CORE"
sh "$QEMU" "$ELF" "$COMMANDS" >"$LOG" 2>"$WORK.err" </dev/null
tap_equal "the device ends with the status of a report" 70 $?
tap_equal "it reports once" 1 "$(grep -c '%bobbin [^ ]*[.]0 report ' "$LOG")"
tap_equal "no fault happened in the report" 0 "$(grep -c '%bobbin [^ ]* note : .*fault' "$LOG")"
tap_equal "its exception lines have at most 78 characters" 0 \
    "$(tr -d '\r' <"$LOG" | grep ' exception ' | grep -c '.\{79\}')"
tap_check "decode accepts it" sh tests/target/decode.sh "$ELF" "$LOG" "$CORE" "$REPORT"
[ -s "$REPORT" ] || tap_done

# KEY: prints its values in the report, one per line
values() {
    sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$REPORT"
}

tap_equal "the cause" "$cause" "$(values cause)"
tap_equal "the exceptions" "$levels" "$(values vector | paste -sd ' ')"
tap_equal "the stop reason" outermost "$(values stop)"
tap_equal "it ends in the reset handler" "main reset_handler" \
    "$(values function | tail -n 2 | paste -sd ' ')"
tap_gdb tests/target/compare_levels.py "core file"
tap_done
