#!/bin/sh
# SPDX-License-Identifier: MIT
# program.sh BOARD BUILD PROGRAM [PROOF]: runs build/fw/BOARD/BUILD/PROGRAM.elf. The program checks
# itself and must run to its end. If the command PROOF is given, it must prove a table of each
# setting; the image is its last argument. Run from the top folder, with the firmware built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 PROGRAM=$3 PROOF=${4-}
ELF=build/fw/$BOARD/$BUILD/$PROGRAM.elf
mkdir -p build/tests/target
LOG=build/tests/target/$BOARD-$BUILD-$PROGRAM.log

sh "build/fw/$BOARD/qemu" "$ELF" '' >"$LOG" 2>&1 </dev/null
tap_equal "it ends with status 0" 0 $?
said=$(tr -d '\r' <"$LOG" | tail -n 1)
case $said in
"ok $PROGRAM: 0 checks"*) tap_not_ok "it checked nothing" "$said" ;;
"ok $PROGRAM: "*) tap_ok "$said" ;;
*) tap_not_ok "it prints that its checks passed" "$said" ;;
esac
if [ -n "$PROOF" ]; then
    for setting in '' --small --table-only; do
        # shellcheck disable=SC2086 # a command and its options
        tap_check "$PROOF $setting" $PROOF $setting "$ELF"
    done
fi
tap_done
