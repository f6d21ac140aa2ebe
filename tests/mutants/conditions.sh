#!/bin/sh
# SPDX-License-Identifier: MIT
# conditions.sh IMAGE: one rule in IMAGE's table depends on the flags. If its condition is replaced
# with another one, or gives the other rule for one more value of NZCV, `bobbin check` must find the
# table wrong. So `bobbin check` must try all values of the flags. Run from the top folder, with the
# tool built.
set -u

. tests/tap.sh
. tests/target/table_bytes.sh
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

# For each condition, the values of NZCV for which it holds, one bit each (ARM ARM A8.3).
CONDITIONS="0xf0f0 0x0f0f 0xcccc 0x3333 0xff00 0x00ff 0xaaaa 0x5555 0x0c0c 0xf3f3 0xaa55 0x55aa"
CONDITIONS="$CONDITIONS 0x0a05 0xf5fa"

# OFFSET: the word there; table_number alone handles at most 31 bits
table_word() {
    echo $(($(table_number $(($1 + 2)) 2) << 16 | $(table_number "$1" 2)))
}

# The offset of the flags of the first rule that depends on flags: the word of a long rule refers to
# it, and its bit 31 is clear (core/format/table_format.h).
find_flags() {
    words=$(($(table_rules) + ($(table_number 22 2) + 1) / 2 * 4))
    at=$words
    while [ "$at" -lt "$SIZE" ]; do
        word=$(table_word "$at")
        long=$((words + 4 * (word >> 13 & 0x3ffff)))
        if [ $((word >> 31)) = 1 ] && [ $((word >> 9 & 15)) = 2 ] && [ $((word & 256)) = 0 ] &&
            [ $((long + 12)) -le "$SIZE" ] && [ $(($(table_word "$long") >> 31)) = 0 ]; then
            echo "$long"
            return
        fi
        at=$((at + 4))
    done
}

# NUMBER: prints it as the two bytes of a halfword
halfword() {
    printf '%b' "\\0$(printf '%o' $(($1 & 255)))\\0$(printf '%o' $(($1 >> 8)))"
}

# NAME FLAGS: with FLAGS in place of the right ones, the table must be found wrong.
is_wrong() {
    table_copy "$IMAGE" "$WORK/mutant.elf"
    halfword "$2" | table_replace "$at"
    table_seal
    build/bobbin check "$COPY" --require=100 >/dev/null 2>&1
    tap_equal "$1 is found wrong" 1 $?
}

IMAGE=$1
table_copy "$IMAGE" "$WORK/good.elf"
at=$(find_flags)
right=$(table_word "$at")
tap_check "the right table is proved" build/bobbin check "$COPY" --require=100
tap_check "its flags are those of a condition" \
    sh -c 'for c in $1; do [ $((c)) != "$2" ] || exit 0; done; exit 1' - "$CONDITIONS" "$right"
for flags in $CONDITIONS; do
    [ $((flags)) = "$right" ] || is_wrong "$flags instead of $right" $((flags))
done
for flags in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    is_wrong "the other rule with the flags $flags" $((right ^ 1 << flags))
done
tap_done
