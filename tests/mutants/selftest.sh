#!/bin/sh
# SPDX-License-Identifier: MIT
# selftest.sh IMAGE COUNT: mutants.sh must fail with a bad judge, and name the mutant. Run from the
# top folder, with build/tests/mutants built.
set -u

. tests/tap.sh
IMAGE=$1 COUNT=$2

# JUDGE COUNT
run() {
    JUDGE=$1 TRUTH=no sh tests/mutants/mutants.sh "$IMAGE" "$2"
}

# NUMBER: prints the result of test NUMBER in $out: ok or not ok
result() {
    echo "$out" | sed -n "s/^\(.*ok\) $1 - .*/\1/p"
}

out=$(run 'build/tests/mutants/judge --blind' "$COUNT")
tap_check "a judge that does not look at d8-d15 lets a mutant live" \
    test "$(result 1) $(result 2) $(result 3) $(result 5)" = 'ok ok not ok ok'
tap_check "the address and the wrong answer are printed" \
    sh -c 'echo "$1" |
        grep -qE "^# +0x[0-9a-f]+ interrupted .*: cfa=.*d[0-9]+=.* instead of "' - "$out"
out=$(run true 16)
tap_check "a judge that accepts everything is detected" \
    test "$(result 1) $(result 2) $(result 3) $(result 5)" = 'ok ok not ok not ok'
out=$(run false 16)
tap_check "a judge that accepts nothing is detected" test "$(result 1)" = 'not ok'
out=$(run './nowhere' 16)
tap_check "a judge that cannot run is detected" test "$(result 2)" = 'not ok'
tap_done
