# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# TAP for tests in shell. Source this. Each call of tap_ok, tap_check and so on is one test; the
# first argument is its name. tap_done prints the plan and ends the program.

tap_count=0
tap_failures=0

# A sanitizer's finding needs an exit status that the tool never returns.
STATUS_SANITIZER=99
ASAN_OPTIONS=exitcode=$STATUS_SANITIZER:detect_leaks=1
LSAN_OPTIONS=exitcode=$STATUS_SANITIZER
UBSAN_OPTIONS=exitcode=$STATUS_SANITIZER:print_stacktrace=1
export ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS

# NAME: the test passed
tap_ok() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1"
}

# NAME [DETAILS]: the test failed
tap_not_ok() {
    tap_count=$((tap_count + 1))
    tap_failures=$((tap_failures + 1))
    echo "not ok $tap_count - $1"
    [ -z "${2-}" ] || tap_note "$2"
}

# NAME REASON: the test was skipped
tap_skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

# TEXT: prints a comment; lines after a failure are its details
tap_note() {
    printf '%s\n' "$1" | sed 's/^/# /'
}

# NAME COMMAND...: passes if COMMAND succeeds; if it fails, its output is shown
tap_check() {
    tap_name=$1
    shift
    if tap_output=$("$@" 2>&1); then
        tap_ok "$tap_name"
    else
        tap_not_ok "$tap_name" "$tap_output"
    fi
}

# NAME EXPECTED ACTUAL: passes if the two texts are equal
tap_equal() {
    if [ "$2" = "$3" ]; then
        tap_ok "$1"
    else
        tap_not_ok "$1" "expected: $2
     got: $3"
    fi
}

tap_done() {
    echo "1..$tap_count"
    [ "$tap_failures" = 0 ]
    exit
}
