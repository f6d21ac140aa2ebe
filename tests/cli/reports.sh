#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin decode on logs without a report, with a damaged one, and with one of another image.
# Decode must report the problem and never invent a frame. Run from the top folder.
set -u

. tests/cli/lib.sh
make_core
E=$FIRMWARE
log=$work/log

frames_in() {
    grep -c '^#[0-9]' "$work/out"
}

run decode "$E" "$log"
whole=$(frames_in)
tap_check "a whole report has frames" [ "$whole" -gt 4 ]
tap_check "a whole report is complete" grep -q '^stop: outermost' "$work/out"

: >"$work/empty"
expect "an empty log" 1 "$work/empty" decode "$E" "$work/empty"
grep -v '%bobbin' "$log" >"$work/plain"
expect "a log without a report" 1 "$work/plain" decode "$E" "$work/plain"
expect "a missing log" 3 "$work/missing" decode "$E" "$work/missing"
mkdir "$work/directory"
expect "a directory" 3 "$work/directory" decode "$E" "$work/directory"
head -c 100000 "$E" >"$work/binary"
expect "a binary file" 1 "$work/binary" decode "$E" "$work/binary"
expect "a report of another image" 1 "$OTHER_FIRMWARE" decode "$OTHER_FIRMWARE" "$log"
tap_check "a report of another image: frames have no names" \
    grep -q '^#0 .*(no symbol)\|^#0  *0x[0-9a-f]* *interrupted' "$work/out"
expect "two images: one has the build id" 0 - \
    decode --image="$OTHER_FIRMWARE" --image="$E" "$log"
tap_check "two images: frames have names" grep -q ' main+0x' "$work/out"

# Deletes each line of the report in turn, then adds a digit to each line in turn.
lines=$(grep -c '%bobbin' "$log")
first=$(grep -n '%bobbin [^ ]*[.]0 ' "$log" | cut -d : -f 1)
lost=0 changed=0 invented=0
for i in $(seq 0 $((lines - 1))); do
    sed "$((first + i))d" "$log" >"$work/damaged"
    run decode "$E" "$work/damaged"
    [ -z "$(complain)" ] && [ "$status" = 1 ] && [ -s "$work/err" ] && lost=$((lost + 1))
    [ "$(frames_in)" -le "$whole" ] || invented=$((invented + 1))
    sed "$((first + i))s/ [*+][0-9a-f]\{8\}/e&/" "$log" >"$work/damaged"
    run decode "$E" "$work/damaged"
    [ -z "$(complain)" ] && [ "$status" = 1 ] && [ -s "$work/err" ] && changed=$((changed + 1))
    [ "$(frames_in)" -le "$whole" ] || invented=$((invented + 1))
done
tap_equal "each lost line is reported" "$lines" "$lost"
tap_equal "each changed line is reported" "$lines" "$changed"
tap_equal "no damage adds a frame" 0 "$invented"

# Cuts the log off at many places.
bad=0
for size in $(seq 0 97 $(($(wc -c <"$log") - 3))); do # without the last line end it is whole
    head -c "$size" "$log" >"$work/cut"
    run decode "$E" "$work/cut"
    [ -z "$(complain)" ] && [ "$status" = 1 ] && [ -s "$work/err" ] &&
        [ "$(frames_in)" -le "$whole" ] ||
        bad=$((bad + 1))
done
tap_equal "each log that is cut off is reported" 0 "$bad"

# Changes to a log that terminals, loggers and a second run make.
sed 's/^/[   12.345678] tty: /' "$log" >"$work/prefixed"
expect "a prefix on every line" 0 - decode "$E" "$work/prefixed"
tap_equal "a prefix on every line: the same frames" "$whole" "$(frames_in)"
tr -d '\r' <"$log" >"$work/unix"
expect "line ends without CR" 0 - decode "$E" "$work/unix"
tap_equal "line ends without CR: the same frames" "$whole" "$(frames_in)"
sed 's/$/\nidle task says hello/' "$log" >"$work/mixed"
expect "other output between the lines" 0 - decode "$E" "$work/mixed"
tap_equal "other output between the lines: the same frames" "$whole" "$(frames_in)"

# Hex dumps of the log, with and without a column of text. A short log has no repeated lines.
run decode "$E" "$log"
cp "$work/out" "$work/whole"
xxd "$log" >"$work/xxd"
xxd -e "$log" >"$work/xxd-e"
hexdump -C "$log" >"$work/hexdump-C"
hexdump "$log" >"$work/hexdump"
od -A x -t x1 "$log" >"$work/od"
for form in xxd xxd-e hexdump-C hexdump od; do
    expect "a hex dump of the log: $form" 0 - decode "$E" "$work/$form"
    tap_check "a hex dump of the log: $form: the same backtrace" cmp "$work/whole" "$work/out"
done
head -c 1000 "$log" | hexdump -C | cat - "$log" >"$work/beside"
run decode "$E" "$work/beside"
tap_check "a log beside a hex dump is read as a log" cmp "$work/whole" "$work/out"

cat "$log" "$log" >"$work/twice"
run decode "$E" "$work/twice"
tap_equal "a report that came twice gives one backtrace" "0-$whole" "$status-$(frames_in)"
tap_done
