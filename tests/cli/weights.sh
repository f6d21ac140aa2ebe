#!/bin/sh
# SPDX-License-Identifier: MIT
# bobbin check --weights: each instruction counts as often as the file says, by what was found there; what calls come back to is
# summed up by itself. From the top.
set -u

. tests/cli/lib.sh

# OBJECT KEY: a number of an object of the JSON in $work/out
field_of() {
    awk -v object="\"$1\": {" -v key="\"$2\":" '
        index($0, object) { inside = 1 }
        inside && $1 == key { gsub(/,/, "", $2); print $2; exit }' "$work/out"
}

# VERDICT: the address of the first finding of it, in the JSON in $work/out
first() {
    awk -v verdict="\"$1\"," '$1 == "\"address\":" { address = substr($2, 4, 8) }
        $1 == "\"verdict\":" && $2 == verdict { print address; exit }' "$work/out"
}

# A root; a function that is not in the table of the format, and calls; one that is, and calls; a leaf, which is not.
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
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start "$work/calls.s" -o "$work/calls"
}

make_calls
run check "$work/calls" --format=chrome1 --json
tap_equal 'there are three calls' 3 \
    "$(($(field_of returns exact) + $(field_of returns unknown) + $(field_of returns wrong)))"
tap_check 'one of them is unknown at least' test "$(field_of returns unknown)" -ge 1
tap_equal 'no weights are told of' '' "$(field_of weighted exact)"
unknown=$(first unknown)
sum=$(awk -F '[ ,]+' '$2 == "\"unknown\":" { print $3; exit }' "$work/out")
tap_check 'something is unknown' test -n "$unknown" -a "$sum" -gt 0

exact=$(arm-none-eabi-nm "$work/calls" | sed -n 's/ T frame$//p')
exact=$(printf '%x' $((0x$exact + 2)))
printf '%s 7\n%s 100\n%s 3\n' "$unknown" "$exact" "$unknown" >"$work/weights"
run check "$work/calls" --format=chrome1 --json --weights="$work/weights"
tap_equal 'weights of what is unknown add up' 10 "$(field_of weighted unknown)"
tap_equal 'weights of what is exact' 100 "$(field_of weighted exact)"
tap_equal 'all the rest counts nothing' 0 "$(($(field_of weighted wrong) + $(field_of weighted unreachable)))"
run check "$work/calls" --format=chrome1 --weights="$work/weights"
tap_check 'and as text' grep -q '^110 instructions by their weights$' "$work/out"
run check "$work/calls" --fast --json --weights="$work/weights"
tap_equal "by a table of bobbin's all is exact" 110 "$(field_of weighted exact)"
tap_equal 'and so is every return' 3 "$(field_of returns exact)"

: >"$work/none"
run check "$work/calls" --fast --json --weights="$work/none"
tap_equal 'an empty file weighs nothing' 0 "$(field_of weighted exact)"
echo 'frame 7' >"$work/bad"
expect 'a name is no address' 3 "$work/bad" check "$work/calls" --fast --weights="$work/bad"
echo '8000' >"$work/bad"
expect 'an address without a count' 3 "$work/bad" check "$work/calls" --fast --weights="$work/bad"
expect 'no such file' 3 "$work/absent" check "$work/calls" --fast --weights="$work/absent"
expect 'another verb takes no weights' 2 bobbin size "$work/calls" --weights="$work/none"
tap_done
