#!/bin/sh
# SPDX-License-Identifier: MIT
# threads.sh BOARD BUILD: runs build/fw/BOARD/BUILD/threads.elf. It crashes in threads whose first
# function returns to 0 or to an exit function, with an overwritten return address, and after calls
# by hand. Checks the stop reason on the device, in `bobbin decode` and in `bobbin unwind`. Run from
# the top folder, with the firmware and the tool built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/threads.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-threads

# FILE KEY: prints the value of the last line that has it
value() {
    sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$1" | tail -n 1
}

# FILE: prints the functions, innermost first, with a space before and after each
functions() {
    printf ' %s' "$(sed -n 's/^ *"function": "\([^"]*\)",$/\1/p' "$1" | tr '\n' ' ')"
}

# SYMBOL: its address without the Thumb bit and without leading zeros
address() {
    arm-none-eabi-nm "$ELF" | awk -v symbol="$1" '$3 == symbol { sub("^0*", "", $1); print $1 }'
}

# CASE DEVICE_STOP STOP COMPLETE FUNCTIONS: the stop of the report with its value, the stop that the
# tool shows, and the functions of the trace, from the innermost one to the outermost one
crash() {
    log=$WORK-$1.log core=$WORK-$1.core
    rm -f "$core"
    sh "build/fw/$BOARD/qemu" "$ELF" "$1" >"$log" 2>"$WORK.err" </dev/null
    tap_equal "$1: the device ends with the status of a report" 70 $?
    tap_equal "$1: the stop on the device" "$2" \
        "$(sed -n 's/^%bobbin [^ ]* stop \([^ ]* [^ ]*\) .*/\1/p' "$log")"
    build/bobbin decode "$ELF" "$log" >"$WORK-$1.txt" 2>&1
    sh tests/target/decode.sh "$ELF" "$log" "$core" "$WORK-$1.json" >"$WORK.err" 2>&1
    tap_equal "$1: decode accepts it" 0 $?
    build/bobbin unwind "$ELF" "$core" --json >"$WORK-$1.unwind" 2>&1
    for shown in json unwind; do
        tap_equal "$1, $shown: the stop" "$3" "$(value "$WORK-$1.$shown" stop)"
        tap_equal "$1, $shown: complete" "$4" "$(value "$WORK-$1.$shown" complete)"
        tap_equal "$1, $shown: the functions" " $5 " "$(functions "$WORK-$1.$shown")"
    done
    tap_equal "$1: every frame has a name" 0 "$(grep -c '(no symbol)' "$WORK-$1.txt")"
}

for word in thread_exit thread_exit_thumb harmless; do
    [ -n "$(address $word)" ] || tap_not_ok "$word is a symbol of $ELF"
done
middle=$(printf '%x' $((0x$(address harmless) + 8)))
crash zero 'thread-base 0' thread-base true 'crash work'
crash exit "no-call $(address thread_exit)" thread-base true 'crash work'
crash exit-thumb "no-call $(address thread_exit_thumb)" thread-base true 'crash work'
crash middle "no-call $middle" no-call false 'crash smash'
for kind in mov adr literal adr-thumb; do
    crash "by-$kind" 'outermost 0' outermost true \
        "crash work call_by_$(echo $kind | tr - _) main reset_handler"
done
tap_check "decode names the exit function" \
    grep -q '^stop: thread-base (0x[0-9a-f]*, thread_exit) - complete: ' "$WORK-exit.txt"
tap_check "decode shows no value for the return address 0" \
    grep -q '^stop: thread-base - complete: ' "$WORK-zero.txt"
tap_check "decode explains the overwritten return address" \
    grep -q '^stop: no-call (0x[0-9a-f]*, harmless+0x8) - truncated: ' "$WORK-middle.txt"
tap_done
