#!/bin/sh
# SPDX-License-Identifier: MIT
# write_table.sh PAGE NAME: replaces the lines of PAGE between "<!-- NAME -->" and "<!-- end -->"
# with standard input. All other lines stay the same. If a marker is missing, if NAME occurs twice,
# or if standard input is empty, PAGE does not change and the exit status is 1.
set -eu

page=$1 name=$2
new=$(mktemp "$page.XXXXXX")
trap 'rm -f "$new"' EXIT
[ -f "$page" ] || {
    echo "write_table: error: $page: no such page" >&2
    exit 1
}

# Standard input is read first, the page second.
awk -v page="$page" -v begin="<!-- $name -->" '
    function fail(text) {
        print "write_table: error: " page ": " text > "/dev/stderr"
        failed = 1
        exit 1
    }
    FILENAME == "-" { table = table $0 "\n"; next }
    $0 == begin && begun++ { fail("the marker \"" begin "\" occurs twice") }
    inside && /^<!-- / && $0 != "<!-- end -->" {
        fail("another marker stands inside \"" begin "\"")
    }
    inside && $0 == "<!-- end -->" { inside = 0; ended = 1 }
    !inside { print }
    $0 == begin { inside = 1; printf "%s", table }
    END {
        if (failed)
            exit 1
        if (table == "")
            fail("no table for \"" begin "\"")
        if (!begun)
            fail("the marker \"" begin "\" is missing")
        if (!ended)
            fail("the marker \"<!-- end -->\" after \"" begin "\" is missing")
    }' - "$page" >"$new"

# The page keeps its mode, and its time too if nothing changed.
cmp -s "$new" "$page" || cat "$new" >"$page"
