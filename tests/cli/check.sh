#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin check and the proof in bobbin embed: the sums add up and agree with readelf;
# --require decides the exit status; a table that is missing, damaged, false or of another image is
# reported as such. Also tests bobbin show. Run from the top folder.
set -u

. tests/cli/lib.sh

# KEY: prints its number in the JSON of $work/out
field() {
    sed -n "s/^  \"$1\": \([0-9][0-9]*\),*\$/\1/p" "$work/out"
}

# ELF: prints the number of distinct addresses of its function symbols, without the Thumb bit.
# Leaves out symbols without a name (linker stubs) or with size 0.
functions_of() {
    arm-none-eabi-readelf -sW "$1" | awk 'NF == 8 && $4 == "FUNC" && $3 != "0" && $7 != "UND" {
        even = substr("0022446688aaccee", index("0123456789abcdef", substr($2, 8)), 1)
        seen[substr($2, 1, 7) even] = 1
    } END { for (address in seen) count++; print count + 0 }'
}

# ELF: prints the size of its table, as the table's header gives it
table_bytes_of() {
    arm-none-eabi-objcopy -O binary -j .bobbin "$1" "$work/table"
    od -An -t u4 -j 8 -N 4 "$work/table" | tr -d ' '
}

sums_are_right() {
    run check "$1" --json
    exact=$(field exact)
    tap_equal "$1: instructions = exact + unreachable + unknown + wrong" "$(field instructions)" \
        "$((exact + $(field unreachable) + $(field unknown) + $(field wrong)))"
    tap_check "$1: explicit is part of exact" test "$(field explicit)" -le "$exact"
    tap_check "$1: lost is part of exact" test "$(field lost)" -le "$exact"
    tap_check "$1: cfi_only is part of unreachable and unknown" \
        test "$(field cfi_only)" -le "$(($(field unreachable) + $(field unknown)))"
    tap_equal "$1: each lost instruction is a finding" "$(field lost)" \
        "$(grep -c '"verdict": "lost"' "$work/out")"
    tap_equal "$1: functions are those of readelf" "$(functions_of "$1")" "$(field functions)"
    for verdict in unknown wrong unreachable; do
        tap_equal "$1: each $verdict instruction is a finding" "$(field $verdict)" \
            "$(grep -c "\"verdict\": \"$verdict\"" "$work/out")"
    done
    cp "$work/out" "$work/json"
    run check "$1" --list
    for verdict in unknown wrong unreachable; do
        tap_equal "$1: --list has each $verdict instruction" \
            "$(grep -c "\"verdict\": \"$verdict\"" "$work/json")" \
            "$(grep -c "^ *$verdict *0x" "$work/out")"
    done
}

# An image in which some instructions are unknown on purpose.
UNKNOWN=$work/unknown
make_unknown() {
    arm-none-eabi-gcc -mcpu=cortex-a9 -mfpu=neon -marm -nostdlib -T linker/insert.ld \
        -Wl,--build-id -Wl,-Ttext=0x8000 -Wl,-z,max-page-size=4 -Wl,--defsym=__bobbin_reserve=2048 \
        tests/analysis/frames.S linker/reserve.c -o "$UNKNOWN"
}

make_unknown
cp "$UNKNOWN" "$work/before"
expect "embed: less is exact than required" 1 "$UNKNOWN" embed "$UNKNOWN" --require=100
tap_check "embed: the image is unchanged then" cmp "$UNKNOWN" "$work/before"
expect "embed -o: less is exact than required" 1 "$UNKNOWN" \
    embed "$UNKNOWN" --require=100 -o "$work/none"
tap_check "embed -o: no file is written then" test ! -e "$work/none"
expect "embed: enough is exact" 0 - embed "$UNKNOWN" --require=90

for image in "$FIRMWARE" build/fw/versatile-r5f/clang-o2/demo.elf "$UNKNOWN"; do
    sums_are_right "$image"
done
run check "$FIRMWARE" --json
tap_equal "table_bytes is the size in the table's header" \
    "$(table_bytes_of "$FIRMWARE")" "$(field table_bytes)"

expect "all is exact" 0 - check "$FIRMWARE" --require=100
expect "unknown instructions alone do not fail" 0 - check "$UNKNOWN"
tap_check "unknown instructions are reported" \
    grep -q '^ *[0-9]* x unknown \|^ *unknown *0x' "$work/out"
expect "less is exact than required" 1 "$UNKNOWN" check "$UNKNOWN" --require=100
numbers='([0-9]* instructions); 0 instructions are wrong and [0-9]* unknown'
tap_check "the message has the numbers" grep -q " --require=100 is not met $numbers\$" "$work/err"
tap_equal "each unknown instruction is in a note, with address and function" \
    "$(run check "$UNKNOWN" --json && field unknown)" \
    "$(run check "$UNKNOWN" --require=100 && sed -n \
        's/^bobbin: note: .*: unknown 0x[0-9a-f]* ([a-z_+0-9x]*), \([0-9]*\) instruction.*/\1/p' \
        "$work/err" | awk '{ sum += $1 } END { print sum }')"
expect "as much is exact as required" 0 - check "$UNKNOWN" --require=90
expect "nothing required" 0 - check "$UNKNOWN" --require=0

# Without a table.
arm-none-eabi-objcopy --remove-section .bobbin "$FIRMWARE" "$work/no-table"
expect "no table: a new one is checked, with a warning" 0 "$work/no-table" \
    check "$work/no-table" --require=100
tap_check "no table: the text of the warning" \
    grep -q 'the image has no table, so a new one is checked' "$work/err"

# With the table of another image, a damaged one, and one of a later format version.
arm-none-eabi-objcopy -O binary -j .bobbin "$OTHER_FIRMWARE" "$work/other.bin"
arm-none-eabi-objcopy -O binary -j .bobbin "$FIRMWARE" "$work/own.bin"
cp "$work/own.bin" "$work/damaged.bin"
cp "$work/own.bin" "$work/later.bin"
printf '\125' | dd of="$work/damaged.bin" bs=1 seek=100 conv=notrunc 2>/dev/null
printf '\002' | dd of="$work/later.bin" bs=1 seek=4 conv=notrunc 2>/dev/null
for table in other damaged later; do
    arm-none-eabi-objcopy --update-section .bobbin="$work/$table.bin" "$FIRMWARE" "$work/$table"
    expect "$table table" 1 "$work/$table" check "$work/$table"
    tap_check "$table table: nothing is proved" test ! -s "$work/out"
done

# A valid but false table: it calls qsort a root, and the image does not say so.
expect "embed: with one more root" 0 - embed "$FIRMWARE" --root=qsort -o "$work/with-root"
arm-none-eabi-objcopy --remove-section .bobbin.options "$work/with-root" "$work/rooted"
run check "$work/rooted" --json
tap_equal "a false table: status" 1 "$status"
tap_check "a false table: instructions are wrong" test "$(field wrong)" -gt 0
tap_check "a false table: qsort is wrong" sh -c \
    'grep -B 1 "\"verdict\": \"wrong\"" "$1" | grep -q "\"function\": \"qsort\""' - "$work/out"
expect "a false table: an error says so" 1 "$work/rooted" check "$work/rooted"
expect "the same table, with the same root" 0 - check "$work/rooted" --root=qsort --require=100

# What is worst comes first, and lost registers do not hide it: an image with wrong, unknown,
# unreachable and lost instructions, in this order of their addresses: lost, unreachable, unknown,
# wrong.
cat >"$work/mixed.s" <<'END'
    .syntax unified
    .arm
    .macro function name
    .global \name
    .type \name, %function
\name:
    .endm
    .text
    function start
    bl all
1:  b 1b
    .size start, . - start
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    function lost_\n
    mov r4, r0
1:  b 1b
    .size lost_\n, . - lost_\n
    .endr
    function dead
    bx lr
    mov r0, #1
    bx lr
    .size dead, . - dead
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    function unclear_\n
    add sp, sp, #4
    mov r0, #1
    sub sp, sp, #4
    bx lr
    .size unclear_\n, . - unclear_\n
    .endr
    function all
    push {r4, lr}
    bl dead
    pop {r4, pc}
    .size all, . - all
    function wrong
    bx lr
    .size wrong, . - wrong
END
arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -T linker/insert.ld -Wl,--build-id -Wl,-Ttext=0x8000 \
    -Wl,-z,max-page-size=4 -Wl,-e,start -Wl,--defsym=__bobbin_reserve=4096 \
    "$work/mixed.s" linker/reserve.c -o "$work/mixed"
run embed "$work/mixed" --root=wrong
arm-none-eabi-objcopy --remove-section .bobbin.options "$work/mixed"

# The groups of $work/out in their order, each once
groups() {
    sed -n 's/^ *[0-9x ]*\(wrong\|unknown\|unreachable\|lost\) *0x.*/\1/p' "$work/out" | uniq |
        tr '\n' ' '
}
run check "$work/mixed"
tap_equal "check: the worst comes first" "wrong unknown unreachable lost " "$(groups)"
tap_equal "check: ten lines for lost registers" 10 "$(grep -c ' lost  *0x' "$work/out")"
tap_check "check: then the number of the others" \
    grep -q '^ *and 4 more functions; --list shows all$' "$work/out"
run check "$work/mixed" --list
tap_equal "check --list: the worst comes first" "wrong unknown unreachable lost " "$(groups)"
# Nothing calls these functions, and they never return: in such thread code, r4 is lost from the
# first instruction on, in both instructions of each function.
tap_equal "check --list: all lost registers" 28 "$(grep -c '^ *lost  *0x' "$work/out")"
run check "$work/mixed" --require=100
tap_equal "--require: an error, ten notes, and one for the rest" "1 10 1" \
    "$(grep -c '^bobbin: error: ' "$work/err") $(grep -c '^bobbin: note: .* 0x' "$work/err") \
$(grep -c '^bobbin: note: .*: and [0-9]* more; .bobbin check --list. shows all$' "$work/err")"
tap_check "--require: the worst comes first" sh -c \
    'sed -n 2p "$1" | grep -q ": wrong 0x.* (wrong), 1 instruction: "' - "$work/err"
tap_check "--require: unreachable code is named" sh -c \
    'grep -q "; 2 instructions are unreachable: .* %, at most 1 % are allowed" "$1"' - "$work/err"
arm-none-eabi-objcopy -N wrong "$work/mixed" "$work/other-name"
run check "$work/other-name" --require=0
tap_check "--require: what does not fail it is not named" sh -c \
    '! grep -q ": unknown 0x\|: wrong 0x" "$1"' - "$work/err"
tap_check "--require: what fails it is named" \
    grep -q ': unreachable 0x.* (dead+0x4), 2 instructions: ' "$work/err"

# Messages about code that others wrote: in Xen, __div0 calls a function that hangs, so the rest of
# it is dead; in Arm Trusted Firmware, a helper in assembly destroys r4 and r5 of its callers.
cat >"$work/others.s" <<'END'
    .syntax unified
    .arm
    .macro function name
    .global \name
    .type \name, %function
\name:
    .endm
    .text
    function start
    bl uses
1:  b 1b
    .size start, . - start
    function finds
    ldr r4, [r0]
    ldr r5, [r0, #4]
    bx lr
    .size finds, . - finds
    function by_zero
    str lr, [sp, #-8]!
    bl hangs
    mov r0, #0
    ldr pc, [sp], #8
    .size by_zero, . - by_zero
    function hangs
1:  b 1b
    .size hangs, . - hangs
    function uses
    push {r3, lr}
    cmp r1, #0
    beq by_zero
    bl finds
    pop {r3, pc}
    .size uses, . - uses
END
arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -T linker/insert.ld -Wl,--build-id -Wl,-Ttext=0x8000 \
    -Wl,-z,max-page-size=4 -Wl,-e,start -Wl,--defsym=__bobbin_reserve=4096 \
    "$work/others.s" linker/reserve.c -o "$work/others"
run embed "$work/others"
run check "$work/others"
tap_equal "dead code after a call and lost registers: the order" "unreachable lost " "$(groups)"
tap_check "dead code after a call: the function and the offset" \
    grep -q 'unreachable *0x.*by_zero+0x8' "$work/out"
tap_check "lost registers: the first function is the one that destroys them" sh -c \
    'grep " lost *0x" "$1" | head -n 1 | grep -q finds' - "$work/out"
run check "$work/others" --require=100
tap_equal "--require: dead code is named, lost registers are not" "1 0" \
    "$(grep -c ': unreachable 0x.* (by_zero+0x8), 2 instructions: ' "$work/err") \
$(grep -c ': lost 0x' "$work/err")"

# A task, which only a pointer starts, may call registers lost before it changes them: one rule is
# enough. A function that is called and never returns keeps what it still has.
cat >"$work/threads.s" <<'END'
    .syntax unified
    .arm
    .macro endless name
    .type \name, %function
\name:
    push {r3, lr}
    mov r4, #1
    bl uses
    mov r5, #2
    bl uses
    mov r6, #3
    bl uses
1:  b 1b
    .size \name, . - \name
    .endm
    .text
    .global start
    .type start, %function
start:
    ldr r0, =task
    str r0, [r1]
    bl fatal
    .ltorg
    .size start, . - start
    .type uses, %function
uses:
    bx lr
    .size uses, . - uses
    endless task
    endless fatal
END
arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start \
    "$work/threads.s" -o "$work/threads"
# FUNCTION: the registers that the table calls lost at its calls, one line for each call
lost_at_calls() {
    run show "$work/threads" "$1"
    grep ' bl ' "$work/out" | sed 's/.*core: //' | grep -o 'cfa=.*' | grep -o 'r[4-9]=lost' |
        tr '\n' ' '
}
tap_equal "a task: one rule, with all that the task ever loses" \
    "r4=lost r5=lost r6=lost r4=lost r5=lost r6=lost r4=lost r5=lost r6=lost " \
    "$(lost_at_calls task)"
tap_equal "a called function without return: what is lost at each call" \
    "r4=lost r4=lost r5=lost r4=lost r5=lost r6=lost " "$(lost_at_calls fatal)"
run check "$work/threads" --require=100
tap_equal "both are proved" 0 $?

expect "a root that does not exist" 3 "$FIRMWARE" check "$FIRMWARE" --root=no_such_function

# bobbin show --json
run show "$UNKNOWN"
tap_equal "show --json: an object for each line" "$(grep -c '^0x' "$work/out")" \
    "$(run show "$UNKNOWN" --json && grep -c '^    "address": "0x' "$work/out")"
run show "$UNKNOWN" conditional_return --json
tap_check "show --json is one array" sh -c \
    'head -n 1 "$1" | grep -q "^\[" && tail -n 1 "$1" | grep -q "^\]"' - "$work/out"
for pair in 'condition": "ne' 'rule": "cfa=sp ra=lr' 'core": "cfa=sp ra=lr' \
    'otherwise": "cfa=sp+8 ra=lr r4=\[cfa-8\]' 'core_otherwise": "cfa=sp+8 ra=lr r4=\[cfa-8\]'; do
    tap_check "show --json: \"$pair\"" grep -q "^    \"$pair\"" "$work/out"
done
run show "$UNKNOWN" leaf --json
tap_equal "show --json: one instruction, no condition" '1 0' \
    "$(grep -c address "$work/out") $(grep -c 'condition\|otherwise' "$work/out")"
run show "$UNKNOWN" leaf --root=leaf --json
tap_check "show --root" grep -q '"rule": "root"' "$work/out"
tap_check "show --root: the core's answer is unchanged" grep -q '"core": "cfa=sp ra=lr"' "$work/out"

# FILE: assembles standard input to FILE, with a macro `function` that begins a function
assemble() {
    {
        printf '%s\n' '    .syntax unified' '    .thumb' '    .text' '    .macro function name' \
            '    .p2align 2' '    .global \name' '    .thumb_func' '    .type \name, %function' \
            '\name:' '    .endm'
        cat
    } >"$1.s"
    arm-none-eabi-gcc -mcpu=cortex-a9 -mthumb -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start \
        "$1.s" -o "$1"
}

# FILE WHAT: a table of each setting must be proved for it
expect_proved() {
    for setting in --fast --small --table-only; do
        run check "$1" "$setting" --root=start --require=100
        tap_equal "$2, $setting: proved" "0 0" "$status $(wc -c <"$work/err" | tr -d ' ')"
    done
}

# bobbin show: the text of rules of entry code
assemble "$work/entry" <<'END'
    .arm
    .p2align 5
    .global vectors
vectors:
    b start
    b .
    b .
    b .
    b .
    nop
    b handler
    b .
    function start
1:  b 1b
    .size start, . - start
    .arm
    .type handler, %function
handler:
    sub lr, lr, #4
    srsdb sp!, #0x13
    cps #0x13
    push {r0, lr}
    pop {r0, lr}
    rfeia sp!
    .size handler, . - handler
END
run show "$work/entry" handler --vectors=vectors --exceptions=all
tap_equal "show: entry code, where the interrupted registers are" \
    'psr = spsr_irq; pc = lr_irq - 4
psr = spsr_irq; pc = lr_irq
pc = [sp_svc]; psr = [sp_svc + 4]; sp_svc = sp_svc + 8
pc at sp; psr = [sp + 4]; sp_svc = sp + 8
r0, lr, pc at sp; psr = [sp + 12]; sp_svc = sp + 16
pc at sp; psr = [sp + 4]; sp_svc = sp + 8' \
    "$(sed -n 's/^0x.*  handler  //p' "$work/out")"
run show "$work/entry" handler --vectors=vectors --exceptions=none
tap_equal "show: entry code without rules" '6 -' \
    "$(sed -n 's/^0x.*  handler  //p' "$work/out" | uniq -c | tr -s ' ' | sed 's/^ //')"

# The core may read on after the end of a function: `clear` falls through to a jump to `fill`, which
# is the entry before it.
assemble "$work/through" <<'END'
    function start
    bl caller
1:  b 1b
    .size start, . - start
    function caller
    push {r3, lr}
    bl fill
    bl clear
    bl thunk
    pop {r3, pc}
    .size caller, . - caller
    function fill
    push {r4, lr}
    movs r4, r1
    bl leaf
    adds r0, r4, #1
    bl leaf
    pop {r4, pc}
    .size fill, . - fill
    function clear
    movs r2, r1
    movs r1, #0
    .size clear, . - clear
    function thunk
    b.w fill
    .size thunk, . - thunk
    function leaf
    adds r0, #1
    bx lr
    .size leaf, . - leaf
END
expect_proved "$work/through" "a function that falls through"

# In a small table `last` may share the entry of `next`, with rows of its own. But `next` jumps to
# it, and the next return is too far away from there for a walk.
assemble "$work/joined" <<'END'
    function start
    bl next
1:  b 1b
    .size start, . - start
    function next
    push {r4, lr}
    sub sp, #8
    bl leaf
    add sp, #8
    bl leaf
    pop {r4, lr}
    b.w last
    .size next, . - next
    function last
    .rept 260
    movs r2, #1
    .endr
    sub sp, #8
    .rept 60
    movs r2, #1
    .endr
    add sp, #8
    .rept 300
    movs r2, #1
    .endr
    bx lr
    .size last, . - last
    function leaf
    adds r0, #1
    bx lr
    .size leaf, . - leaf
END
expect_proved "$work/joined" "a jump to the next function"

# `trap` ends with a call that does not return. A variable follows, whose value may look like any
# code. So the table must be the same for each value, apart from the checksums.
trap_before() {
    assemble "$work/trap" <<END
    function start
    bl leaf
    ldr r3, =trap
    blx r3
1:  b 1b
    .ltorg
    .size start, . - start
    function leaf
    adds r0, #1
    bx lr
    .size leaf, . - leaf
    .section .ramcode, "awx", %progbits
    function trap
    push {r4, lr}
    sub sp, #80
    blx r4
    udf #0
    .size trap, . - trap
    .balign 4
    .word $1
END
    expect_proved "$work/trap" "a trap before $1"
    for setting in --fast --small; do
        run table "$work/trap" "$setting" --root=start -o "$work/table"
        tail -c +21 "$work/table" >"$work/trap$setting-$1"
    done
}
trap_before 0
for value in 0x47704770 0xbd10bd10 0xe7fce7fc; do
    trap_before $value
    for setting in --fast --small; do
        tap_check "$setting: a variable does not change the table of the code before it" \
            cmp "$work/trap$setting-0" "$work/trap$setting-$value"
    done
done

expect "show --json: an unknown function" 1 "$UNKNOWN" show "$UNKNOWN" no_such_function --json
tap_check "show --json: no output then" test ! -s "$work/out"
tap_done
