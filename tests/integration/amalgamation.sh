#!/bin/sh
# SPDX-License-Identifier: MIT
# `make amalgamation`: each file compiles alone without warnings by both compilers, and the example
# project, built from a few of them, reports a crash. From the top.
set -u

. tests/tap.sh
. tests/integration/lib.sh
AMALGAMATION=$WORK/bobbin
WARNINGS="-Wall -Wextra -Werror"
# The part for several processors needs their number.
WARNINGS="$WARNINGS -DBOBBIN_PROCESSORS=2"
OURS="-ffreestanding -fno-tree-loop-distribute-patterns -mno-unaligned-access -mgeneral-regs-only"

tap_check "it is written" sh linker/amalgamate.sh "$AMALGAMATION"
cd "$AMALGAMATION" || exit
GCC="arm-none-eabi-gcc -mcpu=cortex-a9 -mthumb -Os -g"
CLANG="clang-19 --target=arm-none-eabi -mcpu=cortex-a9 -mfloat-abi=soft -mthumb -Os"
for source in *.c *.S; do
    # shellcheck disable=SC2086 # several flags
    tap_check "$source compiles with gcc" $GCC $OURS $WARNINGS -c "$source" -o gcc.o
    # shellcheck disable=SC2086
    tap_check "$source compiles with clang" $CLANG -ffreestanding $WARNINGS -c "$source" -o clang.o
done
for header in *.h; do
    echo "#include \"$header\"" >header.cpp
    # shellcheck disable=SC2086
    tap_check "$header compiles as C++" arm-none-eabi-g++ $WARNINGS -c header.cpp -o header.o
done

new_project project
cd "$WORK/project" || exit
sed 's|<bobbin/port.h>|"bobbin_port.h"|' config.c >flat.c
for source in "$AMALGAMATION"/bobbin.c "$AMALGAMATION"/bobbin_armv7a.[cS]; do
    # shellcheck disable=SC2086
    tap_check "$(basename "$source") compiles" $GCC $OURS -c "$source" -o "$(basename "$source").o"
done
# shellcheck disable=SC2086
tap_check "the project links" $GCC -I"$AMALGAMATION" \
    -nostartfiles -T fw.ld -L"$AMALGAMATION" -Wl,--build-id \
    start.S main.c flat.c ./bobbin*.o -o fw.elf
tap_check "each instruction is proved" "$TREE/build/bobbin" embed --require=100 fw.elf
check_crash amalgamation fw.elf
tap_done
