#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests images that no compiler makes: at the end of memory; without a leaf; with a function larger
# than memory; with code without symbols that the tool splits at any address. The tool must read
# each image to its end and prove it, without a wrong claim. Run from the top folder.
set -u

. tests/cli/lib.sh

# NAME OPTION...: links $work/NAME.s to $work/NAME
make_image() {
    name=$1
    shift
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib "$@" "$work/$name.s" -o "$work/$name" 2>"$work/ld"
}

# Prints ARM code that begins with a root and continues with standard input.
with_root() {
    printf '%s\n' '.syntax unified' .text .arm '.global _start' '.type _start, %function' \
        '_start: b _start' '.size _start, . - _start'
    cat
}

# NAME WHAT: with each setting, all reached instructions must be exact
is_proved() {
    for setting in fast small table-only; do
        run check "$work/$1" --$setting --require=100
        tap_equal "$2: $setting: it is proved" 0 "$status"
        run table "$work/$1" --$setting -o "$work/table"
        tap_equal "$2: $setting: a table" 0 "$status"
    done
}

with_root >"$work/top.s" <<'END_S'
        .type f, %function
f:      push {r4, lr}
        bl g
        pop {r4, pc}
        .size f, . - f
        .type g, %function
g:      sub sp, #8
        add sp, #8
        bx lr
        .size g, . - g
END_S
make_image top -Wl,-Ttext=0xffffff00
is_proved top 'in the last 256 bytes of memory'

cat >"$work/no_leaf.s" <<'END_S'
        .syntax unified
        .text
        .arm
        .global _start
        .type _start, %function
_start: ldr sp, =0x20012344
        bl main
        b .
        .ltorg
        .size _start, . - _start
        .type main, %function
main:   push {r4, lr}
        ldr r4, =0x40001234
1:      ldr r0, [r4]
        cmp r0, #0
        bne 1b
        pop {r4, pc}
        .ltorg
        .size main, . - main
END_S
make_image no_leaf
is_proved no_leaf 'no function is a leaf'

with_root >"$work/conditions.s" <<'END_S'
        .type panic, %function
panic:  cmp r0, #5
        movls r7, #1
        movcc r3, #2
        b .
        .size panic, . - panic
        .type leaf, %function
leaf:   bx lr
        .size leaf, . - leaf
END_S
make_image conditions
is_proved conditions 'a condition on the paths after another condition'

with_root >"$work/huge.s" <<'END_S'
        .type f, %function
f:      push {r4, lr}
        add pc, pc, r0, lsl #2
        pop {r4, pc}
        .size f, 0xf0000000
        .type g, %function
g:      push {r4, lr}
        bl f
        pop {r4, pc}
        .size g, . - g
END_S
make_image huge
run table "$work/huge" -o "$work/table"
tap_equal 'a function with a huge size: the image is read to its end' 0 "$status"

# Code without symbols would be split 64 KiB after the start, in the middle of this IT block.
cat >"$work/block.s" <<'END_S'
        .syntax unified
        .text
        .thumb
        .global _start
_start: bl f
        b _start
        .rept 32759
        nop
        .endr
        b _start
f:      push {r4, lr}
        cmp r0, #0
        it ne
        subne sp, #8
        ldr r0, [r0]
        nop
        b .
END_S
make_image block
run show "$work/block"
tap_equal 'a block across the cut: the conditional instruction stays conditional' 0 \
    "$(grep '^0x00018002' "$work/out" | grep -c ' code  *cfa=sp+16')"
tap_check 'a block across the cut: the instruction after the block is reached' \
    grep -q '^0x00018002  ldr .* code ' "$work/out"

# Here the split would be in the middle of a call by two instructions.
cat >"$work/linked.s" <<'END_S'
        .syntax unified
        .text
        .arm
        .global _start
_start: ldr r3, [r0]
        .rept 16382
        nop
        .endr
        mov lr, pc
        bx r3
        ldr r0, [r0]
        b .
END_S
make_image linked
run check "$work/linked"
tap_check 'a call across the cut: its return address is proved' \
    grep -q '^1 return addresses of calls' "$work/out"
tap_done
