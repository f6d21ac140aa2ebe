#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin profile with captures from files, logs and memory dumps, whole and damaged, of one
# build and of several. The sums must be the same in each output and with any order of captures.
# Every loss must be reported. Run from the top folder.
set -u

. tests/cli/lib.sh

E=$FIRMWARE
SAMPLES=54321
SET=build/tests/capture_set
CXX_IMAGE=build/bench/thumb-os/bench.elf
outputs="folded speedscope pprof svg samples"
RING=16

# NAME: prints a field of the summary in $work/out
field() {
    sed -n "s/^  \"$1\": \([0-9]*\),*$/\1/p" "$work/out"
}

profile_json() {
    run profile "$@" --json
}

# NAME CAPTURE...: writes the profile of the captures to $work/NAME.FORM, in each form, and
# $work/NAME.json
write_all() {
    to=$1
    shift
    profile_json "$E" "$@" --folded="$work/$to.folded" --speedscope="$work/$to.speedscope" \
        --pprof="$work/$to.pprof" --svg="$work/$to.svg" --samples="$work/$to.samples"
    cp "$work/out" "$work/$to.json"
}

# ---- sums

"$SET" "$E" "$work/c" 3 50 $SAMPLES
expect "captures of one build" 0 - profile "$E" "$work"/c000?
write_all all "$work"/c000?
tap_equal "captures of one build: all samples" $SAMPLES "$(field samples)"
tap_equal "captures of one build: all stacks" 50 "$(field stacks)"
tap_equal "the samples in functions themselves add up" $SAMPLES \
    "$(awk '/"self":/ { sum += $2 } END { print sum }' "$work/out")"
tap_equal "folded stacks add up" $SAMPLES \
    "$(awk '{ sum += $NF } END { print sum }' "$work/all.folded")"
tap_equal "speedscope's weights add up" $SAMPLES \
    "$(awk '/"weights"/ { inside = 1 } inside && NF == 1 { sum += $1 }
        END { print sum }' "$work/all.speedscope")"
tap_equal "the flame graph has all samples" $SAMPLES \
    "$(sed -n 's/.*<svg .* data-w="\([0-9]*\)".*/\1/p' "$work/all.svg")"
raw='^[0-9,.]*,\(1,"worker"\|2,"parser"\|,\),[01],\(34\|\),\(sys\|irq\),outermost,"[^"]*"$'
tap_equal "raw samples: all of the rings" $((3 * RING)) \
    "$(sed 1d "$work/all.samples" | grep -c "$raw")"
tap_equal "raw samples: the clock continues after 32 bits" $((3 * 5)) \
    "$(sed 1d "$work/all.samples" | awk -F , '$5 > 4294967295 && $6 > 4.294967295' | wc -l)"
tap_check "pprof: the file is gzip" gzip -t <"$work/all.pprof"
"$SET" "$E" "$work/fleet" 12 50 $SAMPLES # no capture has all stacks
write_all forth "$work"/fleet00??
# shellcheck disable=SC2046 # names without spaces
write_all back $(printf '%s\n' "$work"/fleet00?? | sort -r)
for form in $outputs json; do
    tap_check "the order of captures does not change $form" \
        cmp "$work/forth.$form" "$work/back.$form"
done
function=$(sed -n 's/^ *"name": "\([^"]*\)",$/\1/p' "$work/all.json" | head -n 1)
total=$(awk '/"total":/ { print $2 + 0; exit }' "$work/all.json")
expect "callers and callees of a function" 0 - profile "$E" "$work"/c000? --function="$function"
sums=$(awk '/^call/ { next } /^  *[0-9]/ && NF { gsub(",", "", $3); sum += $3 }
    END { print sum }' "$work/out")
tap_equal "callers and callees each add up to the function's total" $((2 * total)) "$sums"
ours=$(awk -F '"' '/"name":/ { name = $4 }
    /"file": "(port|core|tests)\/.*[.]c"/ { print name; exit }' "$work/all.json")
expect "lines of a function" 0 - profile "$E" "$work"/c000? --lines="$ours"
percent='[0-9.]* % *[0-9,]*'
hit=$(sed -n "s/^ *$percent *$percent *\([0-9][0-9]*\)  *\(.*\)/\1 \2/p" "$work/out" | head -n 1)
source=$(sed -n '1s/.*, \(.*\):[0-9]*$/\1/p' "$work/out")
tap_equal "lines of a function: the source text" \
    "$(sed -n "${hit%% *}s/^ *//p" "$source")" "${hit#* }"
run profile "$E" "$work"/c000? --json --lines="$ours"
tap_equal "lines of a function: the samples add up" "$(field self | head -n 1)" \
    "$(awk '/"lines"/ { inside = 1 } inside && /"self"/ { sum += $2 }
        END { print sum }' "$work/out")"
"$SET" "$CXX_IMAGE" "$work/cxx" 1 500 $SAMPLES
expect "names of C++" 0 - profile "$CXX_IMAGE" "$work/cxx0000" --folded=-
tap_check "names of C++ are demangled" grep -q ';std::.*(.*;' "$work/out"
tr ';' '\n' <"$work/out" | sed 's/ [0-9]*$//' | grep '^_Z' >"$work/mangled"
tap_check "names of C++: c++filt cannot demangle the rest" \
    sh -c "arm-none-eabi-c++filt <'$work/mangled' | cmp - '$work/mangled'"
expect "--busy leaves idle samples out" 0 - profile "$E" "$work"/c000? --busy --json
tap_equal "--busy counts idle samples" $SAMPLES $(($(field samples) + $(field idle_left_out)))

# Wall-clock profiles are never added to the others.
"$SET" "$E" "$work/wall" 2 30 5000 wall
expect "--wall" 0 - profile "$E" "$work"/c000? "$work"/wall000? --wall --json \
    --folded="$work/wall.folded"
tap_equal "--wall uses wall-clock profiles only" '5000 3' \
    "$(field samples) $(field captures_of_other_kind)"
tap_equal "--wall: each stack begins with its task" '' \
    "$(grep -v '^\[\(task worker\|task parser\|no task\|idle\)\];' "$work/wall.folded")"
tap_check "--wall: samples of tasks that did not run" [ "$(field waiting)" -gt 0 ]
profile_json "$E" "$work"/c000? "$work"/wall000?
tap_equal "without --wall: the other captures" "$SAMPLES 2 0" \
    "$(field samples) $(field captures_of_other_kind) $(field waiting)"
expect "--wall without a wall-clock profile" 1 "$work/c0000" profile "$E" "$work"/c000? --wall
expect "a wall-clock profile without --wall" 1 "$work/wall0000" profile "$E" "$work/wall0000"

# A device that was idle all the time.
"$SET" "$E" "$work/idle" 1 20 1000 idle
expect "--busy leaves nothing of an idle device, and says so" 0 profile profile "$E" \
    "$work/idle0000" --busy --json --folded="$work/idle.folded" --svg="$work/idle.svg" \
    --speedscope="$work/idle.speedscope" --pprof="$work/idle.pprof" --samples="$work/idle.samples"
tap_equal "an idle device has no busy samples" '0 1000' "$(field samples) $(field idle_left_out)"
tap_check "an idle device has an empty flame graph with a sentence" \
    grep -q 'nothing to draw: all 1000 samples are of idle time' "$work/idle.svg"
tap_equal "an idle device has no frame in the flame graph" 0 "$(grep -c 'class="f"' \
    "$work/idle.svg")"
tap_equal "an idle device has only numbers in each output" '' \
    "$(grep -liE '[^a-z](nan|inf)[^a-z]' "$work/out" "$work"/idle.*)"
run profile "$E" "$work/idle0000" --busy
tap_equal "an idle device has a summary" '0 0' "$status $(grep -ciE '[^a-z]nan' "$work/out")"

for by in task processor mode interrupt image; do
    expect "outermost frames by $by" 0 - profile "$E" "$work"/c000? --by=$by --folded=-
    tap_equal "outermost frames by $by: they add up" $SAMPLES \
        "$(awk '/^\[/ { sum += $NF } END { print sum }' "$work/out")"
done

# ---- where captures come from

for form in log live; do
    "$SET" "$E" "$work/$form" 3 50 $SAMPLES $form
    expect "captures in a $form" 0 - profile "$E" "$work/$form"000? --folded="$work/$form.folded"
    tap_check "captures in a $form: the same samples" \
        cmp "$work/all.folded" "$work/$form.folded"
done
cat "$work"/log000? >"$work/log"
expect "several captures in one log" 0 - profile "$E" "$work/log" --folded="$work/log.folded"
tap_check "several captures in one log: the same samples" cmp "$work/all.folded" "$work/log.folded"
sort -t ' ' -k 2n "$work/log" >"$work/mixed"
expect "captures mixed in a log" 0 - profile "$E" "$work/mixed" --folded="$work/log.folded"
tap_check "captures mixed in a log: the same samples" cmp "$work/all.folded" "$work/log.folded"
hexdump -C "$work/log" >"$work/hexdump"
expect "a hex dump of a log" 0 - profile "$E" "$work/hexdump" --folded="$work/log.folded"
tap_check "a hex dump of a log: the same samples" cmp "$work/all.folded" "$work/log.folded"
cat "$work"/c000? >"$work/joined"
profile_json "$E" "$work/joined"
tap_equal "several captures in one file" $SAMPLES "$(field samples)"
arm-none-eabi-objcopy -I binary -O elf32-littlearm \
    --rename-section .data=.ram,alloc,load,contents "$work/live0001" "$work/core" 2>/dev/null
arm-none-eabi-objcopy --add-section .more="$work/live0000" \
    --add-section .most="$work/live0002" "$work/core"
profile_json "$E" "$work/core"
tap_equal "live profiles in an ELF file" $SAMPLES "$(field samples)"
"$BOBBIN" profile "$E" - --json <"$work/joined" >"$work/out"
tap_equal "captures from a pipe" $SAMPLES "$(field samples)"
mkfifo "$work/pipe"
cat "$work/joined" >"$work/pipe" &
profile_json "$E" "$work/pipe"
tap_equal "captures from a named pipe" $SAMPLES "$(field samples)"
make_log
cat "$work/log0000" >>"$work/log"
expect "a crash report beside a capture" 0 - decode "$E" "$work/log"

# ---- captures of the same run: the newest counts

profile_json "$E" "$work"/c000? "$work/c0001" "$work/joined"
tap_equal "a run with several captures counts once" $SAMPLES-4 \
    "$(field samples)-$(field captures_older)"

# ---- damage

size=$(wc -c <"$work/joined")
bad=0 cuts=0
for cut in $(seq 1 510 $((size - 1))); do # odd, so never at the end of a capture
    head -c "$cut" "$work/joined" >"$work/cut"
    profile_json "$E" "$work/cut"
    cuts=$((cuts + 1))
    samples=$(field samples)
    [ -z "$(complain)" ] && [ "$(wc -l <"$work/err")" -le 1 ] &&
        [ "${samples:-0}" -lt $SAMPLES ] || bad=$((bad + 1))
    [ "$status" = 1 ] || bad=$((bad + 1))
done
tap_equal "captures that are cut off: one line each ($cuts)" 0 "$bad"
head -c $((size - 100)) "$work/joined" >"$work/cut"
expect "a capture that is cut off" 1 "$work/cut" profile "$E" "$work/cut" --json
tap_equal "a capture that is cut off: the good part is used" $SAMPLES \
    $(($(field samples) + $(field lost)))
tap_check "a capture that is cut off: the loss is counted" [ "$(field lost)" -gt 0 ]

bad=0 flips=0
for at in $(seq 0 97 $((size - 1))); do
    { head -c "$at" "$work/joined" && printf '\377' && tail -c +$((at + 2)) "$work/joined"; } \
        >"$work/flipped"
    cmp -s "$work/joined" "$work/flipped" && continue
    profile_json "$E" "$work/flipped"
    flips=$((flips + 1))
    samples=$(field samples)
    [ -z "$(complain)" ] && [ "$status" = 1 ] && [ -s "$work/err" ] &&
        [ "${samples:-0}" -le $SAMPLES ] || bad=$((bad + 1))
done
tap_equal "captures with a wrong byte are reported ($flips)" 0 "$bad"

bad=0 lost_lines=0
lines=$(grep -c '%bobbin [^ ]* p ' "$work/log0001")
begin=$(grep -n '%bobbin [^ ]* p ' "$work/log0001" | head -n 1 | cut -d : -f 1)
for i in $(seq 0 7 $((lines - 4))); do
    sed "$((begin + i))d" "$work/log0001" >"$work/lost"
    profile_json "$E" "$work/c0000" "$work/lost" "$work/c0002"
    lost_lines=$((lost_lines + 1))
    [ -z "$(complain)" ] && [ "$(($(field samples) + $(field lost)))" = $SAMPLES ] ||
        bad=$((bad + 1))
done
tap_equal "lost log lines: their samples are counted as lost ($lost_lines)" 0 "$bad"
sed "$((begin + 8))s/A/B/g" "$work/log0001" >"$work/lost"
expect "a changed log line" 1 "$work/lost" profile "$E" "$work/lost"

# ---- wrong inputs

"$SET" "$E" "$work/other" 1 50 777 other
expect "a capture of another build" 1 "$work/other0000" \
    profile "$E" "$work"/c000? "$work/other0000" --json
tap_equal "a capture of another build is left out and counted" $SAMPLES-777 \
    "$(field samples)-$(field of_other_builds)"
expect "only a capture of another build" 1 "$work/other0000" profile "$E" "$work/other0000"
expect "a capture of another build, with --force" 1 "$work/other0000" \
    profile "$E" "$work"/c000? "$work/other0000" --json --force
tap_equal "a capture of another build, with --force, is used" $((SAMPLES + 777)) "$(field samples)"
"$SET" "$OTHER_FIRMWARE" "$work/board" 2 20 1000
expect "two builds with an image each" 0 - \
    profile --image="$E" -e "$OTHER_FIRMWARE" "$work"/c000? "$work"/board000? --json
tap_equal "two builds with an image each are added up" $((SAMPLES + 1000)) "$(field samples)"
: >"$work/empty"
expect "an empty file" 1 "$work/empty" profile "$E" "$work/empty"
expect "an image in place of a capture" 1 "$E" profile "$E" "$E"
expect "a missing file" 3 "$work/missing" profile "$E" "$work/missing"
expect "a missing image" 3 "$work/missing" profile "$work/missing" "$work/c0000"
expect "a directory" 3 "$work" profile "$E" "$work"
expect "a missing function" 1 bobbin profile "$E" "$work/c0000" --function=nowhere
expect "an output that cannot be written" 3 "$work/no/where" \
    profile "$E" "$work/c0000" --svg="$work/no/where"
"$SET" "$E" "$work/bare" 1 50 777 bare
expect "raw samples of a profile without a ring" 1 bobbin profile "$E" "$work/bare0000" --samples=-
expect "no capture" 2 bobbin profile "$E"
expect "an unknown --by" 2 bobbin profile "$E" "$work/c0000" --by=moon
expect "--function and --lines together" 2 bobbin \
    profile "$E" "$work/c0000" --function=main --lines=main
expect "two outputs to standard output" 2 bobbin profile "$E" "$work/c0000" --svg=- --folded=-
expect "standard input twice" 2 bobbin profile "$E" - -

# ---- terminals

if command -v script >/dev/null 2>&1; then
    TERM=xterm script -qec "$BOBBIN profile $E $work/c0000" /dev/null >"$work/terminal" </dev/null
    tap_check "colour on a terminal" grep -q "$(printf '\033')\[1m" "$work/terminal"
else
    tap_skip "colour on a terminal" "script is not installed"
fi
run profile "$E" "$work/c0000"
tap_check "no colour in a file" sh -c "! grep -q '$(printf '\033')' '$work/out'"
tap_done
