#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests run.sh: programs that crash, hang, fail, or do not run the tests of their plan must count as
# failures.
set -u

here=$(dirname "$0")
. "$here/tap.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

run() {
    RESULTS=$scratch/results JOBS=${jobs:-2} TEST_SECONDS=${seconds:-60} \
        sh "$here/run.sh" "$@" >"$scratch/out" 2>&1
    echo "$? $(tail -n 1 "$scratch/out")"
}

# NAME EXPECTED COMMAND [TEXT]: runs COMMAND as the only test. EXPECTED is the exit status and the
# last line of the output, which must have TEXT.
expect() {
    tap_equal "$1" "$2" "$(run "one=$3")"
    [ -z "${4-}" ] || tap_check "$1: the message" grep -q -- "$4" "$scratch/out"
}

failed='1 0 passed, 1 failed, 0 skipped'
half='1 1 passed, 1 failed, 0 skipped'

expect 'a good program passes' '0 2 passed, 0 failed, 0 skipped' \
    'echo 1..2; echo ok 1 - a; echo ok 2 - b'
expect 'a plan may come last' '0 1 passed, 0 failed, 0 skipped' 'echo ok 1 - a; echo 1..1'
expect 'a failure fails' "$half" \
    'echo ok 1; echo not ok 2 - b; echo "# why"; echo 1..2; exit 1' '  # why'
expect 'a failure with exit status 0 counts twice' '1 0 passed, 2 failed, 0 skipped' \
    'echo not ok 1; echo 1..1'
expect 'a crash fails' "$half" 'echo 1..1; echo ok 1; kill -SEGV $$' 'signal 11'
expect 'an exit status fails' "$half" 'echo 1..1; echo ok 1; exit 3' 'exit status 3'
expect 'a test less than planned fails' "$half" 'echo 1..2; echo ok 1' 'planned 2 tests, ran 1'
expect 'a test more than planned fails' '1 2 passed, 1 failed, 0 skipped' \
    'echo 1..1; echo ok 1; echo ok 2'
expect 'no plan fails' "$half" 'echo ok 1' 'no plan'
expect 'two plans fail' "$half" 'echo 1..1; echo ok 1; echo 1..1' 'more than one plan'
expect 'a wrong number fails' "$half" 'echo ok 2; echo 1..1' 'test 1 has number 2'
expect 'no test fails' "$failed" 'echo 1..0' 'no test'
expect 'no output fails' "$failed" 'true' 'no plan'
expect 'a missing command fails' '1 0 passed, 2 failed, 0 skipped' \
    './no/such/program' 'exit status 127'
expect '"Bail out!" fails' "$half" 'echo 1..1; echo ok 1; echo "Bail out! no disk"' 'no disk'
expect 'a skip with a reason is counted and shown' '0 1 passed, 0 failed, 1 skipped' \
    'echo 1..2; echo ok 1; echo "ok 2 - b # SKIP no board"' 'skipped: b # SKIP no board'
expect 'a skip without a reason fails' "$half" \
    'echo 1..2; echo ok 1; echo "ok 2 - b # SKIP"' 'no reason for: b'
expect 'an expected failure is a failure' "$half" \
    'echo 1..2; echo ok 1; echo "ok 2 - b # TODO later"'
expect 'a figure is shown' '0 1 passed, 0 failed, 0 skipped' \
    'echo 1..1; echo ok 1; echo "# figure: 12 apples"' '       12 apples'
expect 'a skipped program is a skip' '1 0 passed, 0 failed, 1 skipped' \
    'echo "1..0 # SKIP no tool"' 'no tool'
expect 'stderr of a failing program is shown' "$half" \
    'echo 1..1; echo ok 1; echo here it is >&2; exit 1' '| here it is'
seconds=1
expect 'a hang is stopped' "$half" 'echo 1..1; echo ok 1; sleep 60' 'took longer than 1 s'
seconds=60

good='echo 1..1; echo ok 1'
for jobs in 1 2; do
    tap_equal "programs add up, $jobs at a time" '1 3 passed, 2 failed, 0 skipped' \
        "$(run "c=sleep 0.3; $good" "a=$good" "d=exit 1" "b=$good")"
    tap_equal "lines come in the order given, $jobs at a time" 'c a d b' \
        "$(sed -n 's/^[oF][kA][I ][L ] \([a-d]\):.*/\1/p' "$scratch/out" | tr '\n' ' ' |
            sed 's/ $//')"
done
marker=$scratch/marker
tap_equal 'programs after --then start when all others have ended' \
    '0 3 passed, 0 failed, 0 skipped' \
    "$(run "a=sleep 0.5; touch $marker; $good" "b=$good" --then "c=test -e $marker && { $good; }")"
tap_equal 'programs before and after --then are shown' 'a b c' \
    "$(sed -n 's/^ok   \([a-d]\):.*/\1/p' "$scratch/out" | tr '\n' ' ' | sed 's/ $//')"
tap_equal 'two programs with the same name are refused' "2 run.sh: more than one test is named a" \
    "$(run "a=$good" "a=$good")"
tap_done
