#!/bin/sh
# SPDX-License-Identifier: MIT
# merge.sh IMAGE DIRECTORY: bobbin profile adds up all samples of the captures in DIRECTORY, within
# the time and memory limits of bench_merge.
set -u

. tests/tap.sh

mkdir -p build/tests/profile
tap_equal "all samples of all stacks" "10000000 100000" \
    "$(build/bobbin profile "$1" "$2"/* --json | awk '
        /^  "samples":/ { samples = $2 + 0 }
        /^  "stacks":/ { print samples, $2 + 0 }')"
tap_check "time and memory are within their limits" \
    build/tests/bench_merge build/tests/profile/merge.json "$1" "$2"
tap_note "$tap_output"
tap_done
