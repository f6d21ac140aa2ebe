#!/bin/sh
# SPDX-License-Identifier: MIT
# ask.sh FIRMWARE QUESTIONS ANSWERS READER TABLE [CODE]: runs FIRMWARE (a bench.elf) on the file
# QUESTIONS and writes ANSWERS. READER is the symbol in FIRMWARE that reads TABLE; "-": core alone.
# CODE is the code of the image, if the image is not FIRMWARE. If FIRMWARE has no READER, there are
# no ANSWERS. From the top.
set -eu

firmware=$1 questions=$2 answers=$3 reader=$4 table=$5 code=${6-}
rm -f "$answers"
case $reader in
-) address=0 ;;
*) address=$(arm-none-eabi-nm "$firmware" | sed -n "s/^\([0-9a-f][0-9a-f]*\) . $reader\$/\1/p") ;;
esac
[ -n "$address" ] || exit 0
# shellcheck disable=SC2086 # words
QEMU_SECONDS=900 exec sh build/fw/vexpress-a9/qemu "$firmware" \
    "$questions $answers $address $(printf %x "$(wc -c <"$table")")" -m 512M \
    -device "loader,addr=0x68000000,force-raw=on,file=$table" \
    ${code:+-device loader,addr=0x6a000000,force-raw=on,file=$code} </dev/null
