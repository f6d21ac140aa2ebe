#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh DIRECTORY [FIGURE...]: measures a part of DIRECTORY/bench.elf twice. Both runs give the
# same digits and find all frames of the deep stack. Each FIGURE of the fast table is within its
# limit; other figures that are not are shown. A table over its budget gets smaller. From the top.
set -u

. tests/tap.sh
directory=$1
shift
EVERY=16
FRAMES_MIN=80
LIBGCC_FRAMES_MIN=50

# FORMAT FIGURE FIELD: a value from the JSON file
field() {
    awk -v format="\"$1\": {" -v figure="\"$2\": {" -v field="\"$3\":" '
        index($0, "        " format) == 1 { here = 1 }
        here && index($0, figure) { inside = 1 }
        inside && $1 == field { gsub(/[",]/, "", $2); print $2; exit }' "$work/bench.json"
}

fast() {
    field bobbin:fast "$@"
}

# $1: directory for the results
measure() {
    sh tests/bench/measure.sh "$1" "$directory/bench.elf" "$directory/bench.elf" $EVERY \
        bobbin:fast bobbin:small chrome1
}

work=build/tests/bench/${directory##*/}
mkdir -p "$work" "$work.again"
tap_check 'the image is measured' measure "$work"
tap_check 'the image is measured again' measure "$work.again"
for file in formats bobbin:fast.answers bobbin:small.answers chrome1.answers weights; do
    tap_check "the same digits twice: $file" cmp "$work/$file" "$work.again/$file"
done
sh tests/bench/readers.sh "$directory"
cp "$directory/readers" "$work/readers"
figures=$(build/tests/bench_figures "$work/bench.json" "$work")
tap_equal 'figures are written' 0 $?
tap_note "$figures"

for way in call call_read call_kept call_cached; do
    tap_check "$way: $(fast $way samples) frames" test "$(fast $way samples)" -ge $FRAMES_MIN
    tap_equal "$way: only the outermost has no caller" 1 "$(fast $way stopped)"
done
tap_equal 'steps and walks find the same frames' \
    "$(($(fast call samples) + 1))" "$(fast walk samples)"
tap_check "libgcc finds $(fast libgcc samples) frames" \
    test "$(fast libgcc samples)" -ge $LIBGCC_FRAMES_MIN
tap_equal 'a small table finds the same frames' \
    "$(fast call samples)" "$(field bobbin:small call samples)"
tap_equal 'chrome1 is tried on the same frames' \
    "$(fast call samples)" "$(field chrome1 call samples)"
tap_check "chrome1 does not find all of their callers" test "$(field chrome1 call stopped)" -gt 1
tap_equal 'chrome1 finds no wrong caller there' 0 "$(field chrome1 call wrong)"
tap_equal 'all instructions are exact' 0 "$(fast instructions wrong)"
tap_check 'chrome1 is wrong at some instructions' test "$(field chrome1 instructions wrong)" -gt 0
tap_check 'executed instructions are exact' test "$(fast executed exact)" -gt 100000
tap_check 'steps need stack' test "$(fast call stack_bytes)" -gt 0
for way in interrupted interrupted_read return return_read; do
    tap_check "$way: 19 of 20 callers of made frames are found" \
        test "$((20 * $(fast $way stopped)))" -lt "$(fast $way samples)"
done
# BUDGET: prints the bytes of a fast table with this budget
bytes_for() {
    build/bobbin table "$directory/bench.elf" --budget="$1" -o "$work/table" && wc -c <"$work/table"
}
tap_check 'a table over its budget has more code read and is smaller' \
    test "$(bytes_for 1)" -lt "$(bytes_for 0)"
tap_check 'it is proved' \
    build/bobbin embed "$directory/bench.elf" --budget=1 --require=99.9 -o "$work/over.elf"
tap_equal 'core has no writable data' 0 "$(fast reader writable_bytes)"
tap_check "core takes $(fast reader bytes) bytes" test "$(fast reader bytes)" -le 3584
tap_check "core takes $(fast reader stack_bytes_by_calls) bytes of stack" \
    test "$(fast reader stack_bytes_by_calls)" -le 256
for figure in call call_cached interrupted; do
    case " $* $(fast $figure met)" in
    *" $figure "*false) tap_not_ok "$figure is within its limit" ;;
    *" $figure "*) tap_ok "$figure is within its limit" ;;
    *false) tap_note "over its limit: $figure, $(fast $figure mean) of $(fast $figure limit)" ;;
    *) tap_note "within its limit: $figure, $(fast $figure mean) of $(fast $figure limit)" ;;
    esac
done
tap_done
