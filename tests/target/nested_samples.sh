#!/bin/sh
# SPDX-License-Identifier: MIT
# nested_samples.sh BOARD BUILD: samples build/fw/BOARD/BUILD/nested.elf with a sampler that crosses
# exceptions, and with one that does not. Run from the top folder, with the firmware and the tool
# built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/nested.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-samples
export ELF WORK

# HOW: samples with `sample HOW`, to $WORK.HOW
sample() {
    sh "build/fw/$BOARD/qemu" "$ELF" "sample $1" >"$WORK.$1" 2>"$WORK.err" </dev/null
    tap_equal "the device samples $1 exceptions" 0 $?
}

# HOW OPTION...: prints the stacks, without the inner ends that differ from build to build
stacks() {
    how=$1
    shift
    build/bobbin profile "$ELF" "$WORK.$how" --folded=- --no-inlines "$@" |
        sed 's/\.[a-z0-9.]* / /; s/\.[a-z0-9.]*;/;/g; s/ [0-9]*$//'
}

# HOW FIELD: prints a number of the summary
number() {
    build/bobbin profile "$ELF" "$WORK.$1" --json |
        sed -n "s/^ *\"$2\": \([0-9]*\),\{0,1\}\$/\1/p" | head -n 1
}

tap_check "no instruction of the sampler's entry code is unknown" \
    build/bobbin check "$ELF" --require=100
sample within
sample across

service="reset_handler;main;batch_run;run_one;service_dose;board_svc_entry;service_call;dose"
tap_check "a stack goes from a handler through a system call to the reset handler" \
    sh -c 'echo "$1" | grep -q "^$2;.*board_irq_entry;regulator_interrupt"' - \
    "$(stacks across)" "$service"
tap_equal "all stacks are complete" 0 "$(number across truncated)"
tap_check "without crossing, the stack of the handler is truncated" \
    sh -c 'echo "$1" | grep -q "^\[truncated: no-rule\];board_irq_entry;regulator_interrupt"' - \
    "$(stacks within)"
tap_check "with --by=interrupt, the stack of the handler begins at its entry" \
    sh -c 'echo "$1" | grep -q "^\[interrupt\];board_irq_entry;regulator_interrupt"' - \
    "$(stacks across --by=interrupt)"
tap_equal "with --by=interrupt, no stack has the handler and the interrupted code" "" \
    "$(stacks across --by=interrupt | grep 'main;.*board_irq_entry')"
samples=$(number across samples)
tap_equal "both views have the same samples" "$samples" \
    "$(build/bobbin profile "$ELF" "$WORK.across" --folded=- --by=interrupt |
        awk '{ sum += $NF } END { print sum }')"
within=$(($(number within cost_ns) / $(number within samples)))
across=$(($(number across cost_ns) / samples))
tap_note "a sample takes $within instructions without crossing and $across with it"
tap_done
