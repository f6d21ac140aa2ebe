#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh ELF...: how much of each build/fw/BOARD/BUILD/PROGRAM.elf the last runs of run.sh
# executed, and how much of all images together. Fails if less than COVERAGE_REQUIRED percent (95)
# of our own code was executed. Run from the top folder.
#
#   COVERAGE_FLAGS   --verbose: read all results again and list the code that was not executed
set -u

for elf; do
    name=${elf#build/fw/}
    result=build/tests/oracle/${name%.elf}
    if [ -n "${COVERAGE_FLAGS-}" ]; then
        build/tests/coverage "$COVERAGE_FLAGS" "$elf" "$result"-*.out
    else
        cat "$result.coverage"
    fi
done | awk -v required="${COVERAGE_REQUIRED:-95}" -v images=$# '
    # Lines read: ELF OWNER: EXECUTED of REACHABLE instructions executed, PERCENT %
    { print }
    $2 == "ours:" {
        shown++
        if (!lowest || $8 + 0 < lowest + 0) {
            lowest = $8
            lowest_image = $1
        }
    }
    /instructions executed,/ {
        executed[$2] += $3
        reachable[$2] += $5
    }
    function share(what, executed, reachable) {
        percent = reachable ? 100 * executed / reachable : 0
        printf "total: %d of %d reachable addresses %s, %.2f %%\n", \
            executed, reachable, what, percent
        return percent
    }
    END {
        share("executed and checked", executed["ours:"] + executed["libraries:"],
            reachable["ours:"] + reachable["libraries:"])
        ours = share("of our own code", executed["ours:"], reachable["ours:"])
        printf "total: lowest of our own code: %s %% of %s\n", lowest, lowest_image
        exit shown != images || ours < required
    }'
