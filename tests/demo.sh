#!/bin/sh
# SPDX-License-Identifier: MIT
# Crashes the demo in five ways on two boards, and prints the logs as `bobbin decode` symbolises
# them.
set -eu

logs=build/demo
mkdir -p "$logs"

# BOARD BUILD KIND: runs `crash KIND` and decodes its log
crash() {
    elf=build/fw/$1/$2/demo.elf
    log=$logs/$1-$3.log
    echo
    echo "== $1, $2: \"sort; crash $3\""
    status=0
    "build/fw/$1/qemu" "$elf" "sort; crash $3" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" != 70 ]; then
        echo "the demo did not end with a report (status $status); see $log" >&2
        exit 1
    fi
    build/bobbin decode "$elf" "$log"
}

for kind in wild null undef overflow garbage; do
    crash vexpress-a9 thumb-os "$kind"
done
for kind in wild null undef overflow garbage; do
    crash versatile-r5f arm-o2 "$kind"
done
echo
echo "The boards' logs are in $logs; try: build/bobbin decode --help"
