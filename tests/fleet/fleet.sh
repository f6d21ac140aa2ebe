#!/bin/sh
# SPDX-License-Identifier: MIT
# fleet.sh REPORTS DEVICES: tests bobbin triage with a log of a made fleet of four builds. Its
# answer is that of the generator, which knows what it sent, and that of ClickHouse and SQLite,
# which load the lines of triage --reports. Repeated reports are counted once, and interleaved ones
# are separated. Prints how long it took. Run it from the top folder, with the tool and the firmware
# built.
set -u

. tests/tap.sh
. tests/fleet/clickhouse.sh
REPORTS=$1 DEVICES=$2
SQL=gen/triage
MEMORY_KIB_MAX=$((160 * 1024))
BUILDS="vexpress-a9/thumb-os vexpress-a9/clang-o2 versatile-r5f/thumb-os versatile-r5f/clang-o2"
KINDS="wild undef overflow assert abort stackprotector jump oldassert"
work=build/tests/fleet/$REPORTS
rm -rf "$work"
mkdir -p "$work"

# ---- templates: real crashes

images=
: >"$work/signatures"
for build in $BUILDS; do
    elf=build/fw/$build/demo.elf
    images="$images $elf"
    for kind in $KINDS; do
        log=$work/$(echo "$build" | tr / -).$kind.log
        sh "build/fw/${build%/*}/qemu" "$elf" "crash $kind" >"$log" 2>/dev/null </dev/null
        echo "$kind $(build/bobbin decode "$elf" "$log" --json |
            sed 's/^{"signature": "\([^"]*\)".*/\1/')" >>"$work/signatures"
        [ "$kind" != undef ] || build/bobbin decode "$elf" "$log" --json >>"$work/decoded"
    done
done

# ---- triage

build/tests/generate "$REPORTS" "$DEVICES" "$work/truth" "$work"/*.log |
    # shellcheck disable=SC2086 # one word an image
    python3 tests/fleet/measure.py "$work/triage.time" \
        build/bobbin triage $images - --reports -o "$work/summary" --top=0 \
        >"$work/rows" 2>"$work/err"
tap_equal "triage has nothing to complain about" "" "$(cat "$work/err")"
differences=$(python3 tests/fleet/compare.py truth "$work/truth" "$work/signatures" "$work/summary")
tap_equal "its answer is what the generator sent" "" "$differences"
read -r seconds cpu memory <"$work/triage.time"
tap_check "it takes at most $((MEMORY_KIB_MAX / 1024)) MiB" test "$memory" -le $MEMORY_KIB_MAX
tap_check "reports were repeated" grep -q '"repeated": [1-9]' "$work/summary"

# ---- databases

began=$(date +%s)
database=$work/fleet.db
sqlite3 "$database" <$SQL/sqlite/schema.sql
sqlite3 "$database" ".read $SQL/sqlite/load.sql" <"$work/rows"
sqlite3 -separator "$(printf '\t')" "$database" <$SQL/sqlite/crashes.sql >"$work/sqlite"
tap_equal "SQLite has the same answer" "" \
    "$(python3 tests/fleet/compare.py table "$work/summary" "$work/sqlite")"
sqlite=$(($(date +%s) - began))

began=$(date +%s)
if [ ! -x /usr/sbin/clickhouse-server ]; then
    tap_skip "ClickHouse has the same answer" "clickhouse-server is not installed"
elif clickhouse_start "$work/clickhouse"; then
    clickhouse "$(cat $SQL/clickhouse/schema.sql)"
    clickhouse "$(cat $SQL/clickhouse/load.sql)" <"$work/rows"
    clickhouse "$(cat $SQL/clickhouse/crashes.sql)" >"$work/clickhouse.table"
    tap_equal "ClickHouse has the same answer" "" \
        "$(python3 tests/fleet/compare.py table "$work/summary" "$work/clickhouse.table")"
    # The same tables take the lines of decode --json, which have more fields.
    before=$(clickhouse "SELECT count() FROM reports WHERE cause = 'undefined'")
    clickhouse "$(cat $SQL/clickhouse/load.sql)" <"$work/decoded"
    tap_equal "it takes lines of decode, too" "$((before + 4))" \
        "$(clickhouse "SELECT count() FROM reports WHERE cause = 'undefined'")"
else
    tap_not_ok "ClickHouse starts" "$(tail -n 5 "$work/clickhouse/server.log")"
fi
[ -z "$clickhouse_pid" ] || clickhouse_stop
clickhouse=$(($(date +%s) - began))
sqlite3 "$database" ".read $SQL/sqlite/load.sql" <"$work/decoded"
tap_equal "SQLite takes lines of decode, too" 4 \
    "$(sqlite3 "$database" "SELECT count(*) FROM reports WHERE log IS NULL")"
echo "# $REPORTS reports: triage $seconds s ($cpu s of one processor), $((memory / 1024)) MiB;" \
    "SQLite $sqlite s, ClickHouse $clickhouse s"
bytes=$(build/tests/generate 1000 "$DEVICES" /dev/null "$work"/*.log | wc -c)
mib=$((memory / 1024))
cat >"$work/table" <<END
| reports | devices | bytes a report | triage, one processor | memory | SQLite | ClickHouse |
|---|---|---|---|---|---|---|
| $REPORTS | $DEVICES | $((bytes / 1000)) | $cpu s | $mib MiB | $sqlite s | $clickhouse s |
END
rm -rf "$work/clickhouse" "$database" "$work/rows"
tap_done
