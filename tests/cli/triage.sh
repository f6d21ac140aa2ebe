#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin triage on few logs: what it counts, in which order files may be given, and what it
# complains about. tests/fleet/fleet.sh has many. Run it from the top folder.
set -u

. tests/cli/lib.sh
make_log
E=$FIRMWARE
log=$work/log
# The same crash of another device.
sed 's/ device=[^ ]*/ device=other/' "$log" >"$work/renamed"
python3 tests/cli/retoken.py 0000010001 <"$work/renamed" >"$work/pump.log"
sh build/fw/vexpress-a9/qemu "$E" "crash abort" >"$work/valve.log" 2>/dev/null </dev/null
grep -v ' end ' "$log" >"$work/damaged.log"
: >"$work/empty"

# EXPRESSION: prints this value of the JSON object SUMMARY
summary() {
    python3 -c 'import json, sys
summary = json.load(open(sys.argv[1]))
crashes = {crash["signature"]: crash for crash in summary["signatures"]}
first = summary["signatures"][0]
print(eval(sys.argv[2]))' "$work/out" "$1"
}

expect "images and logs in any order" 0 - triage "$log" "$OTHER_FIRMWARE" "$work/valve.log" "$E" \
    "$work/pump.log" --json
tap_equal "signatures, reports and devices" "2 3 2 2" \
    "$(summary 'len(crashes), summary["reports"], summary["devices"], first["count"]' |
        tr -d '(),')"
tap_equal "the first and the last in the order of reading" "log pump.log log" "$(
    summary '" ".join(first[key]["log"].split("/")[-1] for key in ("first", "last", "example"))'
)"
tap_equal "the functions" "1:undefined:samples_verify<crash_undef<crash" \
    "$(summary 'first["signature"]')"
cp "$work/out" "$work/json"
run triage "$E" "$log" "$work/valve.log" "$work/pump.log" "$OTHER_FIRMWARE" -o "$work/file" --top=1
tap_equal "the table has the largest group" "       2         2       1  1:undefined:" \
    "$(sed -n '2s/samples.*//p' "$work/out")"
tap_check "it says how many are not shown" grep -q '^1 more signature' "$work/out"
tap_check "--output has the JSON object" grep -q '"signatures_count": 2' "$work/file"

run triage --image="$E" --reports "$log" "$work/valve.log"
tap_equal "--reports has a line for each report" "log:undefined valve.log:abort " \
    "$(python3 -c 'import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(row["log"].split("/")[-1] + ":" + row["cause"], end=" ")' <"$work/out")"
timeout 30 "$BOBBIN" triage "$E" --json - <"$log" >"$work/out" 2>"$work/err"
tap_equal "standard input" "standard input" "$(summary 'first["example"]["log"]')"

run triage "$E" "$log" "$work/pump.log" "$log" --json
tap_equal "a report counts once, however often it is read" "2 1" \
    "$(summary '"%d %d" % (summary["reports"], summary["repeated"])')"

expect "a damaged report" 1 "$work/damaged.log" triage "$E" "$work/damaged.log" --json
tap_equal "it is counted, with its functions" "1 1:undefined:samples_verify<crash_undef<crash" \
    "$(summary '"%d %s" % (summary["damaged"], first["signature"])')"
expect "a build without an image" 1 bobbin triage "$OTHER_FIRMWARE" "$log" --json
tap_check "its functions have no names" grep -q '"signature": "1:undefined:@[0-9a-f]*+' "$work/out"
expect "no image at all" 1 bobbin triage "$log"
expect "no report" 1 bobbin triage "$E" "$work/empty"
expect "a missing log" 3 "$work/none" triage "$E" "$work/none" "$log"
expect "no file" 2 triage triage
expect "two kinds of output" 2 triage triage "$E" "$log" --json --reports
tap_done
