#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests every verb with files that are not firmware images: one line that names the file, and status
# 3. Also tests images that lack something: the verb must still answer. Run from the top folder.
set -u

. tests/cli/lib.sh
make_core
make_capture

small_source() {
    echo 'int main(void) { return 0; } void _start(void) { main(); }'
}

# FILE OFFSET OCTAL: copies the firmware to FILE and overwrites one byte
poke() {
    cp "$FIRMWARE" "$1"
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

make_wrong_images() {
    echo 'this is text' >"$work/text"
    : >"$work/empty"
    mkdir "$work/directory"
    printf '\177ELF' >"$work/magic-alone"
    head -c 65536 /dev/zero >"$work/zeros"
    cp /bin/sh "$work/host-program"
    small_source >"$work/source.c"
    arm-none-eabi-gcc -nostdlib -mbig-endian -x c "$work/source.c" -o "$work/big-endian"
    arm-none-eabi-gcc -x c -c "$work/source.c" -o "$work/object"
    poke "$work/64-bit" 4 002
    poke "$work/mips" 18 010
    poke "$work/sections-at-the-end" 35 377
    cp "$work/core" "$work/core-file"
}

make_wrong_images
for verb in table show size embed check decode unwind tasks profile; do
    for image in text empty directory magic-alone zeros host-program big-endian object 64-bit mips \
        sections-at-the-end core-file missing; do
        # shellcheck disable=SC2046 # words
        expect "$verb: $image" 3 "$work/$image" "$verb" "$work/$image" $(words_of "$verb")
    done
done
tap_check "embed does not change a file that it refuses" cmp "$work/core" "$work/core-file"

# Images with less information. Without DWARF, the machine code is enough. Without symbols, only
# code that can be reached is analysed, and the message gives the bytes. If nothing is known, no
# table can be made. Verbs that only read continue with the table in the image, and report what is
# missing.
arm-none-eabi-strip -s -o "$work/no-symbols" "$FIRMWARE"
arm-none-eabi-strip -g -o "$work/no-dwarf" "$FIRMWARE"
echo '.section .text, "ax"; .space 64' >"$work/zeros.s"
arm-none-eabi-gcc -nostdlib -s -Wl,-e,0x8000 "$work/zeros.s" -o "$work/no-code" 2>"$work/ld"
cp "$work/no-code" "$work/no-code-before"
for verb in table show size embed check; do
    for image in no-symbols no-dwarf; do
        said=$work/$image
        [ $image = no-symbols ] || said=-
        # shellcheck disable=SC2046 # words
        expect "$verb: $image" 0 "$said" "$verb" "$work/$image" $(words_of "$verb")
    done
done
for verb in table show size embed; do
    # shellcheck disable=SC2046 # words
    expect "$verb: no-code" 1 "$work/no-code" "$verb" "$work/no-code" $(words_of "$verb")
done
tap_check "embed does not change an image without information" \
    cmp "$work/no-code" "$work/no-code-before"
for verb in decode unwind profile; do
    # shellcheck disable=SC2046 # words
    expect "$verb: no-symbols" 1 "$work/no-symbols" "$verb" "$work/no-symbols" $(words_of "$verb")
    # shellcheck disable=SC2046 # words
    expect "$verb: no-dwarf" 0 "$work/no-dwarf" "$verb" "$work/no-dwarf" $(words_of "$verb")
done

# Images with the table of another build, and with a damaged table.
arm-none-eabi-objcopy -O binary -j .bobbin "$OTHER_FIRMWARE" "$work/other.bin"
arm-none-eabi-objcopy --update-section .bobbin="$work/other.bin" "$FIRMWARE" "$work/other-table"
arm-none-eabi-objcopy -O binary -j .bobbin "$FIRMWARE" "$work/own.bin"
printf '\125' | dd of="$work/own.bin" bs=1 seek=100 conv=notrunc 2>/dev/null
arm-none-eabi-objcopy --update-section .bobbin="$work/own.bin" "$FIRMWARE" "$work/damaged-table"
for image in other-table damaged-table; do
    expect "show: $image" 0 "$work/$image" show "$work/$image"
    expect "unwind: $image" 0 "$work/$image" unwind "$work/$image" "$work/core"
    expect "embed: $image" 0 - embed "$work/$image"
    tap_check "embed: $image gets its own table" cmp "$work/$image" "$FIRMWARE"
done

arm-none-eabi-objcopy --remove-section .bobbin "$FIRMWARE" "$work/no-room"
expect "embed: no room" 1 "$work/no-room" embed "$work/no-room"
tap_done
