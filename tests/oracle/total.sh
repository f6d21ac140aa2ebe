#!/bin/sh
# SPDX-License-Identifier: MIT
# total.sh INSTRUCTIONS ELF...: adds up the last runs of run.sh on build/fw/BOARD/BUILD/PROGRAM.elf
# and prints the figures. Fails unless at least INSTRUCTIONS were executed, every frame was
# compared, none was wrong, all boards read the generated code alike, and enough of our own code was
# executed (coverage.sh). Run from the top folder.
set -u

. tests/tap.sh
LEAST=$1
shift

# FIELD: prints its sum over all runs of all images
sum() {
    sed -n "s/^$1 //p" $results | awk '{ sum += $1 } END { printf "%.0f", sum }'
}

results='' absent=''
for elf; do
    name=${elf#build/fw/}
    found=$(ls "build/tests/oracle/${name%.elf}"-*.out 2>/dev/null)
    [ -n "$found" ] || absent="$absent $elf"
    results="$results $found"
done
tap_equal "every image was run" '' "$absent"

instructions=$(sum instructions) frames=$(sum frames)
skipped=$(sum skipped) mismatches=$(sum mismatches)
tap_check "at least $LEAST instructions" test "$instructions" -ge "$LEAST"
tap_check "at least a frame for each" test "$frames" -ge "$instructions"
tap_equal "nothing skipped" 0 "$skipped"
tap_equal "nothing read below sp" 0 "$(sum below_sp)"
tap_equal "no mismatch" 0 "$mismatches"

# The firmware of crossings.sh counts for these, but not for the figures above.
crossings=$(cat $results build/tests/oracle/crossings/*.out | awk '$1 == "crossings" { sum += $2 }
    END { printf "%.0f", sum }')
tap_check "at least ${CROSSINGS_REQUIRED:-0} crossings" \
    test "$crossings" -ge "${CROSSINGS_REQUIRED:-0}"

said=$(for elf; do
    name=${elf#build/fw/}
    tr -d '\r' <"build/tests/oracle/${name%.elf}-reports.log" 2>/dev/null | grep '^code '
done | sort -u)
tap_equal "the generated code has the same answers on every board, with every compiler ($said)" \
    1 "$(echo "$said" | grep -c '^code ')"

coverage=$(sh tests/oracle/coverage.sh "$@" 2>&1)
tap_check "our own code is executed" sh -c 'echo "$1"; exit "$2"' - "$coverage" $?
tap_note "figure: $instructions instructions executed"
echo "$coverage" | sed -n 's/^total: /# figure: /p'
tap_note "figure: $frames frames checked"
tap_note "figure: $crossings exceptions crossed"
tap_note "figure: $skipped checks skipped"
tap_note "figure: $mismatches mismatches"
tap_done
