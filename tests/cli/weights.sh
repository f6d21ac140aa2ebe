#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests bobbin check --weights: each instruction counts as often as the file states, under its
# verdict. Return addresses of calls have totals of their own. Run from the top folder.
set -u

. tests/cli/lib.sh

# OBJECT KEY: prints the number KEY of OBJECT in the JSON of $work/out
field_of() {
    awk -v object="\"$1\": {" -v key="\"$2\":" '
        index($0, object) { inside = 1 }
        inside && $1 == key { gsub(/,/, "", $2); print $2; exit }' "$work/out"
}

# VERDICT: prints the address of the first finding with it in the JSON of $work/out
first() {
    awk -v verdict="\"$1\"," '$1 == "\"address\":" { address = substr($2, 4, 8) }
        $1 == "\"verdict\":" && $2 == verdict { print address; exit }' "$work/out"
}

# Makes an image with a root; two functions that call, of which the format's table omits `big` and
# has `frame`; and a leaf, which the table omits.
make_calls() {
    cat >"$work/calls.s" <<'END'
.syntax unified
.thumb
.text
.global start, big, frame, leaf
.thumb_func
.type start, %function
start: bl big
b .
.size start, . - start
.thumb_func
.type big, %function
big: push {r7, lr}
mov r7, sp
sub sp, #8
bl frame
mov sp, r7
pop {r7, pc}
.size big, . - big
.thumb_func
.type frame, %function
frame: push {r4, lr}
bl leaf
pop {r4, pc}
.size frame, . - frame
.thumb_func
.type leaf, %function
leaf: bx lr
.size leaf, . - leaf
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start \
        "$work/calls.s" -o "$work/calls"
}

make_calls
run check "$work/calls" --format=chrome1 --json
tap_equal 'there are three calls' 3 \
    "$(($(field_of returns exact) + $(field_of returns unknown) + $(field_of returns wrong)))"
tap_check 'at least one of them is unknown' test "$(field_of returns unknown)" -ge 1
tap_equal 'no weights are printed' '' "$(field_of weighted exact)"
unknown=$(first unknown)
sum=$(awk -F '[ ,]+' '$2 == "\"unknown\":" { print $3; exit }' "$work/out")
tap_check 'something is unknown' test -n "$unknown" -a "$sum" -gt 0

exact=$(arm-none-eabi-nm "$work/calls" | sed -n 's/ T frame$//p')
exact=$(printf '%x' $((0x$exact + 2)))
printf '%s 7\n%s 100\n%s 3\n' "$unknown" "$exact" "$unknown" >"$work/weights"
run check "$work/calls" --format=chrome1 --json --weights="$work/weights"
tap_equal 'weights of unknown instructions add up' 10 "$(field_of weighted unknown)"
tap_equal 'weights of exact instructions' 100 "$(field_of weighted exact)"
tap_equal 'instructions without a weight count 0' 0 \
    "$(($(field_of weighted wrong) + $(field_of weighted unreachable)))"
run check "$work/calls" --format=chrome1 --weights="$work/weights"
tap_check 'the weights as text' grep -q '^110 instructions, counted by weight$' "$work/out"
run check "$work/calls" --fast --json --weights="$work/weights"
tap_equal "with a table in Bobbin's format all is exact" 110 "$(field_of weighted exact)"
tap_equal 'with that table every return is exact' 3 "$(field_of returns exact)"

: >"$work/none"
run check "$work/calls" --fast --json --weights="$work/none"
tap_equal 'an empty file gives weight 0' 0 "$(field_of weighted exact)"
echo 'frame 7' >"$work/bad"
expect 'a name in place of an address' 3 "$work/bad" \
    check "$work/calls" --fast --weights="$work/bad"
echo '8000' >"$work/bad"
expect 'an address without a count' 3 "$work/bad" check "$work/calls" --fast --weights="$work/bad"
expect 'a missing file' 3 "$work/absent" check "$work/calls" --fast --weights="$work/absent"
expect 'another verb takes no weights' 2 bobbin size "$work/calls" --weights="$work/none"
tap_done
