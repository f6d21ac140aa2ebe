#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh DIRECTORY [FIGURE...]: the bench of DIRECTORY over some of its image gives the same digits twice and comes to the end
# of its stack; each FIGURE is within its limit. Others that are not are told. From the top.
set -u

. tests/tap.sh
directory=$1
shift
EVERY=40
FRAMES_MIN=80
LIBGCC_FRAMES_MIN=50

# FIGURE FIELD: from the JSON
field() {
    awk -v figure="\"$1\": {" -v field="\"$2\":" '
        index($0, figure) { inside = 1 }
        inside && $1 == field { gsub(/[",]/, "", $2); print $2; exit }' "$directory/test.json"
}

tap_check 'it is measured' sh tests/bench/measure.sh "$directory" $EVERY
cp "$directory/answers" "$directory/answers.first"
tap_check 'it is measured again' sh tests/bench/measure.sh "$directory" $EVERY
tap_check 'the same digits twice' cmp "$directory/answers" "$directory/answers.first"
figures=$(build/tests/bench_figures "$directory/test.json" "$directory")
tap_equal 'there are figures' 0 $?
tap_note "$figures"

for way in call call_read call_kept call_cached; do
    tap_check "$way: $(field $way samples) frames" test "$(field $way samples)" -ge $FRAMES_MIN
    tap_equal "$way: only the outermost has no caller" 1 "$(field $way stopped)"
done
tap_equal 'steps and walks find the same frames' "$(($(field call samples) + 1))" "$(field walk samples)"
tap_check "libgcc finds $(field libgcc samples) frames" test "$(field libgcc samples)" -ge $LIBGCC_FRAMES_MIN
for way in interrupted interrupted_read return return_read; do
    tap_check "$way: callers of 19 in 20 made-up frames are found" \
        test "$((20 * $(field $way stopped)))" -lt "$(field $way samples)"
done
tap_equal 'core has no writable data' 0 "$(sed -n 's/^core_writable_bytes //p' "$directory/sizes")"
for figure in call call_cached interrupted; do
    case " $* $(field $figure met)" in
    *" $figure "*false) tap_not_ok "$figure is within its limit" ;;
    *" $figure "*) tap_ok "$figure is within its limit" ;;
    *false) tap_note "not yet within its limit: $figure, $(field $figure mean) of $(field $figure limit)" ;;
    *) tap_note "within its limit: $figure, $(field $figure mean) of $(field $figure limit)" ;;
    esac
done
tap_done
