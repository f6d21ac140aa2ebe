#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh NAME=COMMAND... [--then NAME=COMMAND...]: runs each COMMAND with sh, JOBS at a time, and
# reads the TAP stream that it prints. Commands after --then start when all others have ended.
# Prints a line per program, in the order given, with its duration and its processor time, and after
# it the failed and skipped tests. The last line is "N passed, N failed, N skipped". Fails if a test
# failed or none passed. Give long programs first, so that no processor is idle at the end.
#
#   JOBS            programs at a time (the number of processors)
#   TEST_SECONDS    time limit of a program (300)
#   RESULTS         folder for the outputs NAME.tap and NAME.err (build/tests)
set -u

here=$(dirname "$0")
: "${JOBS:=$(getconf _NPROCESSORS_ONLN)}" "${TEST_SECONDS:=300}" "${RESULTS:=build/tests}"
export JOBS TEST_SECONDS RESULTS CMOCKA_MESSAGE_OUTPUT=TAP

# FILE: prints the processor time of all child processes from FILE, the output of `times`
cpu_seconds() {
    awk 'NR == 2 { gsub("[ms]", " "); printf "%.0f", 60 * ($1 + $3) + $2 + $4 }' "$1"
}

# NAME=COMMAND: runs the program. Writes NAME.sum last; if it exists, the program has ended.
run_one() {
    result=$RESULTS/${1%%=*}
    begin=$(date +%s)
    timeout -k 5 "$TEST_SECONDS" sh -c "${1#*=}" >"$result.tap" 2>"$result.err" </dev/null
    status=$?
    seconds=$(($(date +%s) - begin))
    times >"$result.times"
    awk -v status="$status" -v limit_s="$TEST_SECONDS" -v seconds="$seconds" \
        -v cpu_seconds="$(cpu_seconds "$result.times")" \
        -f "$here/tap.awk" "$result.tap" >"$result.part"
    rm "$result.times"
    mv "$result.part" "$result.sum"
}

show_one() {
    result=$RESULTS/$1
    [ -e "$result.sum" ] || printf "0 1 0 ? ?\nnever ended\n" >"$result.sum"
    read -r passed failed skipped seconds cpu_seconds <"$result.sum"
    verdict='ok  '
    [ "$failed" = 0 ] || verdict=FAIL
    echo "$verdict $1: $passed passed, $failed failed, $skipped skipped, $seconds s" \
        "($cpu_seconds s of processor time)"
    sed -n '2,$s/^/       /p' "$result.sum"
    [ "$failed" = 0 ] || tail -n 40 "$result.err" | sed 's/^/       | /'
}

# NAME=COMMAND...: shows each result when all results before it have been shown. Reads a line from
# standard input each time a program ends.
show_in_order() {
    while read -r _; do
        while [ $# -gt 0 ] && { [ "$1" = --then ] || [ -e "$RESULTS/${1%%=*}.sum" ]; }; do
            [ "$1" = --then ] || show_one "${1%%=*}"
            shift
        done
    done
    for left; do
        [ "$left" = --then ] || show_one "${left%%=*}"
    done
}

# before|after NAME=COMMAND...: runs the programs on this side of --then
run_side() {
    wanted=$1 side=before
    shift
    for test; do
        if [ "$test" = --then ]; then
            side=after
        elif [ $side = "$wanted" ]; then
            printf '%s\0' "$test"
        fi
    done | xargs -0 -r -n 1 -P "$JOBS" sh "$0" --one
}

if [ "${1-}" = --one ]; then
    run_one "$2"
    echo "${2%%=*}"
    exit
fi

twice=$(printf '%s\n' "$@" | sed 's/=.*//' | sort | uniq -d)
[ -z "$twice" ] || {
    echo "run.sh: more than one test is named $twice" >&2
    exit 2
}
mkdir -p "$RESULTS"
rm -f "$RESULTS"/*.tap "$RESULTS"/*.err "$RESULTS"/*.sum

{
    run_side before "$@"
    run_side after "$@"
} | show_in_order "$@"

awk 'FNR == 1 { passed += $1; failed += $2; skipped += $3 }
    END {
        printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit !(passed && !failed)
    }' "$RESULTS"/*.sum
