#!/bin/sh
# SPDX-License-Identifier: MIT
# Images that were linked otherwise than ours: without DWARF the machine code gives the same proof, and the table answers the
# same everywhere; code at address 0, in several ranges and in RAM with another load address is proved in each. From the top.
set -u

. tests/cli/lib.sh

# The numbers of check --json in $work/out, in their order; not those of findings.
sums() {
    sed -n 's/^  "\(instructions\|exact\|unreachable\|unknown\|wrong\)": \([0-9]*\),*$/\1 \2/p' "$work/out" | tr '\n' ' '
}

number() {
    sed -n "s/^  \"$1\": \([0-9]*\),*\$/\1/p" "$work/out"
}

# The functions that have no caller somewhere, which call frame information alone says of most.
roots_of() {
    run show "$1"
    awk '/^[^ 0].*:$/ { name = substr($1, 1, length($1) - 1) } / (root|cfi|code)  *root/ { print name }' "$work/out" | sort -u
}

# Of the wrong instructions in $work/out those that are in no function of $work/roots.
wrong_elsewhere() {
    awk -F '"' 'NR == FNR { roots[$0] = 1; next } $2 == "function" { name = $4 }
        $2 == "verdict" && $4 == "wrong" && !(name in roots)' "$work/roots" "$work/out" | wc -l
}

# The table of the whole image is true of the stripped one, and the other way round, but for what is a root.
without_dwarf() {
    expect "$1: a table for the whole image" 0 - embed "$1" --require=100 -o "$work/whole"
    roots_of "$work/whole" >"$work/roots"
    arm-none-eabi-objcopy --strip-debug "$work/whole" "$work/stripped"
    tap_check "$1: no DWARF is left" sh -c '! arm-none-eabi-readelf -SW "$1" | grep -q "\.debug"' - "$work/stripped"
    run check "$work/stripped" --json
    tap_check "$1, without DWARF: it has been proved" test "$(number exact)" -gt 10000
    tap_equal "$1, without DWARF: the table with it is wrong of roots alone" 0 "$(wrong_elsewhere)"
    expect "$1, without DWARF: a table" 0 - embed "$work/stripped"
    run check "$work/stripped" --json
    tap_equal "$1, without DWARF: nothing is wrong" '0 0' "$status $(number wrong)"
    tap_check "$1, without DWARF: 99.8 % are exact" test $((1000 * $(number exact))) -ge $((998 * $(number instructions)))
    arm-none-eabi-objcopy -O binary -j .bobbin "$work/stripped" "$work/table"
    arm-none-eabi-objcopy --update-section .bobbin="$work/table" "$work/whole" "$work/crossed"
    run check "$work/crossed" --json
    tap_check "$1, with DWARF: it has been proved" test "$(number exact)" -gt 10000
    tap_equal "$1, with DWARF: the table without it is wrong of roots alone" 0 "$(wrong_elsewhere)"
}

# flash at 0, a second flash, and RAM whose code is loaded behind the first.
make_ranges() {
    cat >"$work/ranges.s" <<'END'
        .syntax unified
        .macro function name
        .global \name
        .type \name, %function
\name:  push {r4, lr}
        mov r4, r0
        bl \name\()_leaf
        add r0, r0, r4
        pop {r4, pc}
        .size \name, . - \name
        .type \name\()_leaf, %function
\name\()_leaf:
        sub sp, #8
        str r0, [sp, #4]
        add sp, #8
        bx lr
        .size \name\()_leaf, . - \name\()_leaf
        .endm
        .section .low, "ax"
        .arm
        function at_zero
        .section .text, "ax"
        .thumb
        .thumb_func
        .global _start
        .type _start, %function
_start: bl at_zero
        bl high
        ldr r3, =in_ram
        blx r3
0:      b 0b
        .pool
        .size _start, . - _start
        .thumb_func
        function high
        .section .fast, "axw"
        .thumb_func
        function in_ram
END
    cat >"$work/ranges.ld" <<'END'
MEMORY { low : ORIGIN = 0, LENGTH = 4K  flash : ORIGIN = 0x08000000, LENGTH = 4K  ram : ORIGIN = 0x20000000, LENGTH = 4K }
ENTRY(_start)
SECTIONS {
    .low : { *(.low) } >low
    .text : { *(.text) } >flash
    .fast : { *(.fast) } >ram AT>flash
}
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -T "$work/ranges.ld" "$work/ranges.s" -o "$work/ranges" 2>"$work/ld"
}

code_is_where_it_runs() {
    tap_check "RAM code is loaded elsewhere" sh -c \
        'arm-none-eabi-readelf -lW "$1" | grep -q "LOAD .*0x20000000 0x08"' - "$work/ranges"
    for setting in fast small table-only; do
        run check "$work/ranges" --$setting --require=100 --json
        tap_equal "ranges, $setting: status" 0 "$status"
        tap_equal "ranges, $setting: all is exact" 'instructions 33 exact 33 unreachable 0 unknown 0 wrong 0 ' "$(sums)"
        for place in 0x00000008:at_zero 0x08:high 0x2000000:in_ram; do
            run show "$work/ranges" "${place#*:}" --$setting
            tap_check "ranges, $setting: ${place#*:} has its rules at ${place%:*}" sh -c \
                'grep "^${2%:*}" "$1" | grep -q "cfa=sp+8 ra=\[cfa-4\] r4=\[cfa-8\]"' - "$work/out" "$place"
        done
    done
}

# Where there are no symbols, nothing is claimed but what the ELF header says: of one address.
without_symbols() {
    arm-none-eabi-objcopy --strip-all "$work/ranges" "$work/nameless"
    expect "no symbols: nothing to prove" 1 "$work/nameless" check "$work/nameless" --fast --json
    tap_equal "no symbols: all is unknown" "$(number instructions) 0 0" \
        "$(number unknown) $(number exact) $(number wrong)"
    run show "$work/nameless"
    tap_equal "no symbols: the entry is the one root" 1 "$(grep -c '^0x.* root ' "$work/out")"
}

for image in "$FIRMWARE" build/fw/versatile-r5f/clang-o2/demo.elf; do
    without_dwarf "$image"
done
make_ranges
code_is_where_it_runs
without_symbols
tap_done
