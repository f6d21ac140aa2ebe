#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests --root, --vectors, --comes-back, --fixed-register, --resume and --context: what they accept,
# what the rules are then, and that bobbin embed stores them in the image for the other verbs. Run
# from the top folder.
set -u

. tests/cli/lib.sh

# Vectors with symbols, which do not count by their shape; untyped labels that are called or jumped
# to; an alias; and a function that changes r8.
cat >"$work/facts.s" <<'END'
    .syntax unified
    .arm
    .macro function name
    .global \name
    .type \name, %function
\name:
    .endm
    .text
    function _start
    bl main
1:  b 1b
    .size _start, . - _start
    .balign 32
vectors:
    b _start
slot1:
    b trap
    b trap
    b trap
    function slot4
    b trap
    .size slot4, 4
    nop
    function slot6
    b irq
    .size slot6, 4
    b irq
trap:
    b trap
irq:
    push {r0-r3, lr}
    pop {r0-r3, lr}
    b trap
    function main
    push {r4, lr}
    mov r4, r0
    bl set_current
    bl task_one
    pop {r4, pc}
    .size main, . - main
    .set alias_of_main, main
    function set_current
    mov r8, r0
    bx lr
    .size set_current, . - set_current
task_one:
    push {r4, lr}
    b task_two
task_two:
    pop {r4, pc}
END
IMAGE=$work/facts
link() {
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -T linker/insert.ld -Wl,--build-id \
        -Wl,-Ttext=0x8000 -Wl,-z,max-page-size=4 -Wl,--defsym=__bobbin_reserve=2048 \
        "$1.s" linker/reserve.c -o "$1"
}
link "$IMAGE"

# SYMBOL: prints its address
address_of() {
    arm-none-eabi-nm "$IMAGE" | sed -n "s/^\([0-9a-f]*\) . $1\$/0x\1/p"
}

# SYMBOL OPTION...: prints the source and the rule at SYMBOL, as bobbin show gives them
rule_at() {
    at=$(address_of "$1")
    shift
    run show "$IMAGE" "$at" "$@"
    sed -n "s/^$at  .\{36\}  \([a-z]*\)  *\([^ ]*\).*/\1 \2/p" "$work/out"
}

for root in task_one "$(address_of task_one)" 'task_o*' '*[_]one' alias_of_main \
    "$(address_of main)" main 'm??n'; do
    expect "--root=$root" 0 "$IMAGE" check "$IMAGE" --root="$root"
done
tap_equal "no root" "code cfa=sp" "$(rule_at task_one)"
for root in task_one 'task_*' "$(address_of task_one)"; do
    tap_equal "--root=$root: task_one is a root" "root root" "$(rule_at task_one --root="$root")"
done
tap_equal "an untyped root ends at the next symbol" "code root" \
    "$(rule_at task_two --root=task_one)"
tap_equal "a pattern names all that match" "root root" "$(rule_at task_two --root='task_*')"
for root in '[s-u]ask_one' '[!a]ask_one' '*k*e' 't?sk_on[a-z]' '**_one*'; do
    tap_equal "--root=$root matches" "root root" "$(rule_at task_one --root="$root")"
done
for root in '[a-s]ask_one' '[!t]ask_one' 'ask_*' '?task_one' 'task_one?' '*_on' 'task_on[' '[]'; do
    expect "--root=$root does not match" 3 "$IMAGE" check "$IMAGE" --root="$root"
done
tap_equal "an alias names its function" "root root" "$(rule_at main --root=alias_of_main)"
expect "an address without code" 3 "$IMAGE" check "$IMAGE" --root=0x10
expect "a pattern that matches nothing" 3 "$IMAGE" check "$IMAGE" --root='no_*'
expect "an unknown root" 3 "$IMAGE" check "$IMAGE" --root=task_on
tap_check "an untyped symbol is suggested" grep -q "did you mean 'task_one'?" "$work/err"
expect "a symbol of data" 3 "$IMAGE" check "$IMAGE" --root=bobbin_reserve

tap_equal "vectors with symbols do not count by their shape" "code cfa=sp" "$(rule_at slot6)"
for vectors in vectors "$(address_of vectors)"; do
    tap_equal "--vectors=$vectors: a vector" "handler -" "$(rule_at slot6 --vectors="$vectors")"
    tap_equal "--vectors=$vectors: its handler" "handler -" "$(rule_at irq --vectors="$vectors")"
done
expect "a vector table gives no warning" 0 - show "$IMAGE" main --vectors=vectors
expect "vectors without code" 3 "$IMAGE" check "$IMAGE" --vectors=0x10000
expect "a vector table at no multiple of 32" 3 "$IMAGE" check "$IMAGE" --vectors=slot1
expect "an unknown vector table" 3 "$IMAGE" check "$IMAGE" --vectors=vector
expect "an unknown vector table of HYP mode" 3 "$IMAGE" check "$IMAGE" --vectors=hvbar:vector
expect "an unknown vector base register" 3 "$IMAGE" check "$IMAGE" --vectors=rvbar:vectors

# Vectors that are no jumps. The function that holds them has a caller, for all that the code shows.
cat >"$work/falls.s" <<'END'
    .syntax unified
    .arch_extension virt
    .arm
    .text
    .global _start, falls, near, calls
    .type _start, %function
_start:
    ldr r0, =near + 4
    mcr p15, 0, r0, c12, c0, 0
    bl calls
1:  b 1b
    .ltorg
    .size _start, . - _start
    .balign 32
    .type falls, %function
falls:
    mov r8, r8
slot1:
    mov r8, r8
slot2:
    mov r8, r8
    mov r8, r8
    mov r8, r8
slot5:
    mov r8, r8
    add sp, sp, #4
slot7:
    nop
after:
    b .
    .size falls, . - falls
    .word falls
    .balign 32
    .type near, %function
near:
    .rept 8
    add r0, r0, #1
    .endr
    bx lr
    .size near, . - near
    .balign 32
    .type calls, %function
calls:
    push {r4, lr}
    bl near
    pop {r4, pc}
    .size calls, . - calls
END
link "$work/falls"
facts_image=$IMAGE
IMAGE=$work/falls
tap_equal "without --vectors, a function that falls into its handler" "code cfa=sp" \
    "$(rule_at slot5)"
tap_equal "--vectors: the first slot of no jumps" "code root" "$(rule_at falls --vectors=falls)"
for at in slot5 slot7 after; do
    tap_equal "--vectors: $at of vectors that are no jumps" "handler -" \
        "$(rule_at $at --vectors=falls)"
done
rule_in() {
    tap_equal "--vectors=$1: the interrupted code at $2" "$3" \
        "$(run show "$IMAGE" falls --exceptions=all --vectors="$1" &&
            sed -n "/^$(address_of "$2")/s/.*  handler  *//p" "$work/out")"
}
# ARM ARM B1.8.1, Table B1-3: the same slots are those of other exceptions in HYP and monitor mode.
rule_in hvbar:falls slot1 "psr = spsr_hyp; pc = lr_hyp"
rule_in mvbar:falls slot1 -
rule_in falls slot1 "psr = spsr_und; pc = lr_und - 4, in Thumb state - 2"
rule_in mvbar:falls slot2 "psr = spsr_mon; pc = lr_mon, a return address"
rule_in falls slot2 -
expect "embed with vectors of HYP mode" 0 "$IMAGE" \
    embed "$IMAGE" --vectors=hvbar:falls -o "$work/hyp"
tap_equal "vectors of HYP mode are in the image" "vectors=hvbar:$(address_of falls) " \
    "$(arm-none-eabi-objcopy --dump-section .bobbin.options="$work/options" "$work/hyp" \
        "$work/dumped" && tr '\n' ' ' <"$work/options")"
expect "check agrees with vectors of HYP mode" 0 "$work/hyp" check "$work/hyp" --require=100
run show "$IMAGE" falls
tap_equal "a base at no multiple of 32 gives one warning" 1 "$(grep -c "warning: .*: $(printf \
    '0x%08x' $(($(address_of near) + 4))), which code writes to VBAR, .* is ignored" "$work/err")"
tap_equal "and no vectors" "code cfa=sp" "$(rule_at near)"
for vectors in near calls; do
    run show "$IMAGE" "$vectors" --vectors="$vectors"
    tap_equal "--vectors=$vectors, a function: one warning" 1 \
        "$(grep -c "warning: .*: $(address_of "$vectors") looks like a function" "$work/err")"
done
IMAGE=$facts_image

# OPTION...: whether main keeps r8 of its caller after the call of set_current
r8_after_call() {
    run show "$IMAGE" main "$@"
    grep -A 1 ' bl ' "$work/out" | grep -q 'r8=lost' && echo lost || echo kept
}
tap_equal "without --fixed-register" lost "$(r8_after_call)"
for register in r8 r4-r8 r8-r11; do
    tap_equal "--fixed-register=$register" kept "$(r8_after_call --fixed-register=$register)"
done
tap_equal "--fixed-register of others" lost \
    "$(r8_after_call --fixed-register=r4-r7 --fixed-register=d8-d15)"
for register in r3 r12 d7 d16 r8-r4 r4-d8 d8-d16 r4- s16 lr '' r4x; do
    expect "--fixed-register=$register" 2 bobbin check "$IMAGE" --fixed-register="$register"
done
run check "$IMAGE" --json --fixed-register=r8 --fixed-register=d14-d15
tap_equal "check --json names the registers" '"r8","d14","d15"' \
    "$(sed -n '/"registers"/,/\]/p' "$work/out" | grep -o '"[rd][0-9]*",*' | tr -d '\n')"

# Stored facts.
stored() {
    arm-none-eabi-objcopy --dump-section .bobbin.options="$work/options" "$1" "$work/dumped"
    tr '\n' ' ' <"$work/options"
}
segments() {
    arm-none-eabi-readelf -lSW "$1" | sed -n '/\[ *[1-9]/s/^ *\[ *[0-9]*\]//p; /LOAD/p' |
        grep -v 'bobbin.options\|shstrtab'
}
expect "embed without facts" 0 - embed "$IMAGE" -o "$work/plain"
tap_equal "embed without facts: the file has the same size" "$(wc -c <"$IMAGE")" \
    "$(wc -c <"$work/plain")"
facts="--root=task_* --vectors=vectors --comes-back=trap --fixed-register=r8 --resume=trap"
facts="$facts --context=task_one:pc@0,sp=8"
# shellcheck disable=SC2086 # words
expect "embed with facts" 0 - embed "$IMAGE" $facts -o "$work/stored"
tap_equal "the facts are in the image, as addresses" "$(printf '%s ' \
    "root=$(address_of task_one)" "root=$(address_of task_two)" \
    "vectors=$(address_of vectors)" "comes-back=$(address_of trap)" fixed-register=r8 \
    "resume=$(address_of trap)" "context=$(address_of task_one):pc@0,sp=8")" \
    "$(stored "$work/stored")"
segments "$IMAGE" >"$work/before"
segments "$work/stored" >"$work/after"
tap_check "all other sections and segments stay" cmp "$work/before" "$work/after"
expect "check agrees without options" 0 - check "$work/stored" --require=100
# shellcheck disable=SC2086
expect "check agrees with the same options" 0 - check "$work/stored" --require=100 $facts
run show "$work/stored" "$(address_of task_two)"
tap_check "show agrees" grep -q '  root     root$' "$work/out"
expect "size agrees" 0 - size "$work/stored"
arm-none-eabi-strip -g "$work/stored" -o "$work/no-dwarf"
expect "check agrees without DWARF" 0 - check "$work/no-dwarf" --require=100
arm-none-eabi-objcopy -N task_one -N task_two "$work/stored" "$work/no-labels"
expect "check agrees without the symbols" 0 - check "$work/no-labels" --require=100
arm-none-eabi-objcopy --remove-section .bobbin.options "$work/stored" "$work/removed"
expect "check without the stored facts" 1 "$work/removed" check "$work/removed"

expect "embed again keeps the facts" 0 - embed "$work/stored" -o "$work/again"
tap_check "embed again writes the same file" cmp "$work/stored" "$work/again"
expect "another root replaces the stored ones, with a note" 1 "$work/stored" \
    check "$work/stored" --root=trap
tap_check "the note names the option" grep -q 'note: .*: --root replaces' "$work/err"
expect "embed with another root" 0 "$work/stored" embed "$work/stored" --root=trap -o "$work/other"
tap_equal "the new root is stored, the rest stays" "$(printf '%s ' "root=$(address_of trap)" \
    "vectors=$(address_of vectors)" "comes-back=$(address_of trap)" fixed-register=r8 \
    "resume=$(address_of trap)" "context=$(address_of task_one):pc@0,sp=8")" \
    "$(stored "$work/other")"
expect "check agrees again" 0 - check "$work/other"
expect "check: another register" 1 "$work/stored" check "$work/stored" --fixed-register=r9

# Facts in a source file, also as strings with a 0.
{
    cat "$work/facts.s"
    cat <<'END'
    .section .bobbin.options, "", %progbits
    .ascii "root=task_one\nfixed-register=r8\n"
    .asciz "root=trap"
END
} >"$work/source.s"
link "$work/source"
IMAGE=$work/source
tap_equal "facts in a source file: a root" "root root" "$(rule_at task_one)"
tap_equal "facts in a source file: another root" "root root" "$(rule_at trap)"
tap_equal "facts in a source file: a register" kept "$(r8_after_call)"
printf 'root=nothing\nnonsense\n' >"$work/bad"
arm-none-eabi-objcopy --update-section .bobbin.options="$work/bad" "$IMAGE" "$work/bad-facts"
run check "$work/bad-facts"
tap_equal "invalid lines: status" 0 "$status"
tap_equal "invalid lines: a warning for each" 2 \
    "$(grep -c "warning: .*: in section .bobbin.options, '[a-z=]*' is ignored" "$work/err")"

arm-none-eabi-objcopy --update-section .bobbin.options="$FIRMWARE" "$IMAGE" "$work/long-facts"
expect "a section that bobbin did not write" 0 "$work/long-facts" show "$work/long-facts" main

# An object for a second link has the facts too.
IMAGE=$work/facts
# shellcheck disable=SC2086
expect "table: an object with facts" 0 - table "$IMAGE" $facts -o "$work/table.o"
tap_equal "the object has the facts" "$(stored "$work/stored")" "$(stored "$work/table.o")"
expect "table: an object without facts" 0 - table "$IMAGE" -o "$work/plain.o"
tap_check "the object has no other section then" sh -c \
    '! arm-none-eabi-readelf -SW "$1" | grep -q bobbin.options' - "$work/plain.o"

# Firmware with DWARF and many sections.
expect "embed in firmware" 0 - embed "$FIRMWARE" --root=qsort -o "$work/rooted"
expect "check of the firmware" 0 - check "$work/rooted" --require=100
tap_check "the build id stays" sh -c \
    'test "$(arm-none-eabi-readelf -n "$1")" = "$(arm-none-eabi-readelf -n "$2" |
        sed "s|$2|$1|")"' - "$FIRMWARE" "$work/rooted"
tap_check "nm reads the new file" sh -c \
    'arm-none-eabi-nm "$1" >"$3.1" && arm-none-eabi-nm "$2" | cmp - "$3.1"' - \
    "$FIRMWARE" "$work/rooted" "$work/nm"

tap_done
