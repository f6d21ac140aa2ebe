#!/bin/sh
# SPDX-License-Identifier: MIT
# selfcheck.sh BOARD BUILD [SETTING]: core, compiled for the board, answers for every halfword of
# build/fw/BOARD/BUILD/contexts.elf there what the host's core answers; with a table of SETTING, such as small, in place
# of its own. From the top, with the firmware, the tool and build/tests/selfcheck built.
set -u

. tests/tap.sh
. tests/target/table_bytes.sh
BOARD=$1 BUILD=$2 SETTING=${3-}
ELF=build/fw/$BOARD/$BUILD/contexts.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-selfcheck${SETTING:+-$SETTING}
if [ -n "$SETTING" ]; then
    tap_check "a table of the setting $SETTING fits" build/bobbin embed "$ELF" "--$SETTING" -o "$WORK-whole.elf"
    ELF=$WORK-whole.elf
fi
# With a small table the code is read far and wide at each question: one halfword in STEP (prime) is asked about. Where
# no instruction begins the code says nothing of a caller more often.
STEP=1 CALLERS_OF_NINE=4
[ "$SETTING" != small ] || STEP=11 CALLERS_OF_NINE=3

# ELF: exit status and answers of board and host
on_board() {
    sh "build/fw/$BOARD/qemu" "$1" "selfcheck $STEP" >"$WORK.log" 2>"$WORK.err" </dev/null
    echo "status $?: $(tr -d '\r' <"$WORK.log" | grep '^selfcheck ')"
}

on_host() {
    line=$(build/tests/selfcheck "$1" "$STEP" 2>"$WORK.host.err")
    echo "status $?: $line"
}

# NAME LINE: the number or word behind NAME=
field() {
    echo " $2 " | sed -n "s/^.* $1=\([^ ]*\) .*$/\1/p"
}

board=$(on_board "$ELF")
host=$(on_host "$ELF")
tap_equal "the board answers what the host answers" "$host" "$board"
tap_equal "the table is good, and every question is asked" "status 0 ok ok" \
    "${board%%:*} $(field table "$board") $(field code "$board")"
# Of the answers about a halfword three are steps, and one of these needs a BLX.
tap_check "$CALLERS_OF_NINE of nine steps have a caller" \
    test "$((5 * $(field callers "$board")))" -gt "$((CALLERS_OF_NINE * $(field answers "$board") / 3))"
tap_note "$board"

# Frames of another size (core/format/table_format.h, RULES): in the rules that are halfwords, the first, or where not all is asked all
# of them, for few frames go by one.
table_copy "$ELF" "$WORK.elf"
rules=$(table_rules) changes=1
[ "$STEP" = 1 ] || changes=$(table_number 22 2)
while [ "$changes" -gt 0 ]; do
    changes=$((changes - 1))
    table_flip $((rules + 2 * changes + 1)) 2
done
table_seal
changed=$(on_board "$COPY")
tap_equal "rules changed: the board answers what the host answers" "$(on_host "$COPY")" "$changed"
tap_equal "rules changed: the table is still good" "status 0 ok ok" \
    "${changed%%:*} $(field table "$changed") $(field code "$changed")"
tap_check "rules changed: the hash is another" \
    test "$(field hash "$changed")" != "$(field hash "$board")"

# The checksum of the code, at 16 in the header.
table_copy "$ELF" "$WORK.elf"
table_flip 16
table_seal
changed=$(on_board "$COPY")
tap_equal "code of another image: the board sees what the host sees" "$(on_host "$COPY")" "$changed"
tap_equal "code of another image: it is told" "status 1 ok other-image" \
    "${changed%%:*} $(field table "$changed") $(field code "$changed")"
tap_done
