#!/bin/sh
# SPDX-License-Identifier: MIT
# costs.sh BOARD/BUILD...: prints a Markdown table of what a sample costs on these boards, from the
# figures that sampler.sh prints. From the top.
set -eu

results=build/bench-sampler
mkdir -p "$results"

# "cost FRAMES SAMPLES MEAN WORST" lines follow the title in the TAP notes.
mean() {
    sed -n "s/^# $2 [0-9]* \([0-9]*\) .*/\1/p" "$1"
}

echo "| firmware | 5 frames | 10 frames | 20 frames | vector to return, mean; worst" \
    "| bytes per stack |"
echo "|---|---|---|---|---|---|"
for image; do
    tap=$results/${image%/*}.tap
    sh tests/profile/sampler.sh "${image%/*}" "${image#*/}" >"$tap" || {
        grep '^not ok' "$tap" >&2
        exit 1
    }
    whole=$(sed -n 's/.*to return: \([0-9]*\) [^,]*, \([0-9]*\) at most.*/\1; \2/p' "$tap")
    bytes=$(sed -n 's/^# figure: \([0-9]*\) bytes for each of .*/\1/p' "$tap")
    echo "| \`$image\` | $(mean "$tap" 5) | $(mean "$tap" 10) | $(mean "$tap" 20)" \
        "| $whole | $bytes |"
done
