#!/bin/sh
# SPDX-License-Identifier: MIT
# record.sh BOARD BUILD: the firmware crashes, resets the board and hands its report over. What
# comes over the reset is compared with the text that was sent before it. From the top.
set -u

. tests/tap.sh
BOARD=$1
BUILD=$2
ELF=build/fw/$BOARD/$BUILD/record.elf
WORK=build/tests/record/$BOARD-$BUILD
DUMP=$WORK.dump
mkdir -p build/tests/record
export ELF WORK

# KIND BOOTS: runs the firmware until BOOTS boots have crashed; writes $WORK.log and $DUMP
run() {
    rm -f "$WORK.log" "$DUMP"
    sh "build/fw/$BOARD/qemu" "$ELF" "$1 $2 $DUMP" </dev/null 2>/dev/null | tr -d '\r' >"$WORK.log"
}

# FROM TO: the lines of $WORK.log after the last line FROM, up to TO
part() {
    awk -v from="$1" -v to="$2" '$0 ~ "^" from { text = ""; inside = 1; next }
        $0 ~ "^" to { inside = 0 }
        inside { text = text $0 "\n" }
        END { printf "%s", text }' "$WORK.log"
}

# FILE NAME: what decode says of the crash, without lines that depend on the form
decode() {
    build/bobbin decode "$ELF" "$1" --json >"$WORK.$2.json" 2>"$WORK.$2.err"
    sed -e 's/"log_line": [0-9]*, //; s/"notes": \[[^]]*\], //' "$WORK.$2.json"
}

for kind in wild undef overflow assert; do
    run $kind 1
    part '64 samples' memory >"$WORK.before"
    part text base64 >"$WORK.text"
    part base64 'handed over' >"$WORK.base64"
    tap_check "$kind: the memory is retained" grep -q '^memory retained, boot 2,' "$WORK.log"
    grep -v ' stack ' "$WORK.before" | grep '%bobbin' >"$WORK.sent"
    tap_check "$kind: a report was sent before the reset" grep -q ' frame 0 ' "$WORK.sent"
    tap_equal "$kind: the text is what was sent, without stack words" \
        "$(cat "$WORK.sent")" "$(grep -v ' omitted ' "$WORK.text")"
    tap_equal "$kind: the record has not more than the report" 1 \
        "$(grep -c ' omitted ' "$WORK.text")"
done

xxd "$DUMP" >"$WORK.xxd"
hexdump -C "$DUMP" >"$WORK.hexdump"
od -A x -t x4 -v "$DUMP" >"$WORK.od"
grep '%bobbin' "$WORK.base64" >"$WORK.lines"
expected=$(decode "$WORK.sent" sent)
tap_check "decode prints frames" sh -c 'echo "$1" | grep -q "\"function\": \"main\""' - "$expected"
for form in text lines dump xxd hexdump od; do
    tap_equal "decode reads the same from $form" "$expected" "$(decode "$WORK.$form" "$form")"
done

bytes=$(awk '/ record / { count++ } END { print 24 * count }' "$WORK.lines")
frames=$(grep -c ' frame ' "$WORK.sent")
tap_note "figure: $BOARD/$BUILD: a record with $frames frames has at most $bytes bytes"

run wild 3
tap_check "crash loops are counted" \
    grep -q '^memory retained, boot 4, crashes 3, since alive 3, boots in a row 3$' "$WORK.log"
tap_equal "both copies in the dump are reports, the newest first" 2 \
    "$(build/bobbin decode "$ELF" "$DUMP" 2>/dev/null | grep -c '^report [12] of 2')"
tap_done
