#!/bin/sh
# SPDX-License-Identifier: MIT
# Crashes the demo in five ways on two boards, and a second firmware in nested interrupt handlers.
# `bobbin run` starts each and prints the report with names and lines.
set -eu

logs=build/demo
STATUS_CRASHED=121
mkdir -p "$logs"

# BOARD BUILD PROGRAM COMMANDS: runs COMMANDS, which end with `crash KIND`
crash() {
    elf=build/fw/$1/$2/$3.elf
    log=$logs/$1-${4##* }.log
    echo
    echo "== $1, $2: \"$4\""
    status=0
    build/bobbin run --image="$elf" --timeout=60 --hide-reports --output="$log" \
        -- sh "build/fw/$1/qemu" "$elf" "$4" </dev/null 2>&1 || status=$?
    if [ "$status" != $STATUS_CRASHED ]; then
        echo "the program did not end with a report (status $status); see $log" >&2
        exit 1
    fi
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
