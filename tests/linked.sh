#!/bin/sh
# SPDX-License-Identifier: MIT
# linked.sh ARCHIVE SYMBOL...: the objects of ARCHIVE that the linker takes for a program that needs these symbols.
set -eu

archive=$1
shift
for symbol; do
    set -- "$@" "--undefined=$symbol"
    shift
done
arm-none-eabi-ld -r "$@" "$archive" --print-map -o "$archive.linked" |
    sed -n "s|.*$(basename "$archive" | sed 's/\./\\./g')(\([a-z0-9_]*\.o\)).*|\1|p" | sort -u
rm -f "$archive.linked"
