#!/bin/sh
# SPDX-License-Identifier: MIT
# bad_table.sh BOARD BUILD: `crash wild` of build/fw/BOARD/BUILD/demo.elf with tables that must not be used.
# The device must report once, completely, say what is wrong with the table and what to do about it, and
# trace no further than the context. From the top, with the firmware and the tool built.
# shellcheck disable=SC2317 # the damage_ functions are called by crash
set -u

. tests/tap.sh
BOARD=$1 BUILD=$2
ELF=build/fw/$BOARD/$BUILD/demo.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-bad-table
COPY=$WORK.elf
LOG=$WORK.log
case $BOARD in
vexpress-a9) OTHER=versatile-r5f ;;
*) OTHER=vexpress-a9 ;;
esac

# ELF: the offset in the file and the size of its table's room, decimal
table_room() {
    arm-none-eabi-readelf -SW "$1" | sed -n 's/^.* \.bobbin  *PROGBITS  *//p' | {
        read -r _ offset size _
        echo "$((0x$offset)) $((0x$size))"
    }
}

room=$(table_room "$ELF")
OFFSET=${room% *} SIZE=${room#* }

# FIRST COUNT: bytes of the copy's table to standard output
table_bytes() {
    tail -c "+$((OFFSET + $1 + 1))" "$COPY" | head -c "$2"
}

# FIRST: what stands on standard input replaces as many bytes of the copy's table
table_replace() {
    dd of="$COPY" bs=1 seek="$((OFFSET + $1))" conv=notrunc 2>/dev/null
}

# OFFSET COUNT: the little-endian number there
table_number() {
    table_bytes "$1" "$2" | od -An -v -tu1 |
        awk '{ for (i = NF; i > 0; i--) number = number * 256 + $i } END { print number }'
}

# OFFSET: turns all bits of one byte
table_flip() {
    byte=$(table_number "$1" 1)
    printf '%b' "\\0$(printf '%o' $((255 - byte)))" | table_replace "$1"
}

# Makes the checksum right: gzip ends its output with the same CRC-32 and the size, 4 bytes each.
table_seal() {
    size=$(table_number 8 4)
    { table_bytes 0 12; table_bytes 16 $((size - 16)); } | gzip -c | tail -c 8 | head -c 4 | table_replace 12
}

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

# The size says more than there is room for.
damage_truncated() {
    table_flip 10
}

damage_other_image() {
    other=build/fw/$OTHER/$BUILD/demo.elf
    room=$(table_room "$other")
    tail -c "+$((${room% *} + 1))" "$other" | head -c "$SIZE" | table_replace 0
}

# Every rule, behind a checksum that is right. The directory's entries: type 2 bytes, flags 2, size 4.
damage_rules() {
    entry=$((20 + ($(table_number 7 1) + 3) / 4 * 4))
    section=$((entry + 8 * $(table_number 6 1)))
    while [ "$entry" -lt "$SIZE" ] && [ "$(table_number "$entry" 2)" != 3 ]; do
        section=$((section + ($(table_number $((entry + 4)) 4) + 3) / 4 * 4))
        entry=$((entry + 8))
    done
    size=$(table_number $((entry + 4)) 4)
    head -c $((size - 4)) /dev/zero | tr '\0' '\377' | table_replace $((section + 4))
    table_seal
}

# TYPE: the text of its lines, without the checksum
lines() {
    tr -d '\r' <"$LOG" | sed -n "s/^.*%bobbin [0-9]* $1 \(.*\) \*[0-9a-f]*\$/\1/p"
}

# NAME TABLE STOP NOTE: crashes with the table damaged as damage_NAME does it
crash() {
    cp "$ELF" "$COPY"
    "damage_$1"
    sh "build/fw/$BOARD/qemu" "$COPY" "crash wild" >"$LOG" 2>"$WORK.err" </dev/null
    tap_equal "$1: the device ends with the status of a report" 70 $?
    tap_equal "$1: it reports once" 1 "$(grep -c '%bobbin 0 report ' "$LOG")"
    tap_equal "$1: its report is complete" 1 "$(lines end | wc -l)"
    tap_equal "$1: no fault happens in the report" 0 "$(lines note | grep -c 'a fault inside')"
    tap_equal "$1: the table" "$2" "$(lines image | sed 's/.*table=//')"
    tap_equal "$1: the frame of the context alone" context "$(lines frame | sed 's/.* //')"
    tap_equal "$1: the stop" "$3 frames=1" "$(lines stop | sed 's/value=[0-9a-f]* //')"
    tap_equal "$1: it stops at the pc of the frame" "$(lines frame | sed 's/.*pc=\([0-9a-f]*\).*/\1/')" \
        "$(lines stop | sed 's/.*value=\([0-9a-f]*\).*/\1/')"
    [ -z "$4" ] || tap_check "$1: a note says what to do" sh -c 'echo "$1" | grep -q "$2"' - "$(lines note)" "$4"
    tap_check "$1: decode takes it" build/bobbin decode "$ELF" "$LOG"
}

crash erased empty no-rule 'no unwind table in this image: run bobbin embed'
crash other_image other-image no-rule 'made for another image: run bobbin embed after'
crash flipped corrupt corrupt-table 'is damaged: run bobbin embed again'
crash truncated truncated corrupt-table 'is damaged: run bobbin embed again'
crash version version corrupt-table 'a format unknown to this firmware: rebuild both'
crash rules ok corrupt-table ''
tap_done
