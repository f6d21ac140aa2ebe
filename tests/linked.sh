#!/bin/sh
# SPDX-License-Identifier: MIT
# linked.sh ARCHIVE [SYMBOL...]: prints the objects of the core in ARCHIVE that the linker takes for
# a program that opens tables, unwinds, and references each SYMBOL.
set -eu

archive=$1
shift
undefined=
for symbol in bobbin_table_open bobbin_begin bobbin_step bobbin_walk "$@"; do
    undefined="$undefined --undefined=$symbol"
done
trap 'rm -f "$archive.linked"' EXIT
# shellcheck disable=SC2086 # words
arm-none-eabi-ld -r $undefined "$archive" --print-map -o "$archive.linked" |
    sed -n 's|.*core\.a(\([a-z0-9_-]*\.o\)).*|\1|p' | sort -u
