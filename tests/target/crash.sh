#!/bin/sh
# SPDX-License-Identifier: MIT
# crash.sh BOARD BUILD KIND: tests `crash KIND` of build/fw/BOARD/BUILD/demo.elf, from the exception
# to the symbolised trace. The device must report once and end with status 70, and the trace must
# end as this KIND requires. It must agree frame by frame with gdb: on the live target before the
# fault, and on the core that decode writes. Run from the top folder, with the firmware and the tool
# built.
set -u

. tests/tap.sh
. tests/target/gdb.sh
BOARD=$1 BUILD=$2 KIND=$3
ELF=build/fw/$BOARD/$BUILD/demo.elf
QEMU=build/fw/$BOARD/qemu
COMMANDS="crash $KIND"
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-$KIND
REPORT=$WORK.json
CORE=$WORK.core
LOG=$WORK.log
export BUILD ELF QEMU COMMANDS LOG REPORT CORE KIND WORK

rm -f "$LOG" "$REPORT" "$CORE"
build/bobbin run --image="$ELF" --timeout=60 --json --output="$LOG" -- \
    sh "$QEMU" "$ELF" "$COMMANDS" >"$WORK.run" 2>"$WORK.err" </dev/null
tap_equal "bobbin run tells that it crashed" 121 $?
tap_check "the device ends with the status of a report" \
    grep -q '^  "command_status": 70,$' "$WORK.run"
tap_equal "it reports once" 1 "$(grep -c '%bobbin [^ ]*[.]0 report ' "$LOG")"
tap_equal "its report is complete" 1 "$(grep -c '%bobbin [^ ]* end ' "$LOG")"
tap_equal "no fault happened in the report" 0 "$(grep -c '%bobbin [^ ]* note : .*fault' "$LOG")"

# A report must fit where there is little room, and a slow line must send it in time.
REPORT_BYTES_MAX=1638
bytes=$(grep '%bobbin ' "$LOG" | grep -v ' stack ' | wc -c)
[ "$KIND" = overflow ] ||
    tap_check "it has $bytes bytes without stack words, at most $REPORT_BYTES_MAX" \
        test "$bytes" -le $REPORT_BYTES_MAX

tap_check "decode accepts it" sh tests/target/decode.sh "$ELF" "$LOG" "$CORE" "$REPORT"
[ -s "$REPORT" ] || tap_done

# KEY: prints its values in the report, one per line
values() {
    sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$REPORT"
}

trace() {
    values function | tr '\n' ' '
}

# TRUST: prints the number of frames with it. A frame with inlined calls has several levels of one
# number.
frames_with_trust() {
    awk -v trust="\"$1\"" '
        $1 == "\"number\":" { number = $2 }
        $1 == "\"trust\":" && index($2, trust) == 1 && !(number in seen) { seen[number]; count++ }
        END { print count + 0 }' "$REPORT"
}

case $KIND in
garbage)
    cause=prefetch-abort stop=pc-outside-code
    tap_equal "no frame is invented" 1 "$(values number | wc -l)"
    tap_equal "the stop names the garbage" 0x41414140 "$(values stop_value)"
    ;;
wild)
    cause=data-abort stop=outermost
    tap_check "the trace goes through qsort" \
        sh -c 'echo "$1" | grep -q " qsort .* main "' - "$(trace)"
    ;;
overflow)
    cause=data-abort stop=outermost
    tap_check "it is reported as an overflow of the main stack" \
        grep -q 'stack overflow: stack main' "$LOG"
    ;;
undef) cause=undefined stop=outermost ;;
null)
    cause=prefetch-abort stop=outermost
    [ "$BOARD" != versatile-r5f ] || cause=null-call
    tap_equal "one frame has the trust lr-guess" 1 "$(frames_with_trust lr-guess)"
    ;;
assert) cause=assert stop=outermost ;;
abort) cause=abort stop=outermost ;;
stackprotector) cause=stack-protector stop=outermost ;;
esac
tap_equal "the cause" "$cause" "$(values cause)"
tap_equal "the stop reason" "$stop" "$(values stop)"
[ "$stop" != outermost ] ||
    tap_check "it ends in main and the reset handler" \
        sh -c 'echo "$1" | grep -q " main reset_handler $"' - "$(trace)"

tap_gdb tests/target/compare_gdb.py "core file: gdb"
tap_done
