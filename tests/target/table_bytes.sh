# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Source this to change the table in a copy of an image: table_copy first. The bytes are those of
# core/format/table_format.h; offsets are from the start of the table.

# ELF: the offset in the file and the size of its table's room, decimal
table_room() {
    arm-none-eabi-readelf -SW "$1" | sed -n 's/^.* \.bobbin  *PROGBITS  *//p' | {
        read -r _ offset size _
        echo "$((0x$offset)) $((0x$size))"
    }
}

# ELF COPY
table_copy() {
    COPY=$2
    cp "$1" "$COPY"
    room=$(table_room "$COPY")
    OFFSET=${room% *} SIZE=${room#* }
}

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

# OFFSET [MASK]: turns bits of one byte, all without MASK
table_flip() {
    byte=$(table_number "$1" 1)
    printf '%b' "\\0$(printf '%o' $((byte ^ ${2-255})))" | table_replace "$1"
}

# Makes the checksum right: gzip ends its output with the same CRC-32 and the size, 4 bytes each.
table_seal() {
    size=$(table_number 8 4)
    { table_bytes 0 12; table_bytes 16 $((size - 16)); } | gzip -c | tail -c 8 | head -c 4 | table_replace 12
}

# Where the records of its ranges are; its rules, of which the first have a halfword each; and FOREIGN, if it has that.
table_ranges() {
    echo $((24 + ($(table_number 7 1) + 3) / 4 * 4))
}

table_rules() {
    echo $(($(table_ranges) + 32 * $(table_number 20 2)))
}

table_foreign() {
    table_number $(($(table_ranges) + 28)) 4
}
