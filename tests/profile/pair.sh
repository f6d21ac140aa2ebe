#!/bin/sh
# SPDX-License-Identifier: MIT
# pair.sh ELF: two processors (pair/) sampled at the same time, each into a profile of its own; added up on the host, each sample
# is that of the processor that took it. From the top, with all of it built.
set -u

. tests/tap.sh
ELF=$1
WORK=build/tests/profile/pair
mkdir -p "${WORK%/*}"
rm -f "$WORK"[.-]*

QEMU_SECONDS=250 sh build/fw/vexpress-a9/qemu "$ELF" "$WORK" -smp 2 >"$WORK-log" 2>&1 </dev/null
tap_equal "the firmware's exit status" 0 $?

# FILE...: samples of them
samples() {
    build/bobbin profile "$ELF" "$@" --json | sed -n 's/^  "samples": \([0-9]*\),$/\1/p'
}
first=$(samples "$WORK.0") second=$(samples "$WORK.1")
tap_check "the first processor has samples: $first" test "${first:-0}" -gt 100
tap_check "the second one too: $second" test "${second:-0}" -gt 100
tap_equal "both have the sum" $((first + second)) "$(samples "$WORK.1" "$WORK.0")"

build/bobbin profile "$ELF" "$WORK.0" "$WORK.1" --by=processor --folded=- >"$WORK-folded"
# PATTERN: samples of the stacks that it is in
of() {
    awk -v pattern="$1" '$0 ~ pattern { sum += $NF } END { print sum + 0 }' "$WORK-folded"
}
tap_equal "all stacks are complete" 0 "$(of truncated)"
tap_equal "the first's are told from others" "$first" "$(of '^.processor 0.;reset_handler;main[ ;]')"
tap_equal "and the second's" "$second" "$(of '^.processor 1.;pair_reset;second_main[ ;]')"
tap_check "each works on its own" test "$(of 'processor 0.*work_of_first')" -gt 100 -a "$(of 'processor 1.*work_of_second')" -gt 100
tap_equal "and not on what is the other's" 0 $(($(of 'processor 0.*work_of_second') + $(of 'processor 1.*work_of_first')))
tap_check "what both call is in both" test "$(of 'work_of_first;work_of_both')" -gt 50 -a "$(of 'work_of_second;work_of_both')" -gt 50
tap_done
