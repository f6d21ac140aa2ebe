#!/bin/sh
# SPDX-License-Identifier: MIT
# selfcheck.sh BOARD BUILD [SETTING]: on the board, the core must give the same answers for every
# halfword of build/fw/BOARD/BUILD/contexts.elf as the core on the host. SETTING, such as small:
# replaces the image's table with one of that setting. Run from the top folder, with the firmware,
# the tool and build/tests/selfcheck built.
set -u

. tests/tap.sh
. tests/target/table_bytes.sh
BOARD=$1 BUILD=$2 SETTING=${3-}
ELF=build/fw/$BOARD/$BUILD/contexts.elf
mkdir -p build/tests/target
WORK=build/tests/target/$BOARD-$BUILD-selfcheck${SETTING:+-$SETTING}
if [ -n "$SETTING" ]; then
    tap_check "a table of the setting $SETTING fits" \
        build/bobbin embed "$ELF" "--$SETTING" -o "$WORK-whole.elf"
    ELF=$WORK-whole.elf
fi
# With a small table each question reads much code, so only one halfword in STEP (a prime) is
# tested. Fewer steps then find a caller, because code read from the middle of an instruction often
# gives none.
STEP=1 CALLERS_OF_NINE=4
[ "$SETTING" != small ] || STEP=11 CALLERS_OF_NINE=3

# ELF: prints the exit status and the answers, of the board and of the host
on_board() {
    sh "build/fw/$BOARD/qemu" "$1" "selfcheck $STEP" >"$WORK.log" 2>"$WORK.err" </dev/null
    echo "status $?: $(tr -d '\r' <"$WORK.log" | grep '^selfcheck ')"
}

on_host() {
    line=$(build/tests/selfcheck "$1" "$STEP" 2>"$WORK.host.err")
    echo "status $?: $line"
}

# NAME LINE: prints the number or word after NAME= in LINE
field() {
    echo " $2 " | sed -n "s/^.* $1=\([^ ]*\) .*$/\1/p"
}

board=$(on_board "$ELF")
host=$(on_host "$ELF")
tap_equal "the board answers what the host answers" "$host" "$board"
tap_equal "the table is good, and every question is asked" "status 0 ok ok" \
    "${board%%:*} $(field table "$board") $(field code "$board")"
# Three of the five answers about a halfword are steps; one of these needs a BLX before the
# halfword.
tap_check "$CALLERS_OF_NINE of nine steps have a caller" test \
    "$((5 * $(field callers "$board")))" -gt "$((CALLERS_OF_NINE * $(field answers "$board") / 3))"
tap_note "$board"

# Changes the frame size in rules that are halfwords (core/format/table_format.h, RULES): in the
# first one, or in all of them if not all halfwords are tested, because few frames use one rule.
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
tap_check "rules changed: the hash is different" \
    test "$(field hash "$changed")" != "$(field hash "$board")"

# Changes the checksum of the code, at offset 16 in the header.
table_copy "$ELF" "$WORK.elf"
table_flip 16
table_seal
changed=$(on_board "$COPY")
tap_equal "code of another image: the board sees what the host sees" "$(on_host "$COPY")" "$changed"
tap_equal "code of another image: the mismatch is reported" "status 1 ok other-image" \
    "${changed%%:*} $(field table "$changed") $(field code "$changed")"
tap_done
