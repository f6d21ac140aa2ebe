#!/bin/sh
# SPDX-License-Identifier: MIT
# signatures.sh BUILD...: tests that each crash of the demo has the same signature in
# all builds, although compilers, optimisation, instruction set, addresses and boards differ, and
# that different crashes have different signatures. Run it from the top folder, with the tool and
# the firmware built.
set -u

. tests/tap.sh
work=build/tests/signatures
rm -rf "$work"
mkdir -p "$work"

# ELF LOG: prints the signature of the only report
signature_of() {
    build/bobbin decode "$1" "$2" --json 2>/dev/null | sed 's/^{"signature": "\([^"]*\)".*/\1/'
}

# BUILD KIND: prints the signature of this crash
crash() {
    elf=build/fw/$1/demo.elf
    log=$work/$(echo "$1" | tr / -).$2.log
    sh "build/fw/${1%/*}/qemu" "$elf" "sort; crash $2" >"$log" 2>/dev/null </dev/null
    signature_of "$elf" "$log"
}

# KIND SIGNATURE BUILD...: the crash has this signature in all builds
same() {
    kind=$1 expected=$2
    shift 2
    for build in "$@"; do
        echo "$build $(crash "$build" "$kind")"
    done >"$work/$kind"
    tap_equal "$kind: the signature is the same in all builds" "" \
        "$(grep -vxF -e "$(for build in "$@"; do echo "$build $expected"; done)" "$work/$kind")"
}

# The functions are those of the source.
same wild '1:data-abort:journal_note<by_celsius<samples_sort' "$@"
same overflow '1:data-abort:append_zone...' "$@"
same null '1:null-call:(null)<write_samples<export_samples' "$@"
same undef '1:undefined:samples_verify<crash_undef<crash' "$@"
same jump '1:prefetch-abort:(no-code)<crash_jump<crash' "$@"
same assert '1:assert:samples_record<crash_assert' "$@"
same oldassert '1:assert:crash_old_assert<crash' "$@"
same abort '1:abort:crash_abort<crash' "$@"
same stackprotector '1:stack-protector:crash_stack_protector<crash' "$@"

# An overflow of an array that overwrites the return address. Without optimisation it overwrites a
# pointer that is used first, so that crash is another one.
same garbage '1:prefetch-abort:(no-code)<?' $(echo "$@" | sed 's/[^ ]*-o0-[^ ]*//g')
tap_done
