#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables in the formats of others: table, embed, check, show and size say the same of them, what cannot be is refused, and
# bobbin's own table is as good as ever beside them. From the top.
set -u

. tests/cli/lib.sh

# KEY: a number of the JSON in $work/out
field() {
    sed -n "s/^  \"$1\": \([0-9][0-9]*\),*\$/\1/p" "$work/out"
}

# FORMAT KEY: the sum of such numbers of FORMAT in the JSON of size in $work/size
size_of() {
    awk -F '"' -v format="$1" -v key="$2" '
        $2 == "bounds" || $2 == "debug_frame_bytes" { exit }
        $2 == "name" && $4 == format { inside = 1 }
        inside && $2 == "parts" { parts = 1 }
        inside && $3 ~ /^: [0-9]/ && (parts ? "part" : $2) == key { gsub(/[^0-9]/, "", $3); sum += $3 }
        END { print sum + 0 }' "$work/size"
}

# FORMAT STATUS: that of check, which finds it wrong or not
verbs_agree() {
    run table "$FIRMWARE" "--format=$1" -o "$work/table"
    tap_equal "$1: table" 0 "$status"
    cp "$work/err" "$work/said"
    cp "$work/table" "$work/$1"
    run size "$FIRMWARE" "--format=$1" --json
    cp "$work/out" "$work/size"
    tap_equal "$1: size has the bytes of the table" "$(wc -c <"$work/table")" "$(size_of "$1" bytes)"
    tap_equal "$1: the parts add up" "$(size_of "$1" bytes)" "$(size_of "$1" part)"
    run check "$FIRMWARE" "--format=$1" --json
    tap_equal "$1: check finds out whether it is wrong" "$2" "$status"
    tap_check "$1: it is exact at more than 8 of 10" test $((10 * $(field exact))) -gt $((8 * $(field instructions)))
    tap_equal "$1: size says as much" "$(field exact)" "$(size_of "$1" exact_instructions)"
    tap_equal "$1: check has the bytes of the table" "$(wc -c <"$work/table")" "$(field table_bytes)"
}

# Of the number of a format the first is how an image is read that has it.
embedded_is_read() {
    run check "$FIRMWARE" "--format=$1" --json
    cp "$work/out" "$work/fresh"
    run embed "$FIRMWARE" "--format=$1" -o "$work/image"
    tap_equal "$1: embed" 0 "$status"
    tap_check "$1: the firmware is said to have no reader" grep -q 'it has no reader of' "$work/err"
    run embed "build/fw/vexpress-a9/thumb-os/$1.elf" "--format=$1" -o "$work/image2"
    tap_equal "$1: nothing is said of one that has" 0 "$(grep -c 'it has no reader of' "$work/err")"
    run check "$work/image" --json
    tap_check "$1: an embedded table is judged as a fresh one" cmp "$work/fresh" "$work/out"
    run show "$FIRMWARE" main "--format=$1"
    cp "$work/out" "$work/fresh"
    run show "$work/image" main
    tap_check "$1: and shown" cmp "$work/fresh" "$work/out"
    run check "$work/image" --fast --require=100
    tap_equal "$1: a fresh table of bobbin's is right all the same" 0 "$status"
}

# A root; a function that pushes, makes room, calls and gives all back; a leaf. At 0x8000, 0x8006 and 0x8012.
make_three() {
    cat >"$work/three.s" <<'END'
.syntax unified
.thumb
.text
.global start, frame, leaf
.thumb_func
.type start, %function
start: bl frame
b .
.size start, . - start
.thumb_func
.type frame, %function
frame: push {r4, lr}
sub sp, #8
bl leaf
add sp, #8
pop {r4, pc}
.size frame, . - frame
.thumb_func
.type leaf, %function
leaf: bx lr
.size leaf, . - leaf
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start "$work/three.s" -o "$work/three"
}

# A function that returns if Z is clear, by two instructions, and else goes on.
make_flags() {
    cat >"$work/flags.s" <<'END'
.syntax unified
.text
.global start, frame
.type start, %function
start: bl frame
b .
.size start, . - start
.type frame, %function
frame: push {r4, lr}
cmp r0, #0
popne {r4, lr}
bxne lr
mov r0, #1
pop {r4, pc}
.size frame, . - frame
END
    arm-none-eabi-gcc -mcpu=cortex-a9 -nostdlib -Wl,-Ttext=0x8000 -Wl,-e,start "$work/flags.s" -o "$work/flags"
}

# "ranges distinct top_15 ..." of what size counts, in the JSON in $work/out
repetition() {
    sed -n '/"repetition"/,$ s/^ *"\(ranges\|distinct\|top_15\|entries\|unwinders\)": \([0-9]*\),*$/\2/p' "$work/out" | tr '\n' ' '
}

# FORMAT: of the instructions of check in $work/out
percent_exact() {
    echo $((100 * $(cat "$work/exact:$1") / $(field instructions)))
}

# What each layout was proposed for is so.
sizes_descend() {
    last=1000000000
    for format in bits '' starts two-level-lengths two-level deltas forward; do
        format=dictionary${format:+:$format}
        size=$(wc -c <"$work/$format")
        tap_check "$format: it takes less than the one before" test "$size" -lt "$last"
        last=$size
    done
}

make_three
run table "$work/three" --format=chrome1 -o "$work/table"
tap_equal 'chrome1: the rows of a function but for its first, and none on the way out' \
    '0c000000 06800000 14800000 0000ffff 02000200 09000400 10000000' \
    "$(tail -c 28 "$work/table" | od -An -v -t x1 -w4 | tr -d ' ' | tr '\n' ' ' | sed 's/ $//')"
tap_check 'chrome1: a root and a leaf are not in it' grep -q 'leaves 2 of 3 functions out' "$work/err"

for format in chrome1 chrome1:rows chrome1:profiler; do
    verbs_agree $format 1
    tap_check "$format: it is wrong here and there" test "$(field wrong)" -gt 0
    tap_equal "$format: one line says what it leaves out" 1 "$(grep -c "^$FIRMWARE: " "$work/said")"
    [ $format != chrome1 ] || embedded_is_read chrome1
done
run show "$FIRMWARE" main --format=chrome1
tap_check 'chrome1: what it does not tell of is shown' grep -q 'core: cfa=sp+16 ra=\[cfa-4\] .*lost' "$work/out"
tap_check 'the reader is not in the bytes' cmp "$work/chrome1:rows" "$work/chrome1:profiler"
tap_equal 'dialects differ in two numbers: that of functions, and the checksum' 2 \
    "$(cmp -l "$work/chrome1" "$work/chrome1:rows" | awk '{ words[int(($1 - 1) / 4)] } END { for (w in words) n++; print n }')"

run table "$work/three" --format=chrome2 -o "$work/table"
tap_equal 'chrome2: nobody calls a root; of a frame the way in; a leaf; behind all that nothing' \
    '20000000 01000000 24000000 04000000 34000000 0a000000 3e000000 09000000 00000000 00000000 03000200 09000800 0a000000 00010205 01030000 0000b080 0001b002 8400b000' \
    "$(tail -c 72 "$work/table" | od -An -v -t x1 -w4 | tr -d ' ' | tr '\n' ' ' | sed 's/ $//')"

for format in chrome2 chrome2:3a chrome2:3b chrome2:4 chrome2:document chrome2:naive; do
    verbs_agree $format 1
    field exact >"$work/exact:$format"
    tap_equal "$format: one line says what it leaves out" 1 "$(grep -c "^$FIRMWARE: " "$work/said")"
    [ $format != chrome2 ] || embedded_is_read chrome2
done
tap_check 'chrome2: the way out is what it is wrong at' test "$(percent_exact chrome2)" -ge 96
for format in chrome2:3a chrome2:3b chrome2:4; do
    tap_check "$format: with epilogues it is exact nearly everywhere" test "$(percent_exact $format)" -ge 98
done
tap_equal 'chrome2: where a row stands makes no difference' \
    "$(cat "$work/exact:chrome2:3a")" "$(cat "$work/exact:chrome2:3b")"
tap_check 'chrome2: epilogues are simulated by the same table' cmp "$work/chrome2" "$work/chrome2:4"

for variant in '' :two-level :two-level-lengths :deltas :split :bits :starts :bodies :forward; do
    format=dictionary$variant
    if [ "$variant" = :forward ]; then
        verbs_agree $format 1
    else
        verbs_agree $format 0
        tap_equal "$format: it is exact wherever something leads" "$(field instructions)" \
            $(($(field exact) + $(field unreachable)))
    fi
    tap_check "$format: nothing is left out" test ! -s "$work/said"
done
sizes_descend

make_flags
run table "$work/flags" --format=dictionary -o "$work/table"
tap_check 'dictionary: where the flags tell the rule there is none' \
    grep -q 'dictionary leaves 4 bytes of code out, where the rule depends on the flags' "$work/err"
run check "$work/flags" --format=dictionary --json
tap_equal 'dictionary: which is unknown, and not wrong' '1 0' "$(field unknown) $(field wrong)"

run table "$work/three" --format=dictionary -o "$work/table"
tap_equal 'dictionary: its rules, and a record for each range of three functions' \
    '05000000 00000080 01000000 02000080 04000084 02000084 06000000 00000000 03010600 00000100 08000000 01020a00 00000303 10000000 01041200 00000100' \
    "$(tail -c 64 "$work/table" | od -An -v -t x1 -w4 | tr -d ' ' | tr '\n' ' ' | sed 's/ $//')"
run size "$work/three" --format=dictionary:deltas --json
tap_equal 'dictionary: size counts ranges and rules, all, of few registers, of the cfa and of all else' \
    '6 5 6 6 5 6 6 4 6 4 3 4 0 0 ' "$(repetition)"
run size "$work/three" --format=dictionary
tap_check 'dictionary: and prints them' grep -q '^ *[0-9]*  *[0-9]*  *[0-9.]* %  rules$' "$work/out"

run table "$work/three" --format=groups -o "$work/table"
tap_equal 'groups: a root; a frame in which lr still is the return address, with room and without; a leaf in its tail; an end' \
    '00800000 000000d0 01000000 06800000 010000a0 00000400 0a800000 000000a8 00010800 10800000 000001a8 00010400 14800000 000000c0 00000000' \
    "$(tail -c 60 "$work/table" | od -An -v -t x1 -w4 | tr -d ' ' | tr '\n' ' ' | sed 's/ $//')"
for format in groups groups:16 groups:2018 groups:pages; do
    verbs_agree $format 0
    tap_equal "$format: it is exact wherever something leads" "$(field instructions)" \
        $(($(field exact) + $(field unreachable)))
    tap_check "$format: nothing is left out" test ! -s "$work/said"
    [ $format != groups ] || embedded_is_read groups
done
run table "$work/flags" --format=groups -o "$work/table"
tap_check 'groups: where the flags tell the rule there is none' \
    grep -q 'groups have no rule where it depends on the flags: at 1 places' "$work/err"
run check "$work/flags" --format=groups --json
tap_equal 'groups: which is unknown, and not wrong' '1 0' "$(field unknown) $(field wrong)"

run embed "$FIRMWARE" --format=chrome1 --require=100 -o "$work/no"
tap_equal 'embed: a table that is wrong is not embedded where 100 is required' 1 "$status"
tap_check 'embed: nothing is written then' test ! -e "$work/no"
for verb in table embed check show size; do
    expect "$verb: an unknown format" 2 bobbin "$verb" "$FIRMWARE" -o "$work/no" --format=chrome3
done
expect 'table: a setting of another format' 2 bobbin table "$FIRMWARE" -o "$work/no" --format=chrome1 --small
expect 'unwind: its images say what they are' 2 bobbin unwind "$FIRMWARE" --format=chrome1 "$work/no"
tap_done
