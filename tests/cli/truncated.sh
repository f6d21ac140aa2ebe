#!/bin/sh
# SPDX-License-Identifier: MIT
# An image cut off after every 64 bytes, a firmware cut off at many places, a core cut off after every 16:
# status 0, 1 or 3, one line when it is not 0, never a crash. From the top.
set -u

. tests/cli/lib.sh
make_core
make_capture
# Big enough to have everything the tool reads, small enough to be cut off everywhere.
small=$work/small
cp build/tests/small.elf "$small"
expect "the small image is good" 0 - embed "$small"

# VERB IMAGE: an answer of a sane program; adds to $bad and to the notes.
try() {
    # shellcheck disable=SC2046 # words
    run "$1" "$2" $(words_of "$1")
    problem=$(complain)
    if [ -z "$problem" ] && [ "$status" != 0 ] && [ "$(wc -l <"$work/err")" != 1 ]; then
        problem="status $status with $(wc -l <"$work/err") lines: $(head -n 3 "$work/err")"
    fi
    if [ -z "$problem" ] && grep -vq "^$2: \|^$work/core: " "$work/err"; then
        problem="a line that names no file: $(cat "$work/err")"
    fi
    [ -z "$problem" ] && return
    bad=$((bad + 1))
    tap_note "$1, $size bytes: $problem"
}

# VERB IMAGE STEP
cut_everywhere() {
    bad=0 count=0
    for size in $(seq 0 "$3" "$(wc -c <"$2")"); do
        head -c "$size" "$2" >"$work/cut"
        try "$1" "$work/cut"
        count=$((count + 1))
    done
    tap_equal "$1: $count lengths of $(basename "$2")" 0 "$bad"
}

for verb in table show size embed decode unwind profile; do
    cut_everywhere "$verb" "$small" 64
done
for verb in size embed decode profile; do
    cut_everywhere "$verb" "$FIRMWARE" $(($(wc -c <"$FIRMWARE") / 16 + 1))
done

bad=0
cp "$work/core" "$work/whole"
for size in $(seq 0 16 "$(wc -c <"$work/whole")"); do
    head -c "$size" "$work/whole" >"$work/core"
    try unwind "$FIRMWARE"
done
tap_equal "unwind: the core cut off" 0 "$bad"
tap_done
