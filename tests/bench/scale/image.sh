#!/bin/sh
# SPDX-License-Identifier: MIT
# image.sh COUNT OUT PART...: links COUNT parts to OUT. If there are fewer PARTs, they are linked
# several times. Each time they are code at other addresses, with symbols of their own.
# From the top.
set -eu

count=$1
out=$2
shift 2
parts=
for _ in $(seq "$count"); do
    parts="$parts $1"
    set -- "$@" "$1"
    shift
done
# shellcheck disable=SC2086 # words
arm-none-eabi-gcc -nostdlib -nostartfiles -Wl,-Ttext=0x100000 -Wl,--build-id \
    -Wl,--no-warn-rwx-segments -Wl,--entry=0x100001 $parts -o "$out"
