#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin run with firmware in QEMU: each kind of crash fails with an annotation at its line, a
# good run passes, and a QEMU that hangs is ended. The output files are well-formed and say the
# same. Run it from the top folder.
# shellcheck disable=SC2016 # the shells of the commands expand variables
set -u

. tests/cli/lib.sh
E=$FIRMWARE
qemu=build/fw/vexpress-a9/qemu

# PATTERN FILE: prints FILE:LINE of the only line with PATTERN
line_of() {
    grep -n "$1" "$2" | sed "s|^\([0-9]*\):.*|$2:\1|"
}

# KIND PLACE: the firmware's crash KIND gives an annotation at PLACE, "FILE:LINE", or at none
annotates() {
    run run --image="$E" -t 30 --format=github --junit="$work/$1.xml" --sarif="$work/$1.sarif" \
        -- sh $qemu "$E" "sort; crash $1"
    place=$(grep '^::error .*title=vexpress-a9%3A ' "$work/out" |
        sed 's/^::error \(file=\([^,]*\),line=\([0-9]*\),\)*title=.*/\2:\3/')
    tap_equal "$1: status and annotation" "121 $2" "$status $place"
    tap_check "$1: JUnit and SARIF" python3 tests/cli/run_outputs.py crash "$2" "$work/$1.xml" \
        "$work/$1.sarif"
    [ "$2" = : ] ||
        tap_check "$1: a line of the summary" \
            grep -q "^bobbin: error: $2: vexpress-a9: " "$work/err"
}

annotates wild "$(line_of 'journal.slots\[.*\] = ' tests/demo/sort.c)"
annotates null "$(line_of 'format->begin(count)' tests/demo/export.c)"
annotates jump "$(line_of '^    handler(samples);' tests/demo/crash.c)"
annotates undef "$(line_of 'udf #1' tests/demo/checksum.c)"
annotates overflow "$(line_of 'memcpy(name, zone->name' tests/demo/zones.c)"
annotates assert "$(line_of 'assert(count <= ' tests/demo/samples.c)"
annotates abort "$(line_of '^        abort();' tests/demo/crash.c)"
annotates stackprotector "$(line_of '^        __stack_chk_fail();' tests/demo/crash.c)"
annotates garbage : # the return address is overwritten: no frame has a line

# The repository is at another place than where the firmware was compiled.
mkdir -p "$work/elsewhere/tests/demo" "$work/elsewhere/build"
touch "$work/elsewhere/tests/demo/crash.c"
top=$PWD
cp "$E" "$work/elsewhere/build/fw.elf"
sh $qemu "$E" "crash undef" >"$work/elsewhere/log" 2>/dev/null </dev/null
for variable in GITHUB_WORKSPACE CI_PROJECT_DIR; do
    (
        cd "$work/elsewhere/build" || exit
        env $variable="$top/$work/elsewhere" "$top/$BOBBIN" run -e fw.elf --format=github \
            -- cat ../log 2>/dev/null | grep '^::error'
    ) >"$work/annotation"
    # The source of samples_verify is missing there, so its caller in crash.c is the place.
    tap_check "$variable: files are relative to it" \
        grep -q '^::error file=tests/demo/crash.c,line=46,title=' "$work/annotation"
done

# ---- other ends

# NAME STATUS RESULT ARGUMENT...: the outputs of a run without a report
ends() {
    name=$1 wanted=$2 result=$3
    shift 3
    run run --image="$E" --format=github --junit="$work/x.xml" --sarif="$work/x.sarif" \
        --name='a "name" <&>' "$@"
    tap_equal "$name: status" "$wanted" "$status"
    tap_check "$name: JUnit and SARIF" python3 tests/cli/run_outputs.py "$result" "$wanted" \
        "$work/x.xml" "$work/x.sarif"
    tap_equal "$name: annotations" "$([ "$wanted" = 0 ] || echo '::error title=a "name" <&>')" \
        "$(sed -n 's/^\(::error title=.*\)::.*/\1/p' "$work/out")"
    run run --json "$@"
    tap_equal "$name: JSON" "$result $wanted" "$(python3 -c 'import json, sys
summary = json.load(sys.stdin)
print(summary["result"], summary["status"])' <"$work/out")"
}
ends "a good run" 0 passed -t 30 -- sh $qemu "$E" "sort"
ends "the firmware fails" 1 failed -t 30 -- sh $qemu "$E" "no-such-command"
ends "QEMU hangs" 124 timed-out -t 1 -- sh $qemu "$E" "sort" -S
ends "QEMU ignores SIGTERM" 124 timed-out -t 1 --kill-after=0.2 -- \
    sh -c "trap '' TERM; while :; do sleep 31.1; done"
ends "no such command" 127 not-started -- "$work/none"
ends "the text is missing" 1 text-missing --until=PASSED -- printf 'a\001b\377<&>'

# ---- the contents

sh $qemu "$E" "crash undef" >"$work/log" 2>/dev/null </dev/null
run run --image="$E" --json -- cat "$work/log"
cp "$work/out" "$work/summary"
tap_check "--json: the output of the command is on standard error" \
    grep -q '^%bobbin [^ ]*[.]0 ' "$work/err"
run decode "$E" "$work/log" --json
tap_check "--json: the report is that of decode" python3 -c 'import json, sys
summary, report = (json.load(open(name)) for name in sys.argv[1:])
assert summary["reports"][0]["report"] == report
assert summary["reports"][0]["function"] == "samples_verify"
assert summary["reports"][0]["file"] == "tests/demo/checksum.c"
assert summary["reports_count"] == 1 and summary["command_status"] == 0' "$work/summary" "$work/out"

# The jobs in README.md, with the demo. `make` has nothing to do.
mkdir -p "$work/job"
cp "$E" "$work/job/fw.elf"
echo "exec sh $top/$qemu fw.elf 'crash undef'" >"$work/job/run-qemu.sh"
for job in GitHub GitLab; do
    # The lines from `bobbin run` to the end of the item.
    command=$(sed -n "/^.*job of $job/,/^You\|^A job/p" README.md | sed 1d |
        sed -n '/bobbin run/,/^```\|^  [a-z]/{ /^```/d; /^  [a-z]/d; s/^ *\(- \)\{0,1\}//; p; }' |
        tr '\n' ' ')
    [ "$job" = GitLab ] || command="$command -append 'crash undef'"
    (
        cd "$work/job" || exit
        # shellcheck disable=SC2317 # the command calls it
        bobbin() { timeout -k 5 60 "$top/$BOBBIN" "$@"; }
        eval "$command" </dev/null
    ) >"$work/job/$job.out" 2>"$work/job/$job.err"
    tap_equal "README: the $job job fails after a crash" 121 $?
done
tap_check "README: the GitHub job annotates the line" \
    grep -q '^::error file=tests/demo/checksum.c,line=[0-9]*,' "$work/job/GitHub.out"
tap_check "README: the GitLab job has the report of the tests, and the log" sh -c \
    'grep -q "<failure type=\"crashed\"" "$1/junit.xml" && bobbin=$2 &&
        "$bobbin" decode "$1/fw.elf" "$1/serial.log" | grep -q " main+0x"' - "$work/job" "$BOBBIN"

# A long output: JUnit has the last lines.
run run --junit="$work/long.xml" -- seq 1000000 1020000
tap_equal "JUnit has the last lines of the output" "2047 lines, 1017954 to 1020000" \
    "$(python3 -c 'import sys, xml.etree.ElementTree as tree
lines = tree.parse(sys.argv[1]).find(".//system-out").text.splitlines()
print(f"{len(lines)} lines, {lines[0]} to {lines[-1]}")' "$work/long.xml")"

# Characters that annotations and XML must escape, in a report of someone else's device.
python3 - >"$work/odd" <<'END'
import zlib
for line in ("%bobbin 012345.0 report 2.0 50%,a:b",
             "%bobbin 012345.1 cause user 0 : <&\" ]]> 100%, done"):
    print("%s *%08x" % (line, zlib.crc32(line.encode())))
END
run run --format=github --junit="$work/odd.xml" --sarif="$work/odd.sarif" -- cat "$work/odd"
title='50%25%2Ca%3Ab%3A <&" ]]> 100%25%2C done'
tap_check "odd characters in an annotation" \
    grep -q "^::error title=$title::50%25,a:b: <&\" ]]> 100%25, done; no image" "$work/out"
tap_check "odd characters in JUnit and SARIF" python3 tests/cli/run_outputs.py crash : \
    "$work/odd.xml" "$work/odd.sarif"
tap_done
