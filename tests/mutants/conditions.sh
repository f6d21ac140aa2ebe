#!/bin/sh
# SPDX-License-Identifier: MIT
# conditions.sh IMAGE: a rule of its table depends on the flags. With each other condition there `bobbin check` must
# find the table wrong: it has to try all flags. From the top, with the tool built.
set -u

. tests/tap.sh
. tests/target/table_bytes.sh
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

# Where the byte with the condition of the first such rule, above its form, stands in the table (core/SPEC.md, 6.3): a word behind the
# halfwords, of no more than the register pc, leads there. That of a root has all bits below.
find_condition() {
    rules=$(table_section 5) rules=${rules% *}
    long=$(table_section 6) long=${long% *}
    shorts=$(table_number $((rules + 4)) 2)
    words=$((rules + 8 + (shorts + 1) / 2 * 4))
    number=$((shorts + 1))
    while [ "$number" -le "$(table_number "$rules" 2)" ]; do
        low=$(table_number $((words + 4 * (number - shorts - 1))) 2)
        high=$(table_number $((words + 4 * (number - shorts - 1) + 2)) 2)
        offset=$((long + 4 * (high % 4 * 65536 + low)))
        if [ $((high / 4)) = 2 ] && [ "$low" != 65535 ] && [ $(($(table_number "$offset" 1) % 8)) = 4 ]; then
            echo "$offset"
            return
        fi
        number=$((number + 1))
    done
}

table_copy "$1" "$WORK/good.elf"
at=$(find_condition)
right=$(($(table_number "$at" 1) / 8))
tap_check "the right table is proved" build/bobbin check "$COPY" --require=100
for condition in 0 1 2 3 4 5 6 7 8 9 10 11 12 13; do
    [ "$condition" != "$right" ] || continue
    table_copy "$1" "$WORK/mutant.elf"
    table_flip "$at" $(((condition ^ right) * 8))
    table_seal
    build/bobbin check "$COPY" --require=100 >/dev/null 2>&1
    tap_equal "condition $condition instead of $right is found wrong" 1 $?
done
tap_done
