#!/bin/sh
# SPDX-License-Identifier: MIT
# matrix_pairs.sh ROW...: proves of the table in tests/matrix.mk that each pair of values of two options is in
# a build that `make test` has a program of, that each program is there with each value of the options that
# matter most, and that there are at most 40 images. One test for each two options.
# From the top. ROW is BOARD:BUILD:COMPILER:STATE:O:LINK:FRAME:FLOAT:TUNE:PROGRAM,PROGRAM...
set -u

. tests/tap.sh

IMAGES_MAX=40
OPTIONS='compiler state O link frame float tune'
# With these each program is paired, too.
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

# The pairs that cannot be: OPTION=VALUE OPTION=VALUE, and why.
impossible() {
    case $1 in
    'compiler=clang link=lto') echo "objects of clang -flto are LLVM's, which GNU ld does not read" ;;
    'compiler=clang program=gnu') echo "nested functions and a state for one function are GCC's" ;;
    *) return 1 ;;
    esac
}

ROWS=$(printf '%s\n' "$@")

# A line an image: PROGRAM OPTION=VALUE...
images() {
    echo "$ROWS" | awk -F : '{
        count = split($10, programs, ",")
        for (i = 1; i <= count; i++)
            print programs[i], "compiler=" $3, "state=" $4, "O=" $5, "link=" $6, "frame=" $7, \
                "float=" $8, "tune=" $9, "program=" programs[i], ""
    }'
}

IMAGES=$(images)

# OPTION OPTION: the pairs of their values that no image has
missing_pairs() {
    for first in $(values_of "$1"); do
        for second in $(values_of "$2"); do
            pair="$1=$first $2=$second"
            if reason=$(impossible "$pair"); then
                echo "# $pair cannot be: $reason" >&3
            else
                echo "$IMAGES" | grep -F " $1=$first " | grep -qF " $2=$second " || echo "$pair"
            fi
        done
    done
}

# OPTION OPTION
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
tap_equal "no build is there twice" '' "$(echo "$ROWS" | cut -d : -f 1,2 | sort | uniq -d)"
tap_done
