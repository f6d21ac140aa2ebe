#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the source lines of bobbin decode: --source, --source-dir, --source-map. Run from the top
# folder.
set -u

. tests/cli/lib.sh
make_log
E=$FIRMWARE
log=$work/log

# Prints each marked line as "FILE:LINE TEXT", with the file of the frame before it.
marked() {
    sed -n -e 's/^#.* at \([^ ]*\):[0-9]* .*/\1/p' -e 's/^  > *\([0-9]*\) */:\1 /p' "$work/out" |
        awk '/^:/ { print file $0; next } { file = $0 }'
}

# Whether each marked line is that of its file.
marked_are_right() {
    marked >"$work/marked"
    [ "$(wc -l <"$work/marked")" -ge "$1" ] || return 1
    while read -r place text; do
        line=$(sed -n "${place##*:}p" "${place%:*}" | tr -s ' \t' ' ' | sed 's/^ //; s/ $//')
        [ "$line" = "$(echo "$text" | tr -s ' ')" ] || return 1
    done <"$work/marked"
}

run decode "$E" "$log"
plain=$(wc -l <"$work/out")
tap_equal "without --source there are no source lines" 0 "$(grep -c '^  > ' "$work/out")"
expect "--source" 0 - decode "$E" "$log" --source
tap_check "the marked lines are those of the files" marked_are_right 5
tap_check "each line of the trace is in the output" \
    [ "$(grep -vc '^  [ >] *[0-9]\{1,6\}\( \|$\)' "$work/out")" -eq "$plain" ]
run decode "$E" "$log" --source --json
tap_check "JSON has the same lines" grep -q '"source": *{"path": *"[^"]*checksum.c"' "$work/out"
from=$(sed -n 's/.*"path": *"\([^"]*\)\/tests\/demo\/checksum.c".*/\1/p' "$work/out")

# The same sources at another place, where each line has a mark at its end.
mkdir -p "$work/moved/tests/demo"
for file in tests/demo/*.c; do
    sed 's/$/ moved/' "$file" >"$work/moved/$file"
    touch -d '2001-01-01' "$work/moved/$file"
done
expect "--source-map" 0 - decode "$E" "$log" --source-map="$from=$PWD/$work/moved"
tap_check "mapped files come before those of the path" grep -q '^  > .* moved$' "$work/out"
expect "a map that does not fit" 0 - decode "$E" "$log" --source-map=/nowhere=/else
tap_check "then the path itself is taken" marked_are_right 5
expect "--source-map without FROM" 2 decode decode "$E" "$log" --source-map==x

# The demo calls qsort of the C library, whose sources are not installed.
sh build/fw/vexpress-a9/qemu "$E" "crash wild" >"$log" 2>/dev/null </dev/null
expect "one file is missing" 0 bobbin decode "$E" "$log" --source
tap_check "the message names it" grep -q '1 source file is not found, for example .*qsort.c;' \
    "$work/err"
run decode "$E" "$log"
line=$(sed -n 's/.*qsort.c:\([0-9]*\).*/\1/p' "$work/out")
mkdir -p "$work/library/libc/search"
seq 1 400 | sed 's/^/line /' >"$work/library/libc/search/qsort.c"
touch -d '2001-01-01' "$work/library/libc/search/qsort.c"
expect "--source-dir" 0 - decode "$E" "$log" --source-dir="$work/library"
tap_check "the longest end of the path is found" grep -q "^  > *$line  line $line\$" "$work/out"
printf 'short\n' >"$work/library/libc/search/qsort.c"
touch -d '2001-01-01' "$work/library/libc/search/qsort.c"
expect "a file that is too short" 0 - decode "$E" "$log" --source-dir="$work/library"
touch -d '2030-01-01' "$work/library/libc/search/qsort.c"
expect "a file that is newer than the image" 0 bobbin decode "$E" "$log" \
    --source-dir="$work/library"
tap_check "the message says so" grep -q '1 source file is newer than the image' "$work/err"
tap_done
