#!/bin/sh
# SPDX-License-Identifier: MIT
# matrix_pairs.sh ROW...: proves that the table in tests/matrix.mk is complete. Each pair of values
# of two options is in an image of `make test`. Each program is built with each value of the most
# important options. There are at most 40 images. Prints a test per pair of options. Run from the
# top folder. ROW is BOARD:BUILD:COMPILER:STATE:O:LINK:FRAME:FLOAT:TUNE:PROGRAM,PROGRAM...
set -u

. tests/tap.sh

IMAGES_MAX=40
OPTIONS='compiler state O link frame float tune'
# Each program is built with each value of these options.
PROGRAM_OPTIONS='compiler state frame float'

values_of() {
    case $1 in
    compiler) echo gcc clang ;;
    state) echo arm thumb ;;
    O) echo 0 g 1 2 3 s ;;
    link) echo ld lld lto ;;
    frame) echo - fp ;;
    float) echo hard soft ;;
    tune) echo a9 a15 r5 ;;
    program) for folder in tests/programs/*/; do basename "$folder"; done ;;
    esac
}

# "OPTION=VALUE OPTION=VALUE": if this pair is impossible, prints why
impossible() {
    case $1 in
    'compiler=clang link=lto') echo "GNU ld does not read the LLVM objects of clang -flto" ;;
    'compiler=clang program=gnu') echo "only GCC has nested functions and a state per function" ;;
    *) return 1 ;;
    esac
}

ROWS=$(printf '%s\n' "$@")

# Prints a line per image: PROGRAM OPTION=VALUE...
images() {
    echo "$ROWS" | awk -F : '{
        count = split($10, programs, ",")
        for (i = 1; i <= count; i++)
            print programs[i], "compiler=" $3, "state=" $4, "O=" $5, "link=" $6, "frame=" $7, \
                "float=" $8, "tune=" $9, "program=" programs[i], ""
    }'
}

IMAGES=$(images)

# OPTION OPTION: prints the pairs of their values that no image has
missing_pairs() {
    for first in $(values_of "$1"); do
        for second in $(values_of "$2"); do
            pair="$1=$first $2=$second"
            if reason=$(impossible "$pair"); then
                echo "# $pair is impossible: $reason" >&3
            else
                echo "$IMAGES" | grep -F " $1=$first " | grep -qF " $2=$second " || echo "$pair"
            fi
        done
    done
}

# OPTION OPTION: no pair of their values may be missing
test_pair() {
    tap_equal "each $1 with each $2" '' "$(missing_pairs "$1" "$2")"
}

exec 3>&1
left=$OPTIONS
for one in $OPTIONS; do
    left=${left#*"$one"}
    for other in $left; do
        test_pair "$one" "$other"
    done
done
for one in $PROGRAM_OPTIONS; do
    test_pair "$one" program
done
count=$(echo "$IMAGES" | wc -l)
tap_check "$count images, at most $IMAGES_MAX" test "$count" -le "$IMAGES_MAX"
tap_equal "each build has one row" '' "$(echo "$ROWS" | cut -d : -f 1,2 | sort | uniq -d)"
tap_done
