#!/bin/sh
# SPDX-License-Identifier: MIT
# bad_table.sh BOARD BUILD: runs `crash wild` of build/fw/BOARD/BUILD/demo.elf with unusable tables.
# The device must write one complete report with the fault of the table and advice. The trace must
# have only the frame of the context. Run from the top folder, with the firmware and the tool built.
# shellcheck disable=SC2317 # the damage_ functions are called by crash
set -u

. tests/tap.sh
. tests/target/table_bytes.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/demo.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-bad-table
LOG=$WORK.log
case $BOARD in
versatile-r5f) OTHER=vexpress-a9 ;;
*) OTHER=versatile-r5f ;;
esac

# Erased flash.
damage_erased() {
    head -c "$SIZE" /dev/zero | tr '\0' '\377' | table_replace 0
}

damage_flipped() {
    table_flip $(($(table_number 8 4) / 2))
}

damage_version() {
    table_flip 4
    table_seal
}

# The size in the header is larger than the section.
damage_truncated() {
    table_flip 10
}

damage_other_image() {
    other=build/fw/$OTHER/thumb-os/demo.elf
    room=$(table_room "$other")
    tail -c "+$((${room% *} + 1))" "$other" | head -c "$SIZE" | table_replace 0
}

# Overwrites every entry of the first range and corrects the checksum: each entry starts at the end
# of a page and has an unused rule number.
damage_entries() {
    range=$(table_ranges)
    entries=$(table_number $((range + 16)) 4)
    head -c $(($(table_number $((range + 8)) 4) - entries)) /dev/zero | tr '\0' '\377' |
        table_replace "$entries"
    table_seal
}

# COUNT BYTES: prints BYTES (octal escapes) COUNT times
repeat() {
    LC_ALL=C awk -v count="$1" "BEGIN { while (count-- > 0) printf \"$2\" }"
}

# Overwrites every rule: halfwords with an undefined stop reason, words with a long rule beyond the
# table.
damage_rules() {
    rules=$(table_rules)
    words=$((rules + ($(table_number 22 2) + 1) / 2 * 4))
    rows=$(table_number $(($(table_ranges) + 28)) 4)
    repeat $(((words - rules) / 2)) '\014\000' | table_replace "$rules"
    repeat $(((rows - words) / 4)) '\377\004\374\207' | table_replace "$words"
    table_seal
}

# TYPE: prints the text of the report lines of this TYPE with their continuations, without the
# checksums
lines() {
    awk -f tests/target/whole_lines.awk "$LOG" | sed -n "s/^%bobbin [^ ]* $1 \(.*\) \*\$/\1/p"
}

# NAME TABLE STOP NOTE: crashes with the table damaged by damage_NAME. The report must have TABLE as
# the state of the table, the stop reason STOP, and a note with NOTE.
crash() {
    table_copy "$ELF" "$WORK.elf"
    "damage_$1"
    sh "build/fw/$BOARD/qemu" "$COPY" "crash wild" >"$LOG" 2>"$WORK.err" </dev/null
    tap_equal "$1: the device ends with the status of a report" 70 $?
    tap_equal "$1: it reports once" 1 "$(grep -c '%bobbin [^ ]*[.]0 report ' "$LOG")"
    tap_equal "$1: its report is complete" 1 "$(lines end | wc -l)"
    tap_equal "$1: no fault happens in the report" 0 "$(lines note | grep -c 'a fault inside')"
    tap_equal "$1: the state of the table" "$2" "$(lines table)"
    tap_equal "$1: only the frame of the context" context "$(lines frame | sed 's/.* //')"
    tap_equal "$1: the stop" "$3 1" "$(lines stop | sed 's/ [0-9a-f]* / /')"
    tap_equal "$1: it stops at the pc of the frame" \
        "$(lines frame | cut -d ' ' -f 2)" "$(lines stop | cut -d ' ' -f 2)"
    [ -z "$4" ] || tap_check "$1: a note gives advice" \
        sh -c 'echo "$1" | grep -q "$2"' - "$(lines note)" "$4"
    tap_check "$1: decode accepts it" build/bobbin decode "$ELF" "$LOG"
}

crash erased empty no-rule 'no unwind table in this image: run bobbin embed'
crash other_image other-image no-rule 'made for another image: run bobbin embed after'
crash flipped corrupt corrupt-table 'is damaged: run bobbin embed again'
crash truncated truncated corrupt-table 'is damaged: run bobbin embed again'
crash version version corrupt-table 'a format unknown to this firmware: rebuild both'
crash entries ok corrupt-table ''
crash rules ok corrupt-table ''
tap_done
