#!/bin/sh
# SPDX-License-Identifier: MIT
# firmware.sh FOLDER NAME: the firmware FOLDER/NAME.elf of build.sh must be proved within the limits
# below. U-Boot and Xen must also run under the oracle without mismatches: U-Boot with commands, and
# until it crashes in each way that it can. Run from the top folder.
set -u

. tests/tap.sh
. tests/strangers/console.sh
FOLDER=$1 NAME=$2
ELF=$FOLDER/$NAME.elf

# r9 is a global variable of U-Boot, which EFI calls exchange.
case $NAME in
uboot-*) given_up=,given-up=r9 ;;
*) given_up= ;;
esac

# of 1,000 instructions
case $NAME in
atf-*) permille=5 ;;
*) permille=1 ;;
esac

# NAME: prints its value in the proof
proved() {
    sed -n "s/^  \"$1\": \([0-9]*\),\$/\1/p" "$FOLDER/$NAME.json"
}

prove() {
    build/bobbin check "$ELF" --json >"$FOLDER/$NAME.json" 2>"$FOLDER/$NAME.check.err"
    tap_equal "it is not refused" 0 $?
    all=$(proved instructions)
    tap_check "$all instructions" test "${all:-0}" -gt 2000
    tap_equal "wrong" 0 "$(proved wrong)"
    for verdict in unknown unreachable; do
        count=$(proved $verdict)
        tap_check "$verdict: $count instructions, at most $permille of 1,000" \
            test "$((${count:-all} * 1000))" -le "$((all * permille))"
    done
    tap_check "it gets a table" build/bobbin table "$ELF" -o "$FOLDER/$NAME.table"
}

# RUN OPTION...: QEMU with the oracle and OPTIONs; reads the console's input from standard input
emulate() {
    result=$FOLDER/$NAME-$1
    shift
    rm -f "$result.out"
    timeout 900 qemu-system-arm "$@" -audio none -nodefaults -display none -monitor none \
        -no-reboot -serial stdio -icount shift=8,sleep=off \
        -plugin "build/tests/oracle.so,elf=$ELF,table=$FOLDER/$NAME.table,out=$result.out,\
max=0,moved=auto,licences=tests/strangers/licences,allow=no-rule$given_up" \
        >"$result.log" 2>"$result.err"
}

# RUN: what the oracle found
judge() {
    result=$FOLDER/$NAME-$1
    for field in mismatches losses; do
        tap_equal "$1: $field" 0 "$(sed -n "s/^$field //p" "$result.out")"
    done
    tap_note "$(grep -E '^(finding|loss|gap) ' "$result.out" | head -n 20)"
    tap_note "$(tail -n 1 "$result.err")"
}

# RUN COMMAND...: types COMMANDs, the last of which resets or crashes U-Boot
run_uboot() {
    run=$1 log=$FOLDER/$NAME-$1.log
    shift
    : >"$log"
    case $NAME in
    uboot-virt) board="-M virt,highmem=off -cpu cortex-a15 -m 128M -bios $FOLDER/$NAME.bin" ;;
    *) board="-M vexpress-a9 -m 128M -kernel $ELF" ;;
    esac
    # shellcheck disable=SC2086 # one word per option
    type_commands "$log" "$@" | emulate "$run" $board
    tap_check "$run: it got the commands" grep -q "^=> *$1" "$log"
    tap_check "$run: it ended" grep -q '^resetting' "$log"
    judge "$run"
}

prove
case $NAME in
uboot-*)
    # shellcheck disable=SC2016 # U-Boot's variable
    run_uboot commands version bdinfo 'md 40000000 20' 'crc32 40000000 1000' \
        'setenv a 1; if test $a = 1; then echo one; fi' 'printenv' 'reset'
    for kind in undefined breakpoint unaligned; do
        run_uboot "$kind" "exception $kind"
    done
    # An undefined instruction outside the image. On virt, `go` waits for ever: it takes an empty
    # queue of the UART for a full one.
    [ "$NAME" = uboot-virt ] || run_uboot go 'mw.l 61000000 e7f7defb' 'go 61000000'
    ;;
xen)
    emulate start -M virt,virtualization=on,highmem=off -cpu cortex-a15 -m 256M \
        -kernel "$FOLDER/xen.bin" -append 'console=dtuart noreboot=0' </dev/null
    judge start
    ;;
esac
tap_done
