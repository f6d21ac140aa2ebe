#!/bin/sh
# SPDX-License-Identifier: MIT
# packaged.sh: the U-Boot of Debian's package u-boot-qemu: stripped, position-independent, made by
# a compiler and with options that are not ours. Its table must be proved but for 0.1 % of the
# instructions, and its start must run under the oracle without mismatches. U-Boot moves itself to
# the end of RAM; the oracle has to find that. Run from the top folder.
set -u

. tests/tap.sh
UBOOT=/usr/lib/u-boot/qemu_arm
ELF=$UBOOT/uboot.elf
WORK=build/tests/packaged
mkdir -p "${WORK%/*}"

# The start, the move and the first drivers. More would take too long in `make test`.
INSTRUCTIONS=6000000

# NAME: prints its value in the proof
proved() {
    sed -n "s/^  \"$1\": \([0-9]*\),\$/\1/p" "$WORK.json"
}

build/bobbin check "$ELF" --json >"$WORK.json" 2>"$WORK.check.err"
tap_equal "it is not refused" 0 $?
all=$(proved instructions)
tap_check "$all instructions" test "${all:-0}" -gt 100000
tap_equal "wrong" 0 "$(proved wrong)"
for verdict in unknown unreachable; do
    count=$(proved $verdict)
    tap_check "$verdict: $count instructions, at most 0.1 %" \
        test "$((${count:-all} * 1000))" -le "$all"
done

# relocate_code, without symbols: the jump with the moved return address leads there.
copier=$(arm-none-eabi-objdump -d "$ELF" | awk '
    /add\tlr, lr, r0/ { line = NR }
    line && NR <= line + 2 && $3 == "b" { print $4; exit }')
tap_check "the code that copies U-Boot is at ${copier:-no address}" test -n "$copier"
printf 'launch %s-0x%x\n' "$copier" $((copier + 0x80)) >"$WORK.licences"

rm -f "$WORK.out"
tap_check "it gets a table" build/bobbin table "$ELF" -o "$WORK.table"
timeout 200 qemu-system-arm -M virt,highmem=off -cpu cortex-a15 -m 128M -audio none -nodefaults \
    -display none -monitor none -no-reboot -serial stdio -icount shift=8,sleep=off \
    -bios "$UBOOT/u-boot.bin" -plugin "build/tests/oracle.so,elf=$ELF,table=$WORK.table,\
licences=$WORK.licences,out=$WORK.out,\
moved=auto,given-up=r9,stop=$INSTRUCTIONS,allow=no-rule,allow=losses" \
    </dev/null >"$WORK.log" 2>"$WORK.err"
tap_equal "it runs under the oracle" 0 $?
field() {
    sed -n "s/^$1 //p" "$WORK.out"
}
tap_check "it says who it is" grep -q '^U-Boot 20' "$WORK.log"
tap_check "the oracle finds that it moves itself" grep -q 'runs at 0x4' "$WORK.err"
tap_equal "mismatches" 0 "$(field mismatches)"
tap_equal "instructions" $INSTRUCTIONS "$(field instructions)"
# Two by design: its start-up code sets another stack, and goes on in the copy.
losses=$(field losses)
tap_check "track was lost $losses times, at most 4" test "${losses:-5}" -le 4
[ "$(field mismatches)" = 0 ] || tap_note "$(grep '^finding ' "$WORK.out" | head -n 20)"
tap_note "$(tail -n 1 "$WORK.err")"
tap_done
