#!/bin/sh
# SPDX-License-Identifier: MIT
# host_frames.sh BOARD BUILD PROGRAM KIND: tests the frames that decode adds. Runs `crash KIND` of
# build/fw/BOARD/BUILD/PROGRAM.elf and cuts its report in many ways. Each frame that decode adds
# must be the one that the device found in the whole report. Run from the top folder, with the
# firmware and the tool built.
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2 PROGRAM=$3 KIND=$4
ELF=build/fw/$BOARD/$BUILD/$PROGRAM.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-$PROGRAM-$KIND-host

timeout 60 sh "build/fw/$BOARD/qemu" "$ELF" "crash $KIND" >"$WORK.log" 2>/dev/null </dev/null
results=$(timeout 240 python3 tests/target/host_frames.py "$ELF" "$WORK.log" "$WORK.cut.log" 2>&1)
tap_equal "the script runs to its end" 0 $?
while read -r word rest; do
    case $word in
    ok) tap_ok "$rest" ;;
    not) tap_not_ok "${rest#ok }" ;;
    *) tap_note "$word $rest" ;;
    esac
done <<END
$results
END
tap_done
