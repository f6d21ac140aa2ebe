#!/bin/sh
# SPDX-License-Identifier: MIT
# foreign.sh BOARD BUILD FORMAT: crashes build/fw/BOARD/BUILD/FORMAT.elf, the demo with a table in
# another format. The frames on the device must be the first ones, or all, of those that Bobbin's
# table finds on the host. If the format has no rule for a frame, the device must stop with no-rule.
# The host must find the same frames with the same table. Run from the top folder, with the firmware
# and the tool built.
set -u

. tests/tap.sh
. tests/target/table_bytes.sh
BOARD=$1 BUILD=$2 FORMAT=$3
ELF=build/fw/$BOARD/$BUILD/$FORMAT.elf
READERS='chrome1|chrome1_profiler|chrome2|chrome2_simulating|dictionary|dictionary_two_level'
READERS="$READERS|groups|exidx"
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-$FORMAT
arm-none-eabi-objcopy --remove-section .bobbin "$ELF" "$WORK.elf"

# FILE: prints pc and sp of each frame in this JSON; an inlined call is not a frame, and frames that
# the host added are not frames of the device
frames() {
    awk -F '"' '
        $2 == "pc" { pc = $4 }
        $2 == "sp" { frame = pc " " $4 }
        $2 == "host" { frame = "" }
        /^ *}/ && frame != "" { print frame; frame = "" }' "$1" | uniq
}

# LOG: prints its frame and stop lines without numbers and checksums
trace() {
    sed -n 's/^%bobbin [^ ]* \(frame .*\|stop .*\) \*.*/\1/p' "$1"
}

# Overwrites all data of the format and corrects the checksum.
damage() {
    table_copy "$ELF" "$WORK.damaged.elf"
    foreign=$(table_foreign)
    head -c $(($(table_number 8 4) - foreign - 24)) /dev/zero | tr '\0' '\377' |
        table_replace $((foreign + 24))
    table_seal
}

# KIND FRAMES STOP: crashes; the trace must have this number of FRAMES and end with STOP
crash() {
    log=$WORK-$1.log
    sh "build/fw/$BOARD/qemu" "$ELF" "crash $1" >"$log" 2>"$WORK.err" </dev/null
    tap_equal "$1: the device ends with the status of a report" 70 $?
    tap_equal "$1: its report is complete" 1 "$(grep -c '%bobbin [^ ]* end ' "$log")"
    tap_check "$1: its table is good" grep -q ' table ok ' "$log"
    sh tests/target/decode.sh "$ELF" "$log" "$WORK.core" "$WORK.json" 2>"$WORK.err"
    build/bobbin unwind "$ELF" "$WORK.core" --json >"$WORK.host.json" 2>>"$WORK.err"
    build/bobbin unwind "$WORK.elf" "$WORK.core" --json >"$WORK.bobbin.json" 2>>"$WORK.err"
    found=$(frames "$WORK.json")
    tap_equal "$1: the number of frames" "$2" "$(echo "$found" | wc -l)"
    tap_equal "$1: they are the frames of Bobbin's table" \
        "$(frames "$WORK.bobbin.json" | head -n "$2")" "$found"
    tap_check "$1: Bobbin's table finds at least as many" \
        test "$(frames "$WORK.bobbin.json" | wc -l)" -ge "$2"
    tap_equal "$1: the host finds the same" "$found" "$(frames "$WORK.host.json")"
    tap_check "$1: the trace ends with $3" grep -q "\"\(device_\)\{0,1\}stop\": \"$3\"" "$WORK.json"
}

# Without a table, the device must find the same frames by the linker's .ARM.exidx.
fall_back() {
    table_copy "$ELF" "$WORK.empty.elf"
    head -c 4 /dev/zero | table_replace 0
    for kind in undef null wild; do
        sh "build/fw/$BOARD/qemu" "$COPY" "crash $kind" >"$WORK-empty.log" 2>"$WORK.err" </dev/null
        tap_check "$kind: the table is empty" grep -q ' table empty ' "$WORK-empty.log"
        tap_equal "$kind: the trace without a table is the same" \
            "$(trace "$WORK-$kind.log")" "$(trace "$WORK-empty.log")"
    done
}

case $FORMAT in
chrome1)
    crash undef 6 no-rule # up to the reset handler, which never moves sp and so has no rows
    crash null 7 no-rule  # the first caller is guessed from lr
    crash wild 1 no-rule  # in a leaf, which has no rows either
    ;;
groups)
    crash undef 6 outermost # complete: groups have all rules of Bobbin's table
    crash null 7 outermost
    crash wild 9 outermost
    ;;
chrome2*)
    crash undef 6 no-rule # up to the reset handler, which has no caller
    crash null 7 no-rule
    crash wild 9 no-rule
    ;;
dictionary*)
    crash undef 6 outermost
    crash null 7 outermost
    crash wild 9 outermost
    ;;
exidx)
    crash undef 6 no-rule # up to the reset handler
    crash null 7 no-rule
    crash wild 3 no-rule # up to a function of the C library that the linker marks EXIDX_CANTUNWIND
    fall_back
    ;;
esac
damage
sh "build/fw/$BOARD/qemu" "$COPY" 'crash undef' >"$WORK.damaged.log" 2>"$WORK.err" </dev/null
tap_equal 'damaged: the device ends with the status of a report' 70 $?
tap_check 'damaged: the report is complete' grep -q '%bobbin [^ ]* end ' "$WORK.damaged.log"
tap_check 'damaged: its checksum is right' grep -q ' table ok ' "$WORK.damaged.log"
tap_check 'damaged: it stops at the first frame' \
    grep -q ' stop corrupt-table .* 1 ' "$WORK.damaged.log"
tap_equal 'firmware links only the reader that it references' 1 \
    "$(arm-none-eabi-nm "$ELF" | grep -cE " R bobbin_($READERS)\$")"
tap_equal 'firmware that references no reader links none' 0 \
    "$(arm-none-eabi-nm "build/fw/$BOARD/${BUILD%-exidx}/demo.elf" |
        grep -cE " [RT] (bobbin_($READERS)\$|foreign_)")"
tap_done
