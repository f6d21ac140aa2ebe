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

# FILE NAME: writes to $WORK.NAME.json what decode says of the crash, without what depends on the
# form
decode() {
    build/bobbin decode "$ELF" "$1" --json 2>"$WORK.$2.err" | sed -e 's/"log_line": [0-9]*, //' \
        -e 's/"notes": \[[^]]*\], //; s/"damaged": .*//' >"$WORK.$2.json"
}

for kind in wild undef overflow assert; do
    run $kind 1
    part '64 samples' memory | grep '%bobbin' | grep -v '^[^ ]* [^ ]* stack ' >"$WORK.sent"
    part text base64 >"$WORK.text"
    part base64 'handed over' | grep '%bobbin' >"$WORK.lines"
    grep -v ' omitted ' "$WORK.text" >"$WORK.kept"
    tap_check "$kind: the memory is retained" grep -q '^memory retained, boot 2,' "$WORK.log"
    tap_check "$kind: a report was sent before the reset" grep -q ' frame 0 ' "$WORK.sent"
    tap_check "$kind: the text is what was sent, without stack words" \
        cmp "$WORK.sent" "$WORK.kept"
    decode "$WORK.sent" sent
    decode "$WORK.text" text
    decode "$WORK.lines" lines
    tap_check "$kind: decode prints the frames up to main" \
        grep -q '"function": "main"' "$WORK.sent.json"
    for form in text lines; do
        tap_check "$kind: decode reads the same from $form" \
            cmp "$WORK.sent.json" "$WORK.$form.json"
        tap_check "$kind: and says nothing is wrong" test ! -s "$WORK.$form.err"
    done
done

# The bytes in all forms that people have. The last crash was an assertion.
xxd "$DUMP" >"$WORK.xxd"
xxd -e "$DUMP" >"$WORK.xxd-e"
hexdump -C "$DUMP" >"$WORK.hexdump"
od -A x -t x1 -v "$DUMP" >"$WORK.od"
arm-none-eabi-objcopy -I binary -O elf32-littlearm "$DUMP" "$WORK.o"
bytes=$(wc -c <"$DUMP")
start=$(arm-none-eabi-nm "$WORK.o" | awk '/_start$/ { print $3 }')
gdb-multiarch -batch -nx -ex "x/${bytes}xb &$start" "$WORK.o" >"$WORK.gdb-b" 2>&1
gdb-multiarch -batch -nx -ex "x/$((bytes / 4))xw &$start" "$WORK.o" >"$WORK.gdb-w" 2>&1
# U-Boot's md.l, "60c00080: 63655262 00012801 ...    bRec.(.."
xxd -e "$DUMP" | sed 's/^\([0-9a-f]*: .\{35\}\)  /\1    /' >"$WORK.md"
for form in dump xxd xxd-e hexdump od gdb-b gdb-w md; do
    decode "$WORK.$form" "$form"
    tap_check "decode reads the same from $form" cmp "$WORK.sent.json" "$WORK.$form.json"
done

bytes=$(awk '/ record / { count++ } END { print 24 * count }' "$WORK.lines")
tap_note "figure: $BOARD/$BUILD: the record has at most $bytes bytes, \
with $(grep -c ' frame ' "$WORK.sent") frames"

run wild 3
tap_check "crash loops are counted" \
    grep -q '^memory retained, boot 4, crashes 3, since alive 3, boots in a row 3$' "$WORK.log"
tap_equal "each crash of the loop has a token of its own" 3 \
    "$(sed -n 's/^%bobbin \([0-9a-v]*\)\.0 report .*/\1/p' "$WORK.log" | sort -u | wc -l)"
tap_equal "both copies in the dump are reports, the newest first" 2 \
    "$(build/bobbin decode "$ELF" "$DUMP" 2>/dev/null | grep -c '^report [12] of 2')"
tap_done
