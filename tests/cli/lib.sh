# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# For the tests of the command line: an image, a crash report of it and a core, and functions that
# check the answer of the tool. Source it from the top folder. The tool with sanitizers and the
# firmware must be built.

. tests/tap.sh

BOBBIN=${BOBBIN:-build/asan/bobbin}
RUN_SECONDS=30

# shellcheck disable=SC2034 # for scripts that source this
FIRMWARE=build/fw/vexpress-a9/thumb-os/demo.elf
# shellcheck disable=SC2034
OTHER_FIRMWARE=build/fw/versatile-r5f/thumb-os/demo.elf
work=build/tests/cli/$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work"

# Runs the tool with these arguments. Its status is in $status, its output in $work/out and
# $work/err.
run() {
    timeout -k 5 "$RUN_SECONDS" "$BOBBIN" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# Prints what no run may show: a finding of a sanitizer, another status, a message without severity.
complain() {
    if [ "$status" = "$STATUS_SANITIZER" ] || grep -q 'Sanitizer\|runtime error' "$work/err"; then
        echo "a sanitizer found something:"
        cat "$work/err"
    elif [ "$status" -gt 3 ]; then
        echo "status $status"
        cat "$work/err"
    elif grep -v '^bobbin: \(error\|warning\|note\): ' "$work/err"; then
        echo "a message without its severity"
    fi
}

# FILE: whether stderr is one line "bobbin: error: FILE: ...", with any notes, or, if the status is
# 0, one warning or note about FILE. "bobbin" stands for a message without a file.
one_line_of() {
    if [ "$status" != 0 ]; then
        level=error
        grep -v '^bobbin: note: ' "$work/err" >"$work/err.lines"
    else
        level=$(sed -n "s/^bobbin: \(warning\|note\): .*/\1/p" "$work/err")
        cp "$work/err" "$work/err.lines"
    fi
    start="bobbin: $level: "
    [ "$1" = bobbin ] || start="$start$1: "
    [ "$(wc -l <"$work/err.lines")" -eq 1 ] &&
        [ "$(cut -c "1-${#start}" "$work/err.lines")" = "$start" ]
}

# NAME STATUS FILE ARGUMENT...: the tool ends with STATUS and prints one message about FILE.
# "bobbin" stands for a message without a file, "-" for no message.
expect() {
    name=$1 wanted=$2 file=$3
    shift 3
    run "$@"
    problem=$(complain)
    if [ -z "$problem" ] && [ "$status" != "$wanted" ]; then
        problem="status $status instead of $wanted: $(cat "$work/err")"
    fi
    if [ -z "$problem" ] && [ "$file" = - ] && [ -s "$work/err" ]; then
        problem="stderr is not empty: $(cat "$work/err")"
    fi
    if [ -z "$problem" ] && [ "$file" != - ] && ! one_line_of "$file"; then
        problem="stderr is not one line about $file: $(cat "$work/err")"
    fi
    if [ -n "$problem" ]; then
        tap_not_ok "$name" "$problem"
    else
        tap_ok "$name"
    fi
}

# Writes the log of a crash of FIRMWARE to $work/log.
make_log() {
    sh build/fw/vexpress-a9/qemu "$FIRMWARE" "crash undef" >"$work/log" 2>/dev/null </dev/null
    [ "$(grep -c '%bobbin [^ ]* end ' "$work/log")" = 1 ] || tap_not_ok "the firmware reports"
}

# Writes such a log, and its core to $work/core.
make_core() {
    make_log
    run decode "$FIRMWARE" "$work/log" -o "$work/core"
    [ -s "$work/core" ] || tap_not_ok "decode writes a core" "$(cat "$work/err")"
}

# Writes a profile capture of FIRMWARE to $work/capture.
make_capture() {
    build/tests/capture_set "$FIRMWARE" "$work/capture" 1 20 1000
    mv "$work/capture0000" "$work/capture"
}

# VERB: prints the further arguments that VERB needs after an image
words_of() {
    case $1 in
    table) echo "-o $work/table.bin" ;;
    decode) echo "$work/log" ;;
    unwind | tasks) echo "$work/core" ;;
    profile) echo "$work/capture" ;;
    esac
}
