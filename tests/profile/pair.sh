#!/bin/sh
# SPDX-License-Identifier: MIT
# pair.sh ELF: samples two processors (pair/) at the same time, each into its own profile. On the
# host each sample must belong to the processor that took it. From the top, after the build.
set -u

. tests/tap.sh
ELF=$1
WORK=build/tests/profile/pair
mkdir -p "${WORK%/*}"
rm -f "$WORK"[.-]*

QEMU_SECONDS=250 sh build/fw/vexpress-a9/qemu "$ELF" "$WORK" -smp 2 >"$WORK-log" 2>&1 </dev/null
tap_equal "the firmware's exit status" 0 $?

# FILE...: the number of their samples
samples() {
    build/bobbin profile "$ELF" "$@" --json | sed -n 's/^  "samples": \([0-9]*\),$/\1/p'
}
first=$(samples "$WORK.0") second=$(samples "$WORK.1")
tap_check "the first processor has samples: $first" test "${first:-0}" -gt 100
tap_check "the second one too: $second" test "${second:-0}" -gt 100
tap_equal "together they have the sum" $((first + second)) "$(samples "$WORK.1" "$WORK.0")"

build/bobbin profile "$ELF" "$WORK.0" "$WORK.1" --by=processor --folded=- >"$WORK-folded"
# PATTERN: the number of samples whose stack matches
of() {
    awk -v pattern="$1" '$0 ~ pattern { sum += $NF } END { print sum + 0 }' "$WORK-folded"
}
tap_equal "all stacks are complete" 0 "$(of truncated)"
tap_equal "all samples of the first have its root" "$first" \
    "$(of '^.processor 0.;reset_handler;main[ ;]')"
tap_equal "all samples of the second have its root" "$second" \
    "$(of '^.processor 1.;pair_reset;second_main[ ;]')"
tap_check "each has samples of its own work" test "$(of 'processor 0.*work_of_first')" -gt 100 \
    -a "$(of 'processor 1.*work_of_second')" -gt 100
tap_equal "neither has samples of the other's work" 0 \
    $(($(of 'processor 0.*work_of_second') + $(of 'processor 1.*work_of_first')))
tap_check "both have samples of the common function" \
    test "$(of 'work_of_first;work_of_both')" -gt 50 -a "$(of 'work_of_second;work_of_both')" -gt 50
tap_done
