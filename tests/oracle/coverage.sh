#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh ELF...: for each build/fw/BOARD/BUILD/PROGRAM.elf how much of it the runs of run.sh have
# executed. From the top. COVERAGE_FLAGS: flags for build/tests/coverage.
set -u

status=0
for elf; do
    name=${elf#build/fw/}
    # shellcheck disable=SC2086 # one word a flag
    build/tests/coverage ${COVERAGE_FLAGS-} "$elf" "build/tests/oracle/${name%.elf}"-*.out || status=1
done
exit $status
