#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests debug information that is compressed, split, in another file or missing: the proof, and the
# one message that says what is missing. tests/unit/test_debug_info.c tests the names. Run it from
# the top folder.
set -u

. tests/cli/lib.sh
make_log
objcopy=arm-none-eabi-objcopy

# FILE: how many instructions of FILE have each verdict, and the rows of call frame information
proof_of() {
    run check "$@" --json
    sed 's/"image":"[^"]*"//' "$work/out"
}

# ---- compressed --------------------------------------------------------------------------------

proof_of "$FIRMWARE" >"$work/whole"
for form in zlib zlib-gnu; do
    $objcopy --compress-debug-sections=$form "$FIRMWARE" "$work/$form"
    expect "check: $form" 0 - check "$work/$form" --require=100
    proof_of "$work/$form" >"$work/proof"
    tap_check "check: $form: .debug_frame has the same rows" cmp "$work/whole" "$work/proof"
    expect "embed: $form" 0 - embed "$work/$form"
    expect "size: $form" 0 - size "$work/$form"
    expect "decode: $form" 0 - decode "$work/$form" "$work/log"
done

# zstd: the proof is the one without DWARF, and each verb says once why there are no lines.
$objcopy --compress-debug-sections=zstd "$FIRMWARE" "$work/zstd"
arm-none-eabi-strip -g -o "$work/stripped" "$FIRMWARE"
proof_of "$work/stripped" >"$work/whole-stripped"
proof_of "$work/zstd" >"$work/proof"
tap_check 'check: zstd: as without DWARF' cmp "$work/whole-stripped" "$work/proof"
for verb in table show size embed check decode; do
    words="-o $work/table.bin"
    [ $verb = table ] || words=
    [ $verb != decode ] || words=$work/log
    # shellcheck disable=SC2086 # words
    expect "$verb: zstd: one note" 0 "$work/zstd" $verb "$work/zstd" $words
    tap_check "$verb: zstd: the note says zstd" grep -q '^bobbin: note: .* zstd' "$work/err"
done

# Call frame information alone is not damaged.
$objcopy --strip-debug --keep-section=.debug_frame "$FIRMWARE" "$work/frames-only"
run decode "$work/frames-only" "$work/log"
tap_equal 'decode: only .debug_frame: nothing is called damaged' '' "$(grep damaged "$work/err")"
tap_check 'decode: only .debug_frame: what is missing' grep -q 'no debug information' "$work/err"

# ---- in another file ----------------------------------------------------------------------------

$objcopy --only-keep-debug "$FIRMWARE" "$work/separate"
arm-none-eabi-strip -s -o "$work/bare" "$FIRMWARE"
expect 'check: a debug file' 0 - check "$work/bare" --debug-file="$work/separate" --require=100
proof_of "$work/bare" --debug-file="$work/separate" >"$work/proof"
tap_check 'check: a debug file: as the whole image' cmp "$work/whole" "$work/proof"
run decode "$FIRMWARE" "$work/log"
sed 's/, image .*//' "$work/out" >"$work/frames"
expect 'decode: a debug file' 0 - decode "$work/bare" "$work/log" --debug-file="$work/separate"
sed 's/, image .*//' "$work/out" >"$work/frames-separate"
tap_check 'decode: a debug file: as the whole image' cmp "$work/frames" "$work/frames-separate"
expect 'embed: a debug file' 0 - embed "$work/bare" --debug-file="$work/separate"
run table "$FIRMWARE" -o "$work/table"
run table "$work/bare" -o "$work/table-bare" --debug-file="$FIRMWARE"
tap_check 'table: the image before strip as the debug file' cmp "$work/table" "$work/table-bare"

expect 'a debug file of another firmware' 3 "$OTHER_FIRMWARE" check "$work/bare" \
    --debug-file="$OTHER_FIRMWARE"
expect 'a debug file that is missing' 3 "$work/missing" decode "$work/bare" "$work/log" \
    --debug-file="$work/missing"
echo text >"$work/text"
expect 'a debug file that is text' 3 "$work/text" show "$work/bare" --debug-file="$work/text"
expect 'a debug file as the image' 3 "$work/separate" check "$work/separate"
tap_check 'a debug file as the image: the option is named' grep -q -e '--debug-file=' "$work/err"

# Two images, each with its debug file
arm-none-eabi-strip -s -o "$work/other-bare" "$OTHER_FIRMWARE"
expect 'two images with their debug files' 0 - decode --image="$work/other-bare" \
    --image="$work/bare" "$work/log" --debug-file="$work/separate" --debug-file="$OTHER_FIRMWARE"

# The link names a file that is not there
cp "$work/stripped" "$work/linked"
$objcopy --add-gnu-debuglink="$work/separate" "$work/linked"
expect 'the linked debug file is found' 0 - decode "$work/linked" "$work/log"
mv "$work/separate" "$work/moved"
expect 'the linked debug file is missing: one warning' 0 "$work/linked" decode "$work/linked" \
    "$work/log"
tap_check 'the linked debug file is missing: it is named' \
    grep -q 'separate .*--debug-file=' "$work/err"

# ---- of assembly ------------------------------------------------------------------------------

# As in libgcc (__aeabi_uldivmod): lines but no function, and call frame information by hand that
# is late by an instruction, both where the frame grows and where it shrinks.
cat >"$work/hand.s" <<'END_S'
        .syntax unified
        .arm
        .cfi_sections .debug_frame
        .text
        .global _start
        .type _start, %function
_start: bl divide
        b _start
        .size _start, . - _start
        .type divide, %function
divide: .cfi_startproc
        cmp r3, #0
        beq 1f
        sub sp, sp, #8
        push {sp, lr}
        .cfi_adjust_cfa_offset 16
        .cfi_rel_offset lr, 4
        bl multiply
        ldr lr, [sp, #4]
        add sp, sp, #8
        pop {r2, r3}
        .cfi_restore lr
        .cfi_adjust_cfa_offset 0
1:      bx lr
        .cfi_endproc
        .size divide, . - divide
        .type multiply, %function
multiply:
        mul r0, r1, r0
        bx lr
        .size multiply, . - multiply
END_S
arm-none-eabi-gcc -g -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 "$work/hand.s" -o "$work/hand"
wanted='cfa=sp cfa=sp cfa=sp cfa=sp+8 cfa=sp+16 cfa=sp+16 cfa=sp+16 cfa=sp+8 cfa=sp '
for form in none zlib zlib-gnu zstd; do
    $objcopy --compress-debug-sections=$form "$work/hand" "$work/hand-$form"
    run show "$work/hand-$form" divide
    tap_equal "call frame information by hand, $form: the code decides" "$wanted" \
        "$(sed -n 's/^0x.*\(cfa=[^ ]*\).*/\1/p' "$work/out" | tr '\n' ' ')"
    run check "$work/hand-$form" --require=100
    tap_equal "call frame information by hand, $form: all is exact" 0 "$status"
done

# ---- split ---------------------------------------------------------------------------------------

cat >"$work/split.c" <<'END_C'
int gauge;
static inline __attribute__((always_inline)) int twice(int x) { return gauge + 2 * x; }
__attribute__((noinline)) int measure(int x) { return twice(x); }
void _start(void) { for (;;) gauge = measure(gauge); }
END_C
arm-none-eabi-gcc -g -gsplit-dwarf -O1 -mcpu=cortex-a9 -nostdlib "$work/split.c" \
    -o "$work/split" 2>"$work/ld"
run check "$work/split" --require=100
tap_equal 'check: split DWARF' 0 "$status"
tap_done
