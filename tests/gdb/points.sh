#!/bin/sh
# SPDX-License-Identifier: MIT
# points.sh BOARD BUILD PROGRAM WORDS [OPTIONS]: with the plug-in, gdb is right at random points of
# a run of build/fw/BOARD/BUILD/PROGRAM.elf with the command line WORDS, wherever `bobbin check`
# says exact. The truth is the oracle's shadow call stack. Each point is a core; at some of them gdb
# also stops a live QEMU, which replays the run. OPTIONS are more options of the oracle. Run from
# the top folder, with the firmware, the oracle and the library for gdb built.
#
#   COUNT   the number of points (250)
set -u

. tests/tap.sh
. tests/target/gdb.sh
BOARD=$1 BUILD=$2 PROGRAM=$3 COMMANDS=$4 OPTIONS=${5-}
. tests/oracle/lib.sh
: "${COUNT:=250}"
ELF=build/fw/$BOARD/$BUILD/$PROGRAM.elf
QEMU=build/fw/$BOARD/qemu
WORK=build/tests/gdb/$BOARD-$BUILD-$PROGRAM
POINTS=$WORK CHECK=$WORK.check
REPLAY=${ORACLE_ICOUNT%%,*},rr=replay,rrfile=$WORK.rr
ORACLE_ICOUNT=${ORACLE_ICOUNT%%,*},rr=record,rrfile=$WORK.rr
export ELF QEMU COMMANDS POINTS CHECK REPLAY
mkdir -p "${WORK%/*}"
case $PROGRAM in
rtos-*) ORACLE_LICENCES=tests/rtos/licences ;;
esac

rm -f "$WORK"-*.core "$WORK.truth"
oracle_run "$ELF" "$WORK" "$COMMANDS" ",points=$POINTS,gap=300,count=$COUNT$OPTIONS"
tap_equal "points of the run" "$COUNT" "$(grep -c '^point ' "$WORK.truth")"
tap_equal "mismatches of the oracle" 0 "$(oracle_field "$WORK" mismatches)"
build/bobbin check --json "$ELF" >"$CHECK" 2>"$WORK.check.err"
tap_gdb tests/gdb/points.py end
tap_gdb tests/gdb/live.py end
[ -n "${KEEP-}" ] || rm -f "$WORK"-*.core
tap_done
