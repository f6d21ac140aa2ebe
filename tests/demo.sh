#!/bin/sh
# SPDX-License-Identifier: MIT
# Crashes the demo in five ways on two boards, and a second firmware in nested interrupt handlers.
# Prints the logs as `bobbin decode` symbolises them.
set -eu

logs=build/demo
mkdir -p "$logs"

# BOARD BUILD PROGRAM COMMANDS: runs COMMANDS, which end with `crash KIND`, and decodes the log
crash() {
    elf=build/fw/$1/$2/$3.elf
    log=$logs/$1-${4##* }.log
    echo
    echo "== $1, $2: \"$4\""
    status=0
    "build/fw/$1/qemu" "$elf" "$4" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" != 70 ]; then
        echo "the program did not end with a report (status $status); see $log" >&2
        exit 1
    fi
    build/bobbin decode "$elf" "$log"
}

# BOARD BUILD: the crashes of the demo, then one in nested interrupt handlers
board() {
    for kind in wild null undef overflow garbage; do
        crash "$1" "$2" demo "sort; crash $kind"
    done
    crash "$1" "$2" nested "crash nested"
}

board vexpress-a9 thumb-os
board versatile-r5f arm-o2
echo
echo "The boards' logs are in $logs; try: build/bobbin decode --help"
