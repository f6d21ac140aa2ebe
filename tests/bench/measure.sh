#!/bin/sh
# SPDX-License-Identifier: MIT
# measure.sh DIRECTORY IMAGE FIRMWARE EVERY [FORMAT...]: measures IMAGE in each FORMAT, or in all.
# Writes bytes and exactness to DIRECTORY/formats, and FIRMWARE's answers about every EVERYth
# instruction to DIRECTORY/FORMAT.answers. Weights are the instructions that the oracle sees IMAGE
# execute. An IMAGE that is not FIRMWARE has no deep stack. From the top.
set -eu

directory=$1 image=$2 firmware=$3 every=$4
shift 4
mkdir -p "$directory"
rm -f "$directory"/*.answers

# COMMAND...: shows the output only if COMMAND fails
quietly() {
    "$@" >"$directory/log" 2>&1 || {
        tail -n 20 "$directory/log" >&2
        return 1
    }
}

code=
[ "$image" = "$firmware" ] || code=$directory/code
# shellcheck disable=SC2086 # $code is one word or none
build/tests/bench_questions "$image" "$every" $code >"$directory/questions"
build/bobbin table "$image" -o "$directory/oracle.table"
plugin=build/tests/oracle.so,elf=$image,table=$directory/oracle.table,licences=tests/oracle/licences
plugin=$plugin,counts=$directory/weights
quietly sh build/fw/vexpress-a9/qemu "$image" '' </dev/null -plugin "$plugin"
quietly build/tests/bench_formats "$image" "$directory" "$directory/formats" \
    "$directory/weights" "$@"

sed -n 's/^format //p' "$directory/formats" | while read -r reader _ _ format; do
    sh tests/bench/ask.sh "$firmware" "$directory/questions" "$directory/$format.answers" \
        "$reader" "$directory/$format.table" "$code"
done
