#!/bin/sh
# SPDX-License-Identifier: MIT
# pairs.sh BOARD/BUILD/FAMILY... -- ROW...: proves that the test kernels are built in all pairs
# of compiler, state, float and board, and each of them with each value of these options. ROW is
# that of matrix_pairs.sh. Boards without a row have builds of the first two boards' rows.
set -u

. tests/tap.sh
OPTIONS='compiler state float board'

images=
while [ "$1" != -- ]; do
    images="$images $1"
    shift
done
shift
ROWS=$(printf '%s\n' "$@")

# Prints a line per image: FAMILY OPTION=VALUE...
IMAGES=$(for image in $images; do
    board=${image%%/*} family=${image##*/} build=${image#*/}
    echo "$ROWS" | grep "^$board:${build%/*}:" | awk -F : -v family="$family" '{
        print family, "compiler=" $3, "state=" $4, "float=" $8, "board=" $1, ""
    }'
done)

values_of() {
    echo "$IMAGES" | grep -o " $1=[^ ]*" | sort -u | cut -d = -f 2
}

# OPTION OPTION: prints the pairs of their values that no image has
missing_pairs() {
    for first in $(values_of "$1"); do
        for second in $(values_of "$2"); do
            echo "$IMAGES" | grep -F " $1=$first " | grep -qF " $2=$second " ||
                echo "$1=$first $2=$second"
        done
    done
}

left=$OPTIONS
for one in $OPTIONS; do
    left=${left#*"$one"}
    tap_equal "$one has two values" 2 "$(values_of "$one" | wc -l)"
    for family in $(echo "$IMAGES" | cut -d ' ' -f 1 | sort -u); do
        tap_equal "$family with each $one" "$(values_of "$one")" \
            "$(echo "$IMAGES" | grep "^$family " | grep -o " $one=[^ ]*" | sort -u | cut -d = -f 2)"
    done
    for other in $left; do
        tap_equal "each $one with each $other" '' "$(missing_pairs "$one" "$other")"
    done
done
tap_done
