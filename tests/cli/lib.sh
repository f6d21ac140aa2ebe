# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# For the tests of the command line; source it from the top, with the tool built under the sanitizers
# and the firmware built. Gives an image, a report of it and a core, and ways to expect an answer.

. tests/tap.sh

BOBBIN=${BOBBIN:-build/asan/bobbin}
RUN_SECONDS=30

# shellcheck disable=SC2034 # for those who source this
FIRMWARE=build/fw/vexpress-a9/thumb-os/demo.elf
# shellcheck disable=SC2034
OTHER_FIRMWARE=build/fw/versatile-r5f/thumb-os/demo.elf
work=build/tests/cli/$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work"

# Runs the tool with the words given; its status in $status, what it said in $work/out and $work/err.
run() {
    timeout -k 5 "$RUN_SECONDS" "$BOBBIN" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# Why this is not the answer of a sane program, or nothing.
complain() {
    if [ "$status" = "$STATUS_SANITIZER" ] || grep -q 'Sanitizer\|runtime error' "$work/err"; then
        echo "a sanitizer found something:"
        cat "$work/err"
    elif [ "$status" -gt 3 ]; then
        echo "status $status"
        cat "$work/err"
    fi
}

# Whether stderr is one line that begins with "FILE: ".
one_line_of() {
    [ "$(wc -l <"$work/err")" -eq 1 ] && [ "$(cut -c "1-$((${#1} + 2))" "$work/err")" = "$1: " ]
}

# NAME STATUS FILE WORD...: the tool answers with STATUS and says one line, about FILE ("bobbin" for the
# command line; nothing at all for "-").
expect() {
    name=$1 wanted=$2 file=$3
    shift 3
    run "$@"
    problem=$(complain)
    if [ -z "$problem" ] && [ "$status" != "$wanted" ]; then
        problem="status $status instead of $wanted: $(cat "$work/err")"
    fi
    if [ -z "$problem" ] && [ "$file" = - ] && [ -s "$work/err" ]; then
        problem="it should say nothing, and says: $(cat "$work/err")"
    fi
    if [ -z "$problem" ] && [ "$file" != - ] && ! one_line_of "$file"; then
        problem="not one line about $file: $(cat "$work/err")"
    fi
    if [ -n "$problem" ]; then
        tap_not_ok "$name" "$problem"
    else
        tap_ok "$name"
    fi
}

# Leaves the log of a crash of FIRMWARE in $work/log.
make_log() {
    sh build/fw/vexpress-a9/qemu "$FIRMWARE" "crash undef" >"$work/log" 2>/dev/null </dev/null
    [ "$(grep -c '%bobbin [0-9]* end ' "$work/log")" = 1 ] || tap_not_ok "the firmware reports"
}

# ... and a core of it in $work/core.
make_core() {
    make_log
    run decode "$FIRMWARE" "$work/log" -o "$work/core"
    [ -s "$work/core" ] || tap_not_ok "decode writes a core" "$(cat "$work/err")"
}

# Leaves a capture of a profile of FIRMWARE in $work/capture.
make_capture() {
    build/tests/capture_set "$FIRMWARE" "$work/capture" 1 20 1000
    mv "$work/capture0000" "$work/capture"
}

# VERB IMAGE: the other words VERB needs, for an image that may be anything.
words_of() {
    case $1 in
    table) echo "-o $work/table.bin" ;;
    decode) echo "$work/log" ;;
    unwind) echo "$work/core" ;;
    profile) echo "$work/capture" ;;
    esac
}
