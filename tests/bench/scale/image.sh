#!/bin/sh
# SPDX-License-Identifier: MIT
# image.sh PARTS OUT PART...: links so many parts to OUT: all PARTs in turn, again and again if it takes that. What is linked again
# is other code at other addresses, with symbols of its own. From the top.
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
arm-none-eabi-gcc -nostdlib -nostartfiles -Wl,-Ttext=0x100000 -Wl,--build-id -Wl,--no-warn-rwx-segments \
    -Wl,--entry=0x100001 $parts -o "$out"
