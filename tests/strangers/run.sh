#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh IMAGE: build/strangers/IMAGE.elf must run to its end, have the expected size, be proved,
# and run under the oracle without mismatches. Run from the top folder.
set -u

. tests/tap.sh
ELF=build/strangers/$1.elf
BOARD=vexpress-a9
. tests/oracle/lib.sh
case $1 in
lua-*) code_bytes_min=180000 ;;
c-*) code_bytes_min=500000 ;;
*) code_bytes_min=1000000 ;;
esac

said=$(sh build/fw/vexpress-a9/qemu "$ELF" '' </dev/null 2>&1 | tr -d '\r' | tail -n 1)
tap_check "it says that it is right: $said" test "${said%%:*}" = "ok ${1%%-*}"
code_bytes=$(arm-none-eabi-size -A "$ELF" | awk '$1 == ".text" { print $2 }')
tap_check "$code_bytes bytes of code" test "$code_bytes" -ge "$code_bytes_min"

build/bobbin embed "$ELF" -o "$ELF.embedded"
build/bobbin check "$ELF.embedded" --require=100 >"$ELF.check"
tap_equal "it is proved" 0 $?
tap_note "$(sed -n '1,/^  wrong/p' "$ELF.check")"
ORACLE_SECONDS=200 oracle_run "$ELF.embedded" "$ELF.oracle" ''
tap_equal "the oracle finds nothing wrong" 0 "$(oracle_field "$ELF.oracle" mismatches)"
tap_note "$(tail -n 1 "$ELF.oracle.err")"
tap_done
