#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh IMAGE: build/strangers/IMAGE.elf comes to its end, and is as large as it should be. From the top.
set -u

. tests/tap.sh
ELF=build/strangers/$1.elf
case $1 in
c-*) code_bytes_min=500000 ;;
*) code_bytes_min=1000000 ;;
esac

said=$(sh build/fw/vexpress-a9/qemu "$ELF" '' </dev/null 2>&1 | tr -d '\r' | tail -n 1)
tap_check "it says that it is right: $said" test "${said%%:*}" = "ok ${1%%-*}"
code_bytes=$(arm-none-eabi-size -A "$ELF" | awk '$1 == ".text" { print $2 }')
tap_check "$code_bytes bytes of code" test "$code_bytes" -ge "$code_bytes_min"
tap_done
