#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin run with shell scripts as the command: exit statuses, output that passes through,
# time limits, signals, the terminal, serial ports. cli/run_outputs.sh tests the output files. Run
# it from the top folder.
# shellcheck disable=SC2016 # the shells of the commands expand variables
set -u

. tests/cli/lib.sh
make_log
E=$FIRMWARE
log=$work/log
crash="cat $log"
nap="sleep 30.$$" # of this test alone: none may be left at the end

# NAME STATUS RESULT ARGUMENT...: the run ends with STATUS, and its last message has RESULT
expect_run() {
    name=$1 wanted=$2 result=$3
    shift 3
    run run "$@"
    last=$(tail -n 1 "$work/err")
    case $last in
    "bobbin: error: run $result: "* | "bobbin: note: run $result: "*) ;;
    *) status="$status, with the last line: $last" ;;
    esac
    tap_equal "$name" "$wanted" "$status"
}

# NAME FILE ARGUMENT...: bobbin itself fails, with one message about FILE
expect_error() {
    name=$1 file=$2
    shift 2
    run "$@"
    tap_equal "$name" "125, one line" "$status, $(one_line_of "$file" && echo one line)"
}

# NAME SCRIPT ARGUMENT...: the script in Python succeeds
tap_python() {
    name=$1
    shift
    tap_check "$name" timeout -k 5 60 python3 "$@"
}

# ---- exit statuses

expect_run "the command succeeds" 0 passed -- true
for wanted in 1 2 3 42 121 124 255; do
    expect_run "the command's own status $wanted" $wanted failed -- sh -c "exit $wanted"
done
expect_run "without --" 5 failed sh -c 'exit 5'
expect_run "options of the command" 6 failed -t 20 sh -c 'exit $1' - 6 --json
expect_run "the command is killed" 137 failed -- sh -c 'kill -9 $$'
expect_run "a crash report" 121 crashed --image="$E" -- sh -c "$crash"
expect_run "a crash report, and a failure" 121 crashed --image="$E" -- sh -c "$crash; exit 9"
expect_run "a crash report on standard error" 121 crashed --image="$E" -- sh -c "$crash >&2"
expect_run "a crash report, then a time-out" 121 crashed --image="$E" -t 0.5 -- \
    sh -c "$crash; sleep 30"
tap_check "the message names both" grep -q 'then the time limit' "$work/err"
expect_run "a command that does not exist" 127 not-started -- "$work/no-such-command"
expect_run "a command that is no program" 126 not-started -- "$work/log"
expect_run "a time-out" 124 timed-out -t 0.5 -- sleep 30
expect_error "an image that does not exist" "$work/none" run --image="$work/none" -- touch "$work/t"
expect_error "an output that cannot be written" "$work/no/dir" \
    run --junit="$work/no/dir" -- touch "$work/t"
expect_error "a log that cannot be written" "$work/no/dir" run -o "$work/no/dir" -- touch "$work/t"
tap_check "then the command is not started" test ! -e "$work/t"
expect "no command" 2 run run --image="$E"
expect "an invalid time" 2 run run --timeout=soon -- true
expect "an unknown format" 2 run run --format=gihtub -- true
tap_check "a misspelt format: a suggestion" grep -q "did you mean 'github'?" "$work/err"
run run --junit="$work/full.xml" --sarif="$work/no/dir" -- true
tap_equal "an output that is not used leaves no file" 0 \
    "$(find "$work" -name 'full.xml*' | wc -l | tr -d ' ')"
if [ -e /dev/full ]; then
    timeout 20 "$BOBBIN" run -- sh -c 'echo full; sleep 30' >/dev/full 2>"$work/err"
    tap_equal "standard output cannot be written" 125 $?
fi

# ---- output

head -c 300000 "$E" >"$work/binary"
run run -- sh -c 'cat "$1"; printf tail' - "$work/binary"
printf 'tail' | cat "$work/binary" - >"$work/expected"
tap_check "binary output passes through" cmp "$work/expected" "$work/out"
timeout 20 "$BOBBIN" run -- printf tail >"$work/out" 2>&1
tap_check "messages in the same file start on a new line" grep -q '^bobbin: note: ' "$work/out"
run run -- sh -c 'echo one; echo two >&2'
tap_equal "both outputs pass through" "one two" \
    "$(cat "$work/out") $(grep -v '^bobbin' "$work/err")"
run run -o "$work/copy" -- sh -c 'echo one; sleep 0.1; echo two >&2'
tap_equal "--output has both" "one two" "$(tr '\n' ' ' <"$work/copy" | sed 's/ $//')"

# The decoded report is that of `bobbin decode`, and the output of the command is unchanged.
run decode "$E" "$log"
cp "$work/out" "$work/decoded"
run run --image="$E" -- sh -c "$crash"
{ cat "$log" && echo && cat "$work/decoded" && echo; } >"$work/expected"
tap_check "the report is printed as decode prints it" cmp "$work/expected" "$work/out"
run run --image="$E" -- sh -c "cat $work/binary $log"
tap_check "a report after binary output" grep -q '^#[0-9].* main+0x' "$work/out"
run run --image="$E" --hide-reports -- sh -c "printf '%%bob'; echo; $crash; printf '%%bobb'"
{
    echo '%bob' && grep -v '^%bobbin' "$log" && echo && cat "$work/decoded" && echo
    printf '%%bobb'
} >"$work/expected"
tap_check "--hide-reports" cmp "$work/expected" "$work/out"

run run --image="$E" -- sh -c "$crash; $crash"
tap_equal "a report that is sent twice" 1 "$(grep -c '^#0 ' "$work/out")"
for number in 1 2 3 4 5 6 7 8 9 a b c d; do
    python3 tests/cli/retoken.py "00000$number" <"$log" >"$work/log$number"
done
run run --image="$E" -- sh -c "$crash; cat $work/log1"
tap_equal "two reports" "2 2" "$(grep -c '^#0 ' "$work/out") \
$(grep -c 'error: tests/demo/checksum.c:' "$work/err")"
# Two devices write to one serial port, line by line in turn. The last line comes later.
grep '^%bobbin' "$work/log1" >"$work/first"
grep '^%bobbin' "$work/log2" | paste -d '\n' "$work/first" - >"$work/turns"
run run --image="$E" -- sh -c "head -n -1 $work/turns; sleep 1; tail -n 1 $work/turns"
tap_equal "two reports line by line in turn" "2 2" "$(grep -c '^#0 ' "$work/out") \
$(grep -c 'error: tests/demo/checksum.c:' "$work/err")"
tap_equal "each is decoded when its last line has come" "#0 end #0" \
    "$(sed -n 's/^\(#0\) .*/\1/p; s/^%bobbin 000002.* \(end\) .*/\1/p' "$work/out" | paste -sd ' ')"
run run --image="$OTHER_FIRMWARE" --image="$E" -- sh -c "$crash"
tap_check "the image with the build id gives the names" grep -q '^#[0-9].* main+0x' "$work/out"
run run -- sh -c "$crash"
tap_equal "without an image: status" 121 "$status"
tap_check "without an image: the message" grep -q 'no image is given, so addresses' "$work/err"
run run --image="$OTHER_FIRMWARE" -- sh -c "$crash"
tap_check "another image: the message" \
    grep -q 'no image has its build id [0-9a-f]\{40\}' "$work/err"
tap_check "another image: no invented name" sh -c '! grep -q " main" "$1"' - "$work/out"

# A report that is torn at any place is decoded as far as it arrived.
frames=$(grep -c '^#[0-9]' "$work/decoded")
bad=0
for lines in 8 12 20 30; do
    size=$(head -n $lines "$log" | wc -c)
    run run --image="$E" -- head -c $((size + 9)) "$log"
    shown=$(grep -c '^#[0-9]' "$work/out")
    arrived=$(head -n $lines "$log" | grep -c '%bobbin [^ ]* frame ')
    [ "$status" = 121 ] && [ "$shown" -ge "$arrived" ] && [ "$shown" -le "$frames" ] ||
        bad=$((bad + 1))
done
tap_equal "torn reports" 0 $bad
expect_run "a torn report that has nothing valid" 121 crashed -- printf '%%bobbin 7 frame 0 pc='

# ---- time

# Output is visible while the command hangs.
"$BOBBIN" run --image="$E" -t 20 -- sh -c "$crash; printf hanging; exec sleep 30" \
    >"$work/live" 2>/dev/null </dev/null &
runner=$!
for _ in $(seq 100); do
    grep -q '^stop: ' "$work/live" && tail -n 1 "$work/live" | grep -q 'hanging' && break
    sleep 0.1
done
tap_check "the report and a line without end are visible at once" kill -0 $runner
kill -TERM $runner
wait $runner
tap_equal "SIGTERM after a report: it is still a crash" 121 $?

# NAME SIGNAL: a signal to bobbin ends the command
signal_ends() {
    "$BOBBIN" run --kill-after=0.3 -- sh -c "echo \$\$ >$work/pid; exec $nap" \
        >/dev/null 2>"$work/err" </dev/null &
    runner=$!
    for _ in $(seq 100); do
        [ -s "$work/pid" ] && break
        sleep 0.1
    done
    kill "-$2" $runner
    wait $runner
    tap_equal "$1: status" "$3" $?
    tap_check "$1: the command has ended" sh -c '! kill -0 $(cat "$1")' - "$work/pid"
    tap_check "$1: the message" grep -q "run interrupted: " "$work/err"
    rm -f "$work/pid"
}
signal_ends SIGTERM TERM 143
signal_ends SIGHUP HUP 129
signal_ends "SIGINT, which the command ignores" INT 130

begin=$(date +%s)
expect_run "a command that ignores SIGTERM is killed" 124 timed-out -t 0.3 --kill-after=0.3 -- \
    sh -c "trap '' TERM; while :; do $nap; done"
expect_run "a group of its own does not escape" 124 timed-out -t 0.3 -- \
    sh -c "sh -c 'timeout 60 $nap'; echo never"
expect_run "a process that keeps the output open is ended" 0 passed -- \
    sh -c "$nap & echo done"
expect_run "--after-crash ends the run" 121 crashed --image="$E" --after-crash=0.2 -- \
    sh -c "$crash; $nap"
expect_run "--until ends the run" 0 passed --until='ALL PASSED' -- \
    sh -c "printf 'ALL '; sleep 0.1; printf PASSED; $nap"
expect_run "--until: a crash comes first" 121 crashed --until=PASSED -- sh -c "$crash; echo PASSED"
expect_run "--until does not arrive" 1 text-missing --until=PASSED -- echo FAILED
tap_check "all of these end in time" test $(($(date +%s) - begin)) -lt 20
tap_check "no process is left" sh -c \
    '! cat /proc/[0-9]*/cmdline 2>/dev/null | tr "\0" "\n" | grep -x "$1"' - "3[0]\.$$"

# ---- standard input, descriptors, memory

echo typed | "$BOBBIN" run -- sh -c 'read -r line; echo "got $line"' >"$work/out" 2>/dev/null
tap_equal "the command reads standard input" "got typed" "$(cat "$work/out")"
# shellcheck disable=SC2217 # its descriptor is listed
ls /proc/self/fd >"$work/expected" 2>"$work/err" </dev/null
run run --image="$E" --junit="$work/x" -o "$work/y" -- ls /proc/self/fd
tap_check "the command inherits no descriptor of bobbin" cmp "$work/expected" "$work/out"
run run -- sh -c '(sleep 0.1 &); (sleep 0.1 &); sleep 0.5
    cat /proc/[0-9]*/stat 2>/dev/null | grep -c ") Z $PPID "'
tap_equal "no zombies while the command runs" 0 "$(cat "$work/out")"
timeout 20 "$BOBBIN" run -- sh -c 'echo lost; exit 3' <&- >&- 2>&-
tap_equal "closed standard descriptors" 3 $?
run run -- sh -c 'yes | head -n 1'
tap_equal "the command has the usual SIGPIPE" "y" \
    "$(grep -hv '^bobbin: note' "$work/out" "$work/err")"

# 100 MB without a line end, in 64 MiB of address space; then a device that starts and crashes again
(
    # shellcheck disable=SC3045 # dash and bash have it
    ulimit -v 65536
    head -c 100000000 /dev/zero | tr '\0' x |
        timeout 60 build/bobbin run -- cat >"$work/big" 2>"$work/err"
)
tap_equal "endless output: all bytes" 100000000 "$(wc -c <"$work/big")"
rm -f "$work/big"
run run --image="$E" -- sh -c "cat $work/log?"
tap_equal "many reports: ten lines and a note" "10 1" \
    "$(grep -c 'error: tests/demo/' "$work/err") $(grep -c 'note: 3 more crash' "$work/err")"

# ---- terminals and serial ports

tap_python "terminal: the command reads it, gets its Ctrl-C, and its settings come back" \
    tests/cli/run_terminal.py "$BOBBIN"
tap_python "serial: a terminal device is raw and has the speed" \
    tests/cli/run_serial.py "$BOBBIN" "$E" "$log"
mkfifo "$work/port"
(sleep 0.2 && cat "$log" >"$work/port") &
expect_run "serial: a FIFO" 121 crashed --image="$E" -t 20 --serial="$work/port"
wait
(sleep 0.2 && echo booted && exec sleep 30.9) >"$work/port" &
expect_run "serial: nothing comes" 124 timed-out -t 1 --serial="$work/port"
kill $!
(sleep 0.5 && cat "$log" >"$work/port") &
expect_run "serial: the command flashes the device" 121 crashed --image="$E" -t 20 \
    --serial="$work/port:9600" -- true
wait
expect_run "serial: the command fails" 4 failed -t 20 --serial="$work/port" -- sh -c 'exit 4'
expect_error "serial: no such device" "$work/tty" run --serial="$work/tty:115200"
expect_error "serial: an impossible speed" "$work/port" run --serial="$work/port:12345"
tap_done
