# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Source this in a test of tests/integration, after tests/tap.sh. The test runs from the top. TREE
# is the top; WORK is an empty folder outside of it, which is removed at the end.

# A project outside of the tree has nothing of the make that runs this test.
unset MAKEFLAGS MFLAGS MAKELEVEL

TREE=$PWD
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

# NAME [BOBBIN]: copies the example project to $WORK/NAME, with BOBBIN, if given, as its bobbin/.
new_project() {
    cp -R "$TREE/tests/integration/project" "$WORK/$1"
    [ -z "${2-}" ] || ln -s "$2" "$WORK/$1/bobbin"
}

# FILE...: how many lines of a project are for Bobbin: those that name it, without comments
bobbin_lines() {
    cat "$@" | grep -v '^ *#\|^ *[/ ]\*' | grep -ci bobbin
}

# NAME ELF: ELF crashes in the emulator; the report has each function from sensor_reset to reset.
check_crash() {
    run_firmware "$2"
    tap_equal "$1: the device reports once" 1 "$(grep -c '%bobbin [^ ]*[.]0 report ' "$2.log")"
    tap_equal "$1: the backtrace goes to main and reset" \
        "sensor_reset sensors_read main reset" "$(decoded "$2")"
    tap_check "$1: the trace is complete" grep -q '^stop: outermost' "$2.txt"
}

# ELF: runs it, the UART to ELF.log, the decoded report to ELF.txt
run_firmware() {
    QEMU_SECONDS=20 sh "$TREE/build/fw/vexpress-a9/qemu" "$1" '' >"$1.log" 2>"$1.err" </dev/null
    "$TREE/build/bobbin" decode "$1" "$1.log" >"$1.txt" 2>>"$1.err"
}

# ELF: the functions of its decoded report in one line
decoded() {
    sed -n 's/^#[0-9]* *0x[0-9a-f]* *\([A-Za-z_0-9]*\).*/\1/p' "$1.txt" | tr '\n' ' ' | sed 's/ $//'
}
