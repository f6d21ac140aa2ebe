# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions to change the table in a copy of an image. Source this and call table_copy first. The
# format is that of core/format/table_format.h; offsets count from the start of the table.

# ELF: prints the file offset and the size of its section .bobbin, in decimal
table_room() {
    arm-none-eabi-readelf -SW "$1" | sed -n 's/^.* \.bobbin  *PROGBITS  *//p' | {
        read -r _ offset size _
        echo "$((0x$offset)) $((0x$size))"
    }
}

# ELF COPY: copies ELF; the other functions work on the copy
table_copy() {
    COPY=$2
    cp "$1" "$COPY"
    room=$(table_room "$COPY")
    OFFSET=${room% *} SIZE=${room#* }
}

# FIRST COUNT: prints COUNT bytes of the table, from the offset FIRST on
table_bytes() {
    tail -c "+$((OFFSET + $1 + 1))" "$COPY" | head -c "$2"
}

# FIRST: overwrites the table from the offset FIRST on with the bytes of standard input
table_replace() {
    dd of="$COPY" bs=1 seek="$((OFFSET + $1))" conv=notrunc 2>/dev/null
}

# OFFSET COUNT: prints the little-endian number of COUNT bytes there
table_number() {
    table_bytes "$1" "$2" | od -An -v -tu1 |
        awk '{ for (i = NF; i > 0; i--) number = number * 256 + $i } END { print number }'
}

# OFFSET [MASK]: inverts the bits of MASK (all bits) in the byte there
table_flip() {
    byte=$(table_number "$1" 1)
    printf '%b' "\\0$(printf '%o' $((byte ^ ${2-255})))" | table_replace "$1"
}

# Corrects the table's checksum. gzip's output ends with the same CRC-32 and the size, 4 bytes each.
table_seal() {
    size=$(table_number 8 4)
    { table_bytes 0 12; table_bytes 16 $((size - 16)); } | gzip -c | tail -c 8 | head -c 4 |
        table_replace 12
}

# These print offsets in the table: of the records of its ranges; of its rules, which begin with
# those of one halfword; of FOREIGN, in a table that has it.
table_ranges() {
    echo $((24 + ($(table_number 7 1) + 3) / 4 * 4))
}

table_rules() {
    echo $(($(table_ranges) + 32 * $(table_number 20 2)))
}

table_foreign() {
    table_number $(($(table_ranges) + 28)) 4
}
