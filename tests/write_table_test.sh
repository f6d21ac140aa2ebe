#!/bin/sh
# SPDX-License-Identifier: MIT
# write_table_test.sh: write_table.sh replaces what is between its markers and nothing else. Without
# a marker it fails and leaves the page as it is. The pages have every marker that a make target
# writes, and no marker that none writes. From the top.
set -u

. tests/tap.sh
work=build/tests/write_table
rm -rf "$work"
mkdir -p "$work"

# Two tables, the second one empty. A tab, a backslash and an ampersand must survive.
page() {
    printf 'before\n\n<!-- make a: one -->\nold 1\nold 2\n<!-- end -->\n\ta\\nb & c\n'
    printf '<!-- make b: two -->\n<!-- end -->\nafter\n'
}

# NAME TEXT STATUS: writes TEXT to the table NAME of $work/page
write() {
    printf '%b' "$2" | sh tests/write_table.sh "$work/page" "$1" 2>"$work/err"
    tap_equal "$1: exit status" "$3" $?
}

# NAME WORDS: the last call failed with a message that has WORDS; the page is as it was
refused() {
    tap_check "$1: the message says why" grep -q -- "error: $work/page: .*$2" "$work/err"
    tap_check "$1: the page did not change" cmp "$work/page" "$work/as_it_was"
    tap_equal "$1: no other file is left" "as_it_was err page " "$(ls "$work" | tr '\n' ' ')"
}

page >"$work/page"
cp "$work/page" "$work/as_it_was"
write 'make a: one' 'new 1\nnew \\n & 2\nnew 3\n' 0
page | sed -e '/^old 1$/,/^old 2$/d' >"$work/as_it_was"
grep -v '^new' "$work/page" >"$work/rest"
tap_check "all other lines are the same" cmp "$work/rest" "$work/as_it_was"
tap_equal "the table is where it belongs" \
    'new 1|new \n & 2|new 3|' \
    "$(sed -n '/^<!-- make a: one -->$/,/^<!-- end -->$/p' "$work/page" | sed '1d;$d' |
        tr '\n' '|')"
rm "$work/rest"

cp "$work/page" "$work/as_it_was"
write 'make a: one' 'new 1\nnew \\n & 2\nnew 3\n' 0
tap_check "the same table changes nothing" cmp "$work/page" "$work/as_it_was"
write 'make b: two' 'x\n' 0
tap_equal "an empty table is filled" 'x' \
    "$(sed -n '/make b: two/,/end/p' "$work/page" | sed '1d;$d')"

cp "$work/page" "$work/as_it_was"
write 'make c: three' 'x\n' 1
refused 'no first marker' 'make c: three -->" is missing'
write 'make a: one' '' 1
refused 'no table' 'no table'
sed '$!b' "$work/page" | awk '/end -->/ && ++ends == 2 { next } { print }' >"$work/cut"
mv "$work/cut" "$work/page"
cp "$work/page" "$work/as_it_was"
write 'make b: two' 'y\n' 1
refused 'no last marker' 'end -->" after .* is missing'
page | awk '/end -->/ && ++ends == 1 { next } { print }' >"$work/page"
cp "$work/page" "$work/as_it_was"
write 'make a: one' 'y\n' 1
refused 'another marker first' 'another marker stands inside'
{
    page
    page
} >"$work/page"
cp "$work/page" "$work/as_it_was"
write 'make a: one' 'y\n' 1
refused 'a marker twice' 'occurs twice'

# What the targets write, as PAGE: NAME, is what the pages have.
written() {
    sed -n "s/.*write_table\.sh \([A-Za-z_/.]*\.md\) '\([^']*\)'.*/\1: \2/p" \
        Makefile tests/*.mk tests/*.sh tests/*/*.mk tests/*/*.sh tests/*/*/*.mk | sort -u
}
markers() {
    git ls-files --cached --others --exclude-standard '*.md' | while read -r file; do
        sed -n "s|^<!-- \(make .*\) -->\$|$file: \1|p" "$file"
    done | sort
}
tap_check "targets write tables" test "$(written | wc -l)" -ge 5
tap_equal "the pages have the markers that targets write" "$(written)" "$(markers)"
tap_done
