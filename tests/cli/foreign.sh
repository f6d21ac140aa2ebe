#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests images that are linked differently from ours. Without DWARF, the machine code gives the same
# proof, and the table has the same rules except for roots. Without mapping symbols, only reached
# code has rules. Code at address 0, in several ranges, and in RAM with another load address is
# proved with each setting. Run from the top folder.
set -u

. tests/cli/lib.sh

# Prints the totals of check --json in $work/out, in their order.
sums() {
    sed -n 's/^  "\(instructions\|exact\|unreachable\|unknown\|wrong\)": \([0-9]*\),*$/\1 \2/p' \
        "$work/out" | tr '\n' ' '
}

number() {
    sed -n "s/^  \"$1\": \([0-9]*\),*\$/\1/p" "$work/out"
}

# IMAGE: prints the functions with a root rule; for most of them, only DWARF states that
roots_of() {
    run show "$1"
    awk '/^[^ 0].*:$/ { name = substr($1, 1, length($1) - 1) }
        / (root|cfi|code)  *root/ { print name }' "$work/out" | sort -u
}

# Prints the number of wrong instructions in $work/out outside the functions of $work/roots.
wrong_elsewhere() {
    awk -F '"' 'NR == FNR { roots[$0] = 1; next } $2 == "function" { name = $4 }
        $2 == "verdict" && $4 == "wrong" && !(name in roots)' "$work/roots" "$work/out" | wc -l
}

# IMAGE: its table must be true for the image without DWARF, and the reverse, except for roots
without_dwarf() {
    expect "$1: a table for the whole image" 0 - embed "$1" --require=100 -o "$work/whole"
    roots_of "$work/whole" >"$work/roots"
    arm-none-eabi-objcopy --strip-debug "$work/whole" "$work/stripped"
    tap_check "$1: no DWARF is left" \
        sh -c '! arm-none-eabi-readelf -SW "$1" | grep -q "\.debug"' - "$work/stripped"
    run check "$work/stripped" --json
    tap_check "$1, without DWARF: it has been proved" test "$(number exact)" -gt 10000
    tap_equal "$1, without DWARF: the table made with it is wrong only in roots" 0 \
        "$(wrong_elsewhere)"
    expect "$1, without DWARF: a table" 0 - embed "$work/stripped"
    run check "$work/stripped" --json
    tap_equal "$1, without DWARF: nothing is wrong" '0 0' "$status $(number wrong)"
    tap_check "$1, without DWARF: 99.8 % are exact" \
        test $((1000 * $(number exact))) -ge $((998 * $(number instructions)))
    arm-none-eabi-objcopy -O binary -j .bobbin "$work/stripped" "$work/table"
    arm-none-eabi-objcopy --update-section .bobbin="$work/table" "$work/whole" "$work/crossed"
    run check "$work/crossed" --json
    tap_check "$1, with DWARF: it has been proved" test "$(number exact)" -gt 10000
    tap_equal "$1, with DWARF: the table made without it is wrong only in roots" 0 \
        "$(wrong_elsewhere)"
}

# Makes an image with flash at 0, a second flash, and RAM whose code is loaded from the second
# flash.
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
MEMORY {
    low : ORIGIN = 0, LENGTH = 4K
    flash : ORIGIN = 0x08000000, LENGTH = 4K
    ram : ORIGIN = 0x20000000, LENGTH = 4K
}
ENTRY(_start)
SECTIONS {
    .low : { *(.low) } >low
    .text : { *(.text) } >flash
    .fast : { *(.fast) } >ram AT>flash
}
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -T "$work/ranges.ld" "$work/ranges.s" \
        -o "$work/ranges" 2>"$work/ld"
}

code_is_where_it_runs() {
    tap_check "RAM code is loaded elsewhere" sh -c \
        'arm-none-eabi-readelf -lW "$1" | grep -q "LOAD .*0x20000000 0x08"' - "$work/ranges"
    for setting in fast small table-only; do
        run check "$work/ranges" --$setting --require=100 --json
        tap_equal "ranges, $setting: status" 0 "$status"
        tap_equal "ranges, $setting: all is exact" \
            'instructions 33 exact 33 unreachable 0 unknown 0 wrong 0 ' "$(sums)"
        for place in 0x00000008:at_zero 0x08:high 0x2000000:in_ram; do
            run show "$work/ranges" "${place#*:}" --$setting
            tap_check "ranges, $setting: ${place#*:} has its rules at ${place%:*}" sh -c \
                'grep "^${2%:*}" "$1" | grep -q "cfa=sp+8 ra=\[cfa-4\] r4=\[cfa-8\]"' - \
                "$work/out" "$place"
        done
    done
}

# IMAGE STRIPPED WHAT SETTINGS: the table of STRIPPED must not be wrong, by the proof of STRIPPED
# and, except for roots, by the proof of $work/whole. Most code must be reached; the message must
# give the rest.
what_was_found() {
    for setting in $4; do
        run check "$2" --$setting --json
        tap_equal "$1, $3, $setting: nothing is wrong" '0 0' "$status $(number wrong)"
        tap_check "$1, $3, $setting: 99 % of what was found is exact" \
            test $((100 * $(number exact))) -ge $((99 * $(number instructions)))
    done
    unreached=$(number unreached_bytes)
    tap_check "$1, $3: 80 % of the code is reached, not all" \
        sh -c '[ "$1" -gt 0 ] && [ $((5 * $1)) -le "$2" ]' - "$unreached" "$(number code_bytes)"
    run embed "$2" --require=100 -o "$work/refused"
    tap_check "$1, $3: the message gives the bytes that are not reached" \
        grep -q "^bobbin: error: $2: .*no path is known to $unreached of .* bytes" "$work/err"
    tap_equal "$1, $3: nothing is written then" '1 0' \
        "$status $(find "$work" -name refused | wc -l)"
    expect "$1, $3: a table" 0 "$2" embed "$2"
    arm-none-eabi-objcopy -O binary -j .bobbin "$2" "$work/table"
    arm-none-eabi-objcopy --update-section .bobbin="$work/table" "$work/whole" "$work/crossed"
    run check "$work/crossed" --json
    tap_check "$1, $3: most rules are true for the whole image" \
        test $((5 * $(number exact))) -ge $((4 * $(number instructions)))
    tap_equal "$1, $3: for the whole image, only roots are wrong" 0 "$(wrong_elsewhere)"
}

# IMAGE: tests it without mapping symbols and without all symbols. $work/whole and $work/roots must
# be those of IMAGE.
without_mapping_symbols() {
    arm-none-eabi-objcopy --wildcard --strip-symbol='$*' --strip-debug \
        "$work/whole" "$work/unmapped"
    what_was_found "$1" "$work/unmapped" "without mapping symbols" fast
    arm-none-eabi-objcopy --strip-all "$work/whole" "$work/nameless"
    what_was_found "$1" "$work/nameless" "without symbols" "fast small table-only"
}

# IMAGE: the table of the whole image stays in the image that loses its symbols. The tool cannot
# prove all of the table then, but calls no rule of it wrong.
stripped_with_table() {
    cp "$work/whole" "$work/kept"
    expect "$1: it gets its table" 0 - embed "$work/kept"
    arm-none-eabi-strip -x "$work/kept"
    run check "$work/kept" --json
    tap_equal "$1, stripped with its table: nothing is wrong" 0 "$(number wrong)"
    tap_check "$1, stripped with its table: most is exact" \
        test $((10 * $(number exact))) -ge $((9 * $(number instructions)))
    run check "$work/kept" --require=100
    tap_equal "$1, stripped with its table: not all is proved" 1 "$status"
}

ranges_without_symbols() {
    arm-none-eabi-objcopy --strip-all "$work/ranges" "$work/nameless"
    expect "ranges, without symbols: proved" 0 "$work/nameless" \
        check "$work/nameless" --fast --require=100 --json
    tap_equal "ranges, without symbols: all is exact" \
        'instructions 33 exact 33 unreachable 0 unknown 0 wrong 0 ' "$(sums)"
}

# Makes an image in which each function is reached in another way, and the same image without
# symbols.
make_ways() {
    cat >"$work/ways.s" <<'END'
        .syntax unified
        .macro function name
        .align 2
        .type \name, %function
        .global \name
\name:
        .endm
        .macro thumb name
        .thumb
        .thumb_func
        function \name
        .endm

        .arm
        function _start
        bl returns_by_veneer
        bl switches
        bl borrows
        bl changes_state
        bl goes_to_literal
        b .

        .arm
        function returns_by_veneer
        b veneer
        function veneer
        ldr pc, =leaf + 1
        .pool
        thumb leaf
        bx lr

        thumb switches
        push {r4, lr}
        cmp r0, #2
        bhi 1f
        mov r3, r0
        tbb [pc, r3]
0:      .byte (case_0 - 0b) / 2, (case_1 - 0b) / 2, (case_2 - 0b) / 2, 0
case_0: movs r0, #5
        b 1f
case_1: movs r0, #6
        b 1f
case_2: movs r0, #7
1:      pop {r4, pc}

        .arm
        function borrows
        push {r4, lr}
        cmp r0, #0
        bleq given_up
        add r0, r0, #1
        pop {r4, pc}
        function given_up
        cmp r1, #0
        bxne lr
        pop {r4, pc}

        .arm
        function changes_state
        push {r4, lr}
        mov r4, r0
        add r1, pc, #1
        bx r1
        thumb in_other_state
        mov r0, r4
        pop {r4, pc}

        .arm
        function goes_to_literal
        push {r4, lr}
        ldr r3, [r0]
        cmp r0, r1
        ldrne r3, =in_the_middle
        bx r3
        .pool
        function in_the_middle
        ldr lr, [sp, #4]
        mov r2, #8
        add sp, sp, r2
        bx lr

        thumb unwindable
        .fnstart
        push {r4, lr}
        .save {r4, lr}
        movs r4, #1
        mov r0, r4
        pop {r4, pc}
        .fnend

        .arm
        function alone
        mov r0, #3
        bx lr
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib \
        -Wl,-Ttext=0,-e,_start,--defsym=__aeabi_unwind_cpp_pr0=0 \
        "$work/ways.s" -o "$work/ways" 2>"$work/ld"
    arm-none-eabi-objcopy --strip-all "$work/ways" "$work/wayless"
}

# SYMBOL OFFSET: prints the address as bobbin show does
place() {
    arm-none-eabi-nm "$work/ways" | awk -v name="$1" '$3 == name { print "0x" $1 }' |
        while read -r address; do printf '0x%08x' $((address + $2)); done
}

# WHAT SYMBOL OFFSET RULE: $work/shown must have RULE at this address; no line at all if RULE is -
has_rule() {
    line=$(grep "^$(place "$2" "$3") " "$work/shown")
    case $4:$line in
    -:) tap_ok "$1" ;;
    -:*) tap_not_ok "$1" "the line is: $line" ;;
    *:*" $4"*) tap_ok "$1" ;;
    *) tap_not_ok "$1" "the line is: $line" ;;
    esac
}

each_way_is_followed() {
    run check "$work/wayless" --fast --json
    tap_equal "ways: nothing is wrong" '0 0' "$status $(number wrong)"
    run show "$work/wayless" --fast
    cp "$work/out" "$work/shown"
    has_rule "ways: a call through a veneer returns" _start 4 ''
    has_rule "ways: a leaf" leaf 0 'cfa=sp ra=lr'
    for case in case_0 case_1 case_2; do
        has_rule "ways: $case of a switch on a copy of its value" $case 0 'cfa=sp+8'
    done
    has_rule "ways: a function that only .ARM.exidx knows" unwindable 2 'cfa=sp+8'
    has_rule "ways: code that pops the frame of its caller is not a function" given_up 0 -
    has_rule "ways: code in another state, in the same frame" in_other_state 0 'cfa=sp+8'
    has_rule "ways: a label in a frame is not a function" in_the_middle 0 -
    has_rule "ways: unreached code has no rule" alone 0 -
}

for image in "$FIRMWARE" build/fw/versatile-r5f/clang-o2/demo.elf; do
    without_dwarf "$image"
    stripped_with_table "$image"
    without_mapping_symbols "$image"
done
make_ranges
code_is_where_it_runs
ranges_without_symbols
make_ways
each_way_is_followed
tap_done
