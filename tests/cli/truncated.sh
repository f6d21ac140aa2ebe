#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the verbs with files that are cut off: a small image after every 64 bytes, a firmware at
# many places, a core after every 16 bytes. The status must be 0, 1 or 3, with one line on stderr if
# it is not 0. Run from the top folder.
set -u

. tests/cli/lib.sh
make_core
make_capture
# This image has everything that the tool reads, and is small enough to be cut off everywhere.
small=$work/small
cp build/tests/small.elf "$small"
expect "the small image is good" 0 - embed "$small"

# VERB IMAGE: runs VERB. If the answer is invalid, increments $bad and prints a note.
try() {
    # shellcheck disable=SC2046 # words
    run "$1" "$2" $(words_of "$1")
    problem=$(complain)
    if [ -z "$problem" ] && [ "$status" != 0 ] && [ "$(wc -l <"$work/err")" != 1 ]; then
        problem="status $status with $(wc -l <"$work/err") lines: $(head -n 3 "$work/err")"
    fi
    if [ -z "$problem" ] && grep -vq "^bobbin: [a-z]*: \($2\|$work/core\): " "$work/err"; then
        problem="a line that names no file: $(cat "$work/err")"
    fi
    [ -z "$problem" ] && return
    bad=$((bad + 1))
    tap_note "$1, $size bytes: $problem"
}

# VERB IMAGE STEP: runs VERB on IMAGE cut off after every STEP bytes
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
